import type { listLateLoans } from '@hiram/contract/console/collections';
import { computeLateFigures } from '../../lending/collections/late-figures.ts';
import { hasRight } from '../access/rights.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { peopleWith } from './agencies.ts';
import { openCall } from './calls.ts';
import { readQueues, sightOf } from './late-loans.ts';

/** Loans whose figures a call computes that the scheduler has not computed yet. */
const maxComputed = 300;

/** The queues of the desk, and the loans of one in the order in which they are called. */
export const list: StaffHandler<typeof listLateLoans> = async (input, request) => {
  const { db, session } = request;
  const sight = await sightOf(request);
  const open = await openCall(db, session.staffId);
  await computeLateFigures(db, sight.brand, sight.today, maxComputed);
  const { counts, rows, isLast } = await readQueues(request, sight, input);
  const products = await db
    .selectFrom('product')
    .select(['code', 'name'])
    .where('brand', '=', sight.brand)
    .orderBy('name')
    .execute();
  const agencies = sight.isEverything
    ? await db
        .selectFrom('agency')
        .select(['id as agencyId', 'name'])
        .where('brand', '=', sight.brand)
        .where('ended_at', 'is', null)
        .execute()
    : [];
  const collectors = hasRight(request.rights, 'collections.assign', sight.brand)
    ? await peopleWith(db, sight.brand, 'collector').execute()
    : [];
  return {
    today: sight.today,
    counts: [...counts],
    rows: [...rows],
    isLast,
    ...(open?.order_id ? { openOrderId: open.order_id } : {}),
    products,
    agencies,
    collectors,
  };
};
