import { actions, allBrands, costLimit, rights } from '@hiram/contract/console/rights';
import type { listRoles } from '@hiram/contract/console/staff';
import type { StaffHandler } from '../access/serve-staff.ts';

/** The known words of a list, in its order; rows of a newer version may name others. */
function known<Word extends string>(words: readonly Word[], stored: readonly string[]): Word[] {
  return words.filter((word) => stored.includes(word));
}

/** Every role with its rights, and its limits that concern the brand. */
export const showRoles: StaffHandler<typeof listRoles> = async (_input, { db, brand }) => {
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
        .filter((row) => brand === allBrands || row.brand === brand || row.brand === allBrands)
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
