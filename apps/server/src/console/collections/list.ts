import { type listLateLoans, queues } from '@hiram/contract/console/collections';
import { computeLateFigures } from '../../lending/collections/late-figures.ts';
import { hasRight } from '../access/rights.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { openCall } from './calls.ts';
import { countQueues, lateLoans, sightOf } from './late-loans.ts';

/** Loans whose figures a call computes that the scheduler has not computed yet. */
const maxComputed = 300;

/** The queues of the desk, and the loans of one in the order in which they are called. */
export const list: StaffHandler<typeof listLateLoans> = async (input, request) => {
  const { db, session } = request;
  const sight = await sightOf(request);
  const open = await openCall(db, session.staffId);
  let counted = await countQueues(db, sight, queues);
  if (counted.unknown > 0) {
    await computeLateFigures(db, sight.brand, sight.today, maxComputed);
    counted = await countQueues(db, sight, queues);
  }
  const queue = await lateLoans(request, sight, input);
  const products = await db
    .selectFrom('product')
    .select(['code', 'name'])
    .where('brand', '=', sight.brand)
    .orderBy('name')
    .execute();
  const agencies = sight.isEverything
    ? await db
        .selectFrom('agency')
        .select(['id', 'name'])
        .where('brand', '=', sight.brand)
        .where('ended_at', 'is', null)
        .execute()
    : [];
  const collectors = hasRight(request.rights, 'collections.assign', sight.brand)
    ? await db
        .selectFrom('staff_role')
        .innerJoin('staff', 'staff.id', 'staff_role.staff_id')
        .select(['staff.id', 'staff.name'])
        .distinct()
        .where('role', '=', 'collector')
        .where('staff_role.brand', 'in', [sight.brand, '*'])
        .where('staff.ended_at', 'is', null)
        .orderBy('staff.name')
        .execute()
    : [];
  return {
    today: sight.today,
    counts: counted.counts,
    rows: [...queue.rows],
    isLast: queue.isLast,
    ...(open?.order_id ? { openOrderId: open.order_id } : {}),
    products,
    agencies: agencies.map(({ id, name }) => ({ agencyId: id, name })),
    collectors: collectors.map(({ id, name }) => ({ staffId: id, name })),
  };
};
