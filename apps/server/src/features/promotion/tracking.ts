import type * as calls from '@hiram/contract/promotion';
import type { OpenHandler } from '../../api/serve.ts';
import type { Promotion } from './promotion.ts';

/** Records that a visitor opened a page (PROM-02). */
export const trackVisit =
  (promotion: Promotion): OpenHandler<typeof calls.trackVisit> =>
  async ({ pageType, ...source }, requestContext) => {
    await promotion.recordStep('visit', source, requestContext);
    return {};
  };

/** Records that a visitor pressed the button (PROM-02). */
export const trackClick =
  (promotion: Promotion): OpenHandler<typeof calls.trackClick> =>
  async ({ pageType, phone, ...source }, requestContext) => {
    await promotion.recordStep('click', source, requestContext);
    return {};
  };
