import type { recommendList } from '@hiram/contract/home';
import type { Handler } from '../../api/serve.ts';
import { recommendedProducts } from '../../lending/origination/recommended.ts';

/** The partners' products that are open to the borrower. */
export const listRecommended: Handler<typeof recommendList> = async (_input, requestContext) => {
  const { db, brand, borrower } = requestContext;
  const today = await requestContext.today();
  return { recommendedProducts: await recommendedProducts(db, brand, borrower.id, today) };
};
