import { allBrands } from '@hiram/contract/console/rights';
import { NotFound } from '../../platform/errors/rejection.ts';
import type { StaffRequest } from '../access/serve-staff.ts';
import type { ActionScope } from './action.ts';

/**
 * The brand of an action on a row of one brand. Under all brands it would count on limits of its own, so there the row does not
 * exist. Throws NotFound.
 */
export function oneBrandOf({ brand }: Pick<ActionScope, 'brand'>): string {
  if (brand === allBrands) throw new NotFound('an action is of one brand');
  return brand;
}

/** The input of an action within a call. */
export async function actionScope({ context, db, brand, now }: StaffRequest): Promise<ActionScope> {
  const { appContext } = context;
  const { timeZone } = appContext.brands.get(brand) ?? appContext.defaultBrand;
  return {
    db,
    home: context.home,
    brand,
    now,
    today: await appContext.clock.today(db, timeZone),
    appContext,
  };
}
