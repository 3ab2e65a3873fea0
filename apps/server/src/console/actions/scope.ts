import type { StaffRequest } from '../access/serve-staff.ts';
import type { ActionScope } from './action.ts';

/** What an action works with in a call. */
export async function actionScope({ context, db, brand, now }: StaffRequest): Promise<ActionScope> {
  const { appContext } = context;
  const { timeZone } = appContext.brands.get(brand) ?? appContext.defaultBrand;
  return { db, brand, now, today: await appContext.clock.today(db, timeZone), appContext };
}
