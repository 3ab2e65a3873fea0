import type * as calls from '@hiram/contract/promotion';
import type { OpenHandler } from '../../api/serve.ts';
import { reject } from '../../platform/errors/rejection.ts';
import type { Promotion } from './promotion.ts';

/** A landing page; without an id the brand's first one. */
export const showTemplate =
  (promotion: Promotion): OpenHandler<typeof calls.channelTemplate> =>
  async ({ templateId }, { brand }) =>
    promotion.knows(brand, templateId)
      ? promotion.template(brand, templateId)
      : reject('unknownTemplate', { field: 'templateId' });
