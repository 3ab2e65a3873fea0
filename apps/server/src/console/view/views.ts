import { allBrands } from '@hiram/contract/console/rights';
import type { chooseColumns, listViews, removeView, saveView } from '@hiram/contract/console/view';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { NotFound, reject } from '../../platform/errors/rejection.ts';
import { newId, parseId } from '../../platform/ids.ts';
import { MissingRight } from '../access/errors.ts';
import { hasRight } from '../access/rights.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { lockStaff } from '../access/sign-in/staff-store.ts';

/** Views of one list that one person may have. */
const maxViews = 50;

export const showViews: StaffHandler<typeof listViews> = async ({ list }, { db, brand, session }) => {
  const views = await db
    .selectFrom('list_view')
    .innerJoin('staff', 'staff.id', 'list_view.staff_id')
    .select(['list_view.id', 'list_view.name', 'query', 'is_shared', 'staff_id', 'staff.name as by'])
    .where('list', '=', list)
    .where('brand', 'in', [brand, allBrands])
    .where((eb) => eb.or([eb('staff_id', '=', session.staffId), eb('is_shared', '=', true)]))
    .orderBy('list_view.name')
    .orderBy('list_view.id')
    .execute();
  const chosen = await db
    .selectFrom('list_columns')
    .select('columns')
    .where('staff_id', '=', session.staffId)
    .where('list', '=', list)
    .executeTakeFirst();
  return {
    views: views.map(({ id, name, query, is_shared, staff_id, by }) => ({
      viewId: id,
      name,
      query,
      by,
      isShared: is_shared,
      isOwn: staff_id === session.staffId,
    })),
    ...(chosen ? { columns: chosen.columns } : {}),
  };
};

export const save: StaffHandler<typeof saveView> = (
  { list, name, query, isShared },
  { db, brand, session, rights, now },
) => {
  if (isShared && !hasRight(rights, 'view.share', brand)) throw new MissingRight('view.share');
  return inTransaction(db, async (trx) => {
    const { staffId } = session;
    const ofList = { staff_id: staffId, list, brand };
    await lockStaff(trx, staffId);
    await trx
      .deleteFrom('list_view')
      .where((eb) => eb.and({ ...ofList, name }))
      .execute();
    const { count } = await trx
      .selectFrom('list_view')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where((eb) => eb.and(ofList))
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxViews) return reject('tooManyViews');
    const id = newId<'listView'>();
    await trx
      .insertInto('list_view')
      .values({ ...ofList, id, name, query, is_shared: isShared, saved_at: now })
      .execute();
    return { viewId: id };
  });
};

export const remove: StaffHandler<typeof removeView> = async ({ viewId }, { db, session }) => {
  const removed = await db
    .deleteFrom('list_view')
    .where('id', '=', parseId(viewId))
    .where('staff_id', '=', session.staffId)
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) throw new NotFound('view');
  return {};
};

export const saveColumns: StaffHandler<typeof chooseColumns> = ({ list, columns }, { db, session }) =>
  inTransaction(db, async (trx) => {
    const { staffId } = session;
    await lockStaff(trx, staffId);
    await trx.deleteFrom('list_columns').where('staff_id', '=', staffId).where('list', '=', list).execute();
    if (columns) await trx.insertInto('list_columns').values({ staff_id: staffId, list, columns }).execute();
    return {};
  });
