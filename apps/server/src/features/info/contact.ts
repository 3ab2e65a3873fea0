import type { contactInfo } from '@hiram/contract/info';
import type { OpenHandler } from '../../api/serve.ts';

/** The lender's contact channels. */
export const showContact: OpenHandler<typeof contactInfo> = async (_input, { brand }) => ({
  email: brand.customerService.email,
  onlineServiceUrl: brand.customerService.online,
  hours: brand.customerService.hours,
});
