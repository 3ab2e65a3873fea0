import type { recommendList } from '@hiram/contract/home';
import type { Handler } from '../../api/serve.ts';
import { recommendedProducts } from '../../lending/origination/recommended.ts';

/** The partners' products that are open to the borrower. */
export const listRecommended: Handler<typeof recommendList> = async (
  _input,
  { appContext, db, brand, borrower },
) => {
  const today = await appContext.clock.today(db, brand.timeZone);
  return { recommendedProducts: await recommendedProducts(db, brand, borrower.id, today) };
};
