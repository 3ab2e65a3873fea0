import { actions, allBrands, costLimit, rights } from '@hiram/contract/console/rights';
import type { listRoles } from '@hiram/contract/console/staff';
import { limitPlaces } from '../access/rights.ts';
import type { StaffHandler } from '../access/serve-staff.ts';

/** The known words of a list, in its order; rows of a newer version may name others. */
function known<Word extends string>(words: readonly Word[], stored: readonly string[]): Word[] {
  return words.filter((word) => stored.includes(word));
}

/** The row of the same role and action that counts in a brand. */
function rowInForce<Row extends { readonly role: string; readonly action: string; readonly brand: string }>(
  { role, action }: Row,
  rows: readonly Row[],
  places: readonly string[],
): Row | undefined {
  const ofAction = rows.filter((row) => row.role === role && row.action === action);
  const byPlace = places.map((place) => ofAction.find((row) => row.brand === place));
  return byPlace.find((row) => row !== undefined);
}

/** Every role with its rights, and its limits: those in force in the brand, or in all brands every one. */
export const showRoles: StaffHandler<typeof listRoles> = async (_input, { context, db, brand }) => {
  const places = limitPlaces(context.appContext, brand);
  const roles = await db.selectFrom('role').selectAll().orderBy('name').execute();
  const roleRights = await db.selectFrom('role_right').selectAll().execute();
  const authorities = await db
    .selectFrom('authority')
    .selectAll()
    .orderBy('action')
    .orderBy('brand')
    .execute();
  return {
    roles: roles.map(({ name, summary }) => ({
      role: name,
      summary,
      rights: known(
        rights,
        roleRights.filter(({ role }) => role === name).map(({ right }) => right),
      ),
      limits: authorities
        .filter((row) => row.role === name)
        .filter((row) => brand === allBrands || row === rowInForce(row, authorities, places))
        .flatMap((row) =>
          known([...actions, costLimit], [row.action]).map((action) => ({
            action,
            brand: row.brand,
            ...(row.max_per_item === null ? {} : { maxPerItem: row.max_per_item }),
            ...(row.max_per_day === null ? {} : { maxPerDay: row.max_per_day }),
            ...(row.second_person_from === null ? {} : { secondPersonFrom: row.second_person_from }),
          })),
        ),
    })),
  };
};
