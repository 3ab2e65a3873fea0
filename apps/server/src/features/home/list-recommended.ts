import type { recommendList } from '@hiram/contract/home';
import type { Handler } from '../../api/serve.ts';
import { recommendedTo } from '../../lending/origination/recommended.ts';

/** The partners' products that are open to the borrower. */
export const listRecommended: Handler<typeof recommendList> = async (_input, requestContext) => {
  return { recommendedProducts: await recommendedTo(requestContext, await requestContext.today()) };
};
