import type { assignDifference, explainDifference, listExplainers } from '@hiram/contract/console/reconcile';
import { allBrands } from '@hiram/contract/console/rights';
import type { DifferenceId } from '@hiram/contract/ids';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import { hasRight, rightsOf } from '../access/rights.ts';
import type { StaffHandler } from '../access/serve-staff.ts';

/** A difference, locked: whether it is resolved. Throws NotFound. */
async function isResolved(trx: Db, differenceId: DifferenceId): Promise<boolean> {
  const row = await trx
    .selectFrom('reconciliation_difference')
    .select('resolved_at')
    .where('id', '=', knownId(differenceId))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw new NotFound('no difference');
  return row.resolved_at !== null;
}

/** Assigns a difference to somebody who may explain it, or to nobody. */
export const assign: StaffHandler<typeof assignDifference> = async ({ differenceId, staffId }, { db }) =>
  inTransaction(db, async (trx) => {
    if (await isResolved(trx, differenceId)) return reject('differenceClosed');
    if (staffId !== undefined) {
      const rights = await rightsOf(trx, knownId(staffId));
      if (!hasRight(rights, 'reconcile.explain', allBrands))
        return reject('mayNotExplain', { field: 'staffId' });
    }
    await trx
      .updateTable('reconciliation_difference')
      .set({ owner: staffId ?? null })
      .where('id', '=', differenceId)
      .execute();
    return {};
  });

/** Writes down why a difference is as it is. A later explanation replaces it; the trail keeps who changed it. */
export const explain: StaffHandler<typeof explainDifference> = async (input, { db, now, session }) =>
  inTransaction(db, async (trx) => {
    if (await isResolved(trx, input.differenceId)) return reject('differenceClosed');
    await trx
      .updateTable('reconciliation_difference')
      .set({ explanation: input.explanation, explained_by: session.staffId, explained_at: now })
      .where('id', '=', input.differenceId)
      .execute();
    return {};
  });

/** Everybody who may explain differences. */
export const showExplainers: StaffHandler<typeof listExplainers> = async (_input, { db }) => {
  const staff = await db
    .selectFrom('staff')
    .innerJoin('staff_role', 'staff_role.staff_id', 'staff.id')
    .innerJoin('role_right', 'role_right.role', 'staff_role.role')
    .select(['staff.id', 'staff.name'])
    .distinct()
    .where('role_right.right', '=', 'reconcile.explain')
    .where('staff_role.brand', '=', allBrands)
    .where('staff.ended_at', 'is', null)
    .orderBy('staff.name')
    .execute();
  return { staff: staff.map(({ id, name }) => ({ staffId: id, name })) };
};
