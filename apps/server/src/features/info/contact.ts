import type { contactInfo } from '@hiram/contract/info';
import type { OpenHandler } from '../../api/serve.ts';

/** How the lender is reached. */
export const showContact: OpenHandler<typeof contactInfo> = async (_input, { brand }) => ({
  email: brand.customerService.email,
  onlineServiceUrl: brand.customerService.online,
});
