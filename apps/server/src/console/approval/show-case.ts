import { approvalStates } from '@hiram/contract/console/approval';
import type { showApprovalCase } from '@hiram/contract/console/approval-case';
import type { EffectLine } from '@hiram/contract/console/effect';
import { effect as effectSchema } from '@hiram/contract/console/effect';
import type { ActionName } from '@hiram/contract/console/rights';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import type { StaffId } from '@hiram/contract/ids';
import { disbursalOf, type LocalDate, position } from '@hiram/loan';
import { sql } from 'kysely';
import * as v from 'valibot';
import { engineEvents, loadEvents, loadOrder } from '../../lending/loans/order-store.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { recordRead } from '../access/personal-data/record-read.ts';
import { dutyFrom, holdersOf } from '../access/right-holders.ts';
import { authorityOf, rolesOf, verdictOf } from '../access/rights.ts';
import type { StaffHandler, StaffRequest } from '../access/serve-staff.ts';
import type { ActionScope } from '../actions/action.ts';
import { type Actions, type Reviewed, reviewApproval } from '../actions/approve.ts';
import { verdictNow } from '../actions/request.ts';
import { actionScope } from '../actions/scope.ts';
import { shownEffect } from '../actions/shown-effect.ts';
import { settles } from '../lists/pending-approvals.ts';
import { seesWhose, type Whose, whoseLoans } from '../lists/whose-loan.ts';
import { type ApprovalRow, findApproval, shownApprovals, visibleApprovals } from './approval-rows.ts';
import { checksOf } from './case-checks.ts';
import { evidenceOf } from './case-evidence.ts';

type Case = StaffOutput<typeof showApprovalCase>;

/** Days in which earlier requests are looked at. */
const lookBackDays = 30;
/** Similar requests that are listed. */
const maxSimilar = 5;
/** Hexadecimal digits of the digest that people compare. */
const shownDigits = 8;

/** Everything that a second person needs to decide on a request. */
export function showCase(actions: Actions): StaffHandler<typeof showApprovalCase> {
  return async ({ approvalId }, chosen) => {
    const row = await findApproval(chosen, approvalId);
    // From here on in the request's own brand, whatever is chosen on the page.
    const request = { ...chosen, brand: row.brand };
    const scope = await actionScope(request);
    const reviewed = await reviewApproval(actions, scope, row, request.session.staffId);
    const whose = seesWhose(request, row) ? (await whoseLoans(request.db, [row.id])).get(row.id) : undefined;
    if (whose) await recordCase(request, row, whose);
    const [approval] = await shownApprovals(request, [row], `approval ${row.id}`);
    if (!approval) throw new Error('an approval is shown as one');
    const { db, now, session } = request;
    const holders = await holdersOf(db, reviewed.action.approvalRight, row.brand);
    const approvers = holders.filter(
      ({ staffId }) => staffId !== session.staffId && staffId !== row.requested_by,
    );
    const from = await dutyFrom(
      db,
      approvers.map(({ staffId }) => staffId),
      { brand: row.brand, now },
    );
    return {
      approval,
      effect: requestedEffect(row, reviewed),
      digest: row.effect_digest.toString('hex').slice(0, shownDigits),
      ...(reviewed.isSame ? {} : { changedTo: [...(reviewed.effect?.lines ?? [])] }),
      ...(await whyTwo(scope, row, reviewed)),
      mayApprove: reviewed.fault === undefined && reviewed.isSame,
      mayReject: reviewed.fault === undefined || reviewed.fault === 'requesterWithoutRight',
      ...(await loanToday(request, whose, scope.today)),
      ...(await taskOf(request, row)),
      requester: await requesterOf(request, row, scope.today),
      evidence: await evidenceOf(request, row, whose),
      similar: await similarOf(request, row),
      checks: await checksOf(request, row, { reviewed, whose }),
      messages: await messagesOf(request, row),
      approvers: approvers.map(({ name }) => name),
      ...(from ? { approversFrom: from.toISOString() } : {}),
    };
  };
}

/** The rule by which one person may not decide it, as the requester's limits are now. */
async function whyTwo(
  scope: ActionScope,
  row: ApprovalRow,
  { action, effect, isSame }: Reviewed,
): Promise<Pick<Case, 'why'>> {
  if (row.state !== 'waiting' || !isSame || !effect) return {};
  if (effect.needsTwo) return { why: { rule: 'alwaysTwo' } };
  const staffId = row.requested_by;
  const authority = await authorityOf({ ...scope.appContext, db: scope.db }, staffId, action.name, row.brand);
  if (!authority) return {};
  const submitted = { request: row.request as object, staffId, authority };
  const decided = await verdictNow(action, scope, effect, submitted);
  const { needsAnother, amount, cost, doneToday } = decided;
  if (needsAnother) return { why: { rule: 'ownWork' } };
  // With several roles, the limit that would hold if it cost nothing.
  const { verdict: costless, limit } = verdictOf(authority, { amount, cost: 0, needsTwo: false, doneToday });
  const { secondPersonFrom } = limit;
  if (costless === 'secondPerson' && secondPersonFrom !== undefined && amount >= secondPersonFrom)
    return { why: { rule: 'fromAmount', limit: secondPersonFrom } };
  return cost > 0 && doneToday.cost + cost > authority.maxCostPerDay
    ? { why: { rule: 'costOfDay', limit: authority.maxCostPerDay, done: doneToday.cost, cost } }
    : { why: { rule: 'dayOfRequest' } };
}

/** That the caller looked at whose loan it is. */
async function recordCase(request: StaffRequest, row: ApprovalRow, { borrowerId, orderId }: Whose) {
  await recordRead(request, {
    borrowerId,
    ...(orderId === undefined
      ? { subject: 'borrower', subjectId: borrowerId, field: 'card' }
      : { subject: 'loan_order', subjectId: orderId, field: 'loan' }),
    reason: `decides on ${row.action}`,
  });
}

/** The effect as it was requested: the computed one if it is the same, else what the statement says. */
function requestedEffect(row: ApprovalRow, { effect, isSame }: Reviewed): Case['effect'] {
  if (isSame && effect) return shownEffect(effect);
  const stated = v.safeParse(effectSchema, {
    ...JSON.parse(row.statement),
    amount: row.amount ?? undefined,
  });
  return stated.success ? stated.output : { lines: row.effect as EffectLine[] };
}

/** The open task that the decision closes. */
async function taskOf(
  { db }: StaffRequest,
  { subject_id, action }: ApprovalRow,
): Promise<Pick<Case, 'task'>> {
  const open = await db
    .selectFrom('task')
    .select(['kind', 'due_at'])
    .where('subject_id', '=', subject_id)
    .where('closed_at', 'is', null)
    .orderBy('due_at')
    .execute();
  const task = open.find(({ kind }) => settles(action, kind));
  return task ? { task: { kind: task.kind, dueAt: task.due_at.toISOString() } } : {};
}

async function loanToday(
  { db }: StaffRequest,
  whose: Whose | undefined,
  today: LocalDate,
): Promise<Pick<Case, 'loan'>> {
  if (whose?.orderId === undefined) return {};
  const order = await loadOrder(db, whose.borrowerId, whose.orderId);
  const events = engineEvents(await loadEvents(db, order));
  if (!disbursalOf(events)) return {};
  const { daysLate, due, owedInAll } = position(order.terms, events, today);
  return { loan: { daysLate, due, owed: owedInAll } };
}

async function requesterOf(
  { db, context, now }: StaffRequest,
  row: ApprovalRow,
  today: LocalDate,
): Promise<Case['requester']> {
  const action = row.action as ActionName;
  const roles = await rolesOf(db, row.requested_by).execute();
  const authority = await authorityOf({ ...context.appContext, db }, row.requested_by, action, row.brand);
  const limits = authority?.limits.map(({ maxPerDay }) => maxPerDay) ?? [];
  const { rows } = await sql<{
    today_count: string;
    today_amount: string;
    approved: string;
    rejected: string;
    changed: string;
  }>`
    select count(*) filter (where requested_on = ${today} and state in ('waiting', 'done') and id <> ${row.id}) as today_count,
      coalesce(sum(amount) filter (where requested_on = ${today} and state in ('waiting', 'done') and id <> ${row.id}), 0)
        as today_amount,
      count(*) filter (where state = 'done' and not within_limit and id <> ${row.id}) as approved,
      count(*) filter (where state = 'rejected' and id <> ${row.id}) as rejected,
      count(*) filter (where state in ('changed', 'expired') and id <> ${row.id}) as changed
    from approval where requested_by = ${row.requested_by} and brand = ${row.brand} and action = ${row.action}
      and requested_at > ${daysBefore(now)}`.execute(db);
  const [counted] = rows;
  return {
    name: row.requester_name,
    roles: [...new Set(roles.map(({ role }) => role))],
    today: { count: Number(counted?.today_count ?? 0), amount: Number(counted?.today_amount ?? 0) },
    ...(limits.length === 0 || limits.includes(undefined)
      ? {}
      : { maxPerDay: Math.max(...limits.flatMap((limit) => limit ?? [])) }),
    month: {
      approved: Number(counted?.approved ?? 0),
      rejected: Number(counted?.rejected ?? 0),
      changed: Number(counted?.changed ?? 0),
    },
  };
}

const daysBefore = (now: Date) => new Date(now.getTime() - lookBackDays * 86_400_000);

/** Other requests for the same action in the brand. */
async function similarOf(request: StaffRequest, row: ApprovalRow): Promise<Case['similar']> {
  const { db, now, session } = request;
  const others = visibleApprovals(db, request)
    .where('approval.brand', '=', row.brand)
    .where('approval.action', '=', row.action)
    .where('approval.requested_at', '>', daysBefore(now))
    .where('approval.id', '<>', row.id);
  const newest = await others.orderBy('approval.requested_at', 'desc').limit(maxSimilar).execute();
  const { rows } = await sql<{
    count: string;
    approved: string;
    rejected: string;
    median: string | null;
    smaller: string;
  }>`
    select count(*) as count, count(*) filter (where state = 'done') as approved,
      count(*) filter (where state = 'rejected') as rejected,
      percentile_disc(0.5) within group (order by amount) as median,
      count(*) filter (where amount < ${row.amount ?? 0}) as smaller
    from approval where brand = ${row.brand} and action = ${row.action} and requested_at > ${daysBefore(now)}
      and id <> ${row.id}`.execute(db);
  const [counted] = rows;
  const shown = await shownApprovals(request, newest, `similar ${row.action}`);
  const closers = new Map<string, StaffId | null>(newest.map((one) => [one.id, one.closer_id]));
  return {
    rows: shown.map(({ approvalId, requestedAt, borrower, orderId, amount, state, closedBy }) => ({
      approvalId,
      requestedAt: requestedAt,
      ...(borrower ? { borrower } : {}),
      ...(orderId === undefined ? {} : { orderId }),
      ...(amount === undefined ? {} : { amount }),
      state: approvalStates.find((one) => one === state) ?? 'waiting',
      ...(closedBy === undefined ? {} : { closedBy }),
      isClosedByMe: closers.get(approvalId) === session.staffId,
    })),
    count: Number(counted?.count ?? 0),
    approved: Number(counted?.approved ?? 0),
    rejected: Number(counted?.rejected ?? 0),
    ...(counted?.median == null ? {} : { median: Number(counted.median) }),
    smaller: Number(counted?.smaller ?? 0),
  };
}

async function messagesOf({ db, session }: { db: Db; session: StaffRequest['session'] }, row: ApprovalRow) {
  const messages = await db
    .selectFrom('approval_message')
    .innerJoin('staff', 'staff.id', 'approval_message.staff_id')
    .select(['approval_message.staff_id', 'approval_message.body', 'approval_message.at', 'staff.name'])
    .where('approval_id', '=', row.id)
    .orderBy('approval_message.id')
    .execute();
  return messages.map(({ staff_id, name, body, at }) => ({
    by: name,
    isOwn: staff_id === session.staffId,
    at: at.toISOString(),
    body,
  }));
}
