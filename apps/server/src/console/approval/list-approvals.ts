import type { countApprovals, listApprovals } from '@hiram/contract/console/approval';
import { actions as actionNames } from '@hiram/contract/console/rights';
import type { Db } from '../../platform/database/connection/connect.ts';
import { parseId } from '../../platform/ids.ts';
import { notePlaces } from '../access/cells/merge-answers.ts';
import { holdersOf } from '../access/right-holders.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import type { Actions } from '../actions/approve.ts';
import { isDecidable } from '../lists/decidable.ts';
import { shownApprovals, visibleApprovals } from './approval-rows.ts';

const pageSize = 50;
/** The time for which a closed request stays among its requester's own. */
const newsMs = 7 * 86_400_000;
/** Waiting requests that are counted: more are shown as this many. */
const maxCounted = 1_000;

/** Other people's waiting requests that the caller may approve. */
const waitingForMe = (source: Db, request: StaffRequest) => {
  const { context, rights, session, now } = request;
  const { approvalRights } = context;
  return visibleApprovals(source, request).where(
    isDecidable({ staffId: session.staffId, rights, approvalRights, now }),
  );
};

const ownWaiting = (source: Db, request: StaffRequest) =>
  visibleApprovals(source, request)
    .where('approval.requested_by', '=', request.session.staffId)
    .where('approval.state', '=', 'waiting');

async function count(db: Db, query: ReturnType<typeof visibleApprovals>): Promise<number> {
  const row = await db
    .selectFrom(query.limit(maxCounted).as('waiting'))
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** One page of a list of the brand's approvals. */
export const showApprovals: StaffHandler<typeof listApprovals> = async ({ state, after }, request) => {
  const { context, db, now, session } = request;
  const listed = (source: Db) => {
    if (state === 'forMe') return waitingForMe(source, request);
    const all = visibleApprovals(source, request).where('approval.action', 'in', actionNames);
    if (state === 'mine')
      return all
        .where('approval.requested_by', '=', session.staffId)
        .where('approval.within_limit', '=', false)
        .where((eb) =>
          eb.or([
            eb('approval.state', '=', 'waiting'),
            eb('approval.closed_at', '>', new Date(now.getTime() - newsMs)),
          ]),
        );
    return all.where('approval.state', state === 'waiting' ? '=' : '<>', 'waiting');
  };
  // All wait equally long, so the oldest ones expire first.
  const [order, follows] = state === 'forMe' ? (['asc', '>'] as const) : (['desc', '<'] as const);
  const readRows = (source: Db) =>
    listed(source)
      .$if(after !== undefined, (query) => query.where('approval.id', follows, parseId(after ?? '')))
      .orderBy('approval.id', order)
      .limit(pageSize + 1)
      .execute();
  // What is closed may be a moment old; what waits is approved from here.
  const rows = await (state === 'closed' ? context.reports.read(readRows) : readRows(db));
  const approvals = await shownApprovals(request, rows.slice(0, pageSize), 'approvals');
  notePlaces('approvals', approvals, ({ approvalId }) => ({ key: [approvalId] }), order === 'desc');
  return {
    approvals,
    isLast: rows.length <= pageSize,
  };
};

/** The others who may approve one of the caller's own waiting requests, by name. */
async function approversOfOwn(actions: Actions, request: StaffRequest): Promise<string[]> {
  const own = await ownWaiting(request.db, request)
    .clearSelect()
    .select(['approval.action', 'approval.brand'])
    .distinct()
    .execute();
  const names = new Set<string>();
  for (const { action, brand } of own) {
    const right = actions.get(action)?.approvalRight;
    const holders = right === undefined ? [] : await holdersOf(request.db, right, brand);
    for (const { staffId, name } of holders) if (staffId !== request.session.staffId) names.add(name);
  }
  return [...names].sort();
}

/** The number that waits for the caller, and the people who decide on the caller's own. */
export function countWaiting(actions: Actions): StaffHandler<typeof countApprovals> {
  return async (_input, request) => {
    const { db } = request;
    const [forMe, mine] = await Promise.all([
      count(db, waitingForMe(db, request)),
      count(db, ownWaiting(db, request)),
    ]);
    const last = await visibleApprovals(db, request)
      .where('approval.state', 'in', ['done', 'rejected'])
      .where('approval.within_limit', '=', false)
      .orderBy('approval.closed_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return {
      forMe,
      mine,
      ...(last?.closed_at
        ? { lastClosed: { by: last.closer_name ?? '', at: last.closed_at.toISOString() } }
        : {}),
      approvers: await approversOfOwn(actions, request),
    };
  };
}
