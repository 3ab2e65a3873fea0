import type { ApprovalId, StaffId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { closeTask, openTask } from '../../lending/tasks.ts';
import { approvalIs } from '../../platform/database/actor.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { isRejection, type Rejection, reject } from '../../platform/errors/rejection.ts';
import { newId } from '../../platform/ids.ts';
import { type Authority, verdictOf } from '../access/rights.ts';
import { lockStaff } from '../access/sign-in/staff-store.ts';
import { type Action, type ActionScope, type Effect, effectDigest, effectStatement } from './action.ts';

/** The time for which a request waits for a second person. */
const waitMs = 7 * 86_400_000;

/** A request for an action by a person with authority over it. */
export interface SubmittedRequest<Request extends object> {
  readonly request: Request;
  /** The digest that the preview answered, in hexadecimal. */
  readonly digest: string;
  /** The cause of the action: the reference of a complaint, a receipt; empty: nothing. */
  readonly reference?: string;
  readonly reason: string;
  readonly staffId: StaffId;
  /** The token of their session: the database stores a request in it alone. */
  readonly token: string;
  readonly authority: Authority;
}

type RequestRejection = 'changed' | 'concernsYou' | 'alreadyRequested' | 'overLimit';
type DoRejection = 'changed' | 'concernsYou' | 'needsSecondPerson' | 'overLimit';

async function sameEffect<Request extends object, Reason extends string>(
  action: Action<Request, Reason>,
  scope: ActionScope,
  { request, digest, staffId }: SubmittedRequest<Request>,
): Promise<{ effect: Effect; digest: Buffer } | Rejection<Reason | 'changed' | 'concernsYou'>> {
  if (await action.concerns?.(scope, request, staffId)) return reject('concernsYou');
  const effect = await action.preview(scope, request);
  if (isRejection(effect)) return effect;
  const current = effectDigest(action, scope.brand, request, effect);
  return current.toString('hex') === digest ? { effect, digest: current } : reject('changed');
}

/** Cents that a person did alone today in a brand, in every cell: with this action, and the cost of all actions. */
async function doneToday(
  { db, home, brand, today }: ActionScope,
  action: Action,
  staffId: StaffId,
): Promise<{ readonly amount: number; readonly cost: number }> {
  const { rows } = await sql<{ amount: number; cost: number }>`select amount, cost
    from done_alone(${staffId}, ${brand}, ${today}, ${action.name})`.execute(home ?? db);
  const [done] = rows;
  return { amount: Number(done?.amount ?? 0), cost: Number(done?.cost ?? 0) };
}

/** Decides who must decide an action with this effect if the person wants it now, and what they did alone today. */
export async function verdictNow(
  action: Action,
  scope: ActionScope,
  effect: Effect,
  submitted: { readonly request: object; readonly staffId: StaffId; readonly authority: Authority },
) {
  const { request, staffId, authority } = submitted;
  const done = await doneToday(scope, action, staffId);
  const needsAnother = (await action.needsAnother?.(scope, request, staffId)) ?? false;
  const wanted = {
    amount: effect.amount ?? 0,
    cost: effect.cost ?? 0,
    needsTwo: (effect.needsTwo ?? false) || needsAnother,
    doneToday: done,
  };
  return { ...verdictOf(authority, wanted), ...wanted, needsAnother };
}

function rowOf<Request extends object>(
  action: Action<Request>,
  { brand, now, today }: ActionScope,
  { request, reference = '', reason, staffId }: SubmittedRequest<Request>,
  { effect, digest }: { readonly effect: Effect; readonly digest: Buffer },
) {
  return {
    id: newId() as ApprovalId,
    action: action.name,
    brand,
    request,
    effect: effect.lines,
    effect_digest: `\\x${digest.toString('hex')}`,
    statement: effectStatement(action, brand, request, effect),
    subject: effect.subject,
    subject_id: effect.subjectId,
    amount: effect.amount ?? null,
    cost: effect.cost ?? 0,
    reference,
    reason,
    rejected_because: '',
    within_limit: false,
    requested_by: staffId,
    requested_at: now,
    requested_on: today,
    expires_at: new Date(now.getTime() + waitMs),
  };
}

/**
 * Stores an approval in a session of whoever asks. `counted`: the signature of cell 0 for what is done alone
 * in another cell. False: the same effect waits already.
 */
async function storeApproval(
  trx: Db,
  token: string,
  row: object,
  now: Date,
  counted?: Buffer,
): Promise<boolean> {
  const { rows } = await sql<{
    is_new: boolean;
  }>`select request_approval(${token}, ${JSON.stringify(row)}, ${now}, ${counted ?? null})
    as is_new from installation`.execute(trx);
  return rows[0]?.is_new ?? false;
}

/** Closes a waiting approval without doing anything, with its task. */
export async function closeApproval(
  trx: Db,
  closed: {
    readonly approvalId: ApprovalId;
    readonly state: 'expired' | 'changed' | 'withdrawn' | 'rejected';
    /** The reason of the refusal. */
    readonly because?: string;
    /** The session of the person who closes it. */
    readonly token: string;
    readonly now: Date;
  },
): Promise<void> {
  const { approvalId, state, because = '', token, now } = closed;
  await sql`select close_approval(${token}, ${approvalId}, ${state}, ${because}, ${now}) from installation`.execute(
    trx,
  );
  await closeTask(trx, { kind: 'approval', subjectId: approvalId }, now);
}

/** Requests an action, for a second person to approve. Rejects if the effect is another one than the requester saw. */
export async function requestAction<Request extends object, Reason extends string>(
  action: Action<Request, Reason>,
  scope: ActionScope,
  submitted: SubmittedRequest<Request>,
): Promise<{ approvalId: ApprovalId; expiresAt: Date } | Rejection<Reason | RequestRejection>> {
  const computed = await sameEffect(action, scope, submitted);
  if (isRejection(computed)) return computed;
  const { verdict } = await verdictNow(action, scope, computed.effect, submitted);
  if (verdict === 'overLimit') return reject('overLimit');
  const row = rowOf(action, scope, submitted, computed);
  approvalIs(row.id);
  const inserted = await inTransaction(scope.db, async (trx) => {
    // A request that nobody approved in time does not block the next one.
    const expired = await trx
      .selectFrom('approval')
      .select('id')
      .where('effect_digest', '=', computed.digest)
      .where('state', '=', 'waiting')
      .where('expires_at', '<=', scope.now)
      .execute();
    for (const { id } of expired)
      await closeApproval(trx, { approvalId: id, state: 'expired', token: submitted.token, now: scope.now });
    const isNew = await storeApproval(trx, submitted.token, { ...row, state: 'waiting' }, scope.now);
    if (isNew)
      await openTask(trx, {
        kind: 'approval',
        subjectId: row.id,
        brand: row.brand,
        amount: row.amount ?? undefined,
        detail: row.action,
        dueAt: row.expires_at,
        now: scope.now,
      });
    return isNew;
  });
  if (!inserted) return reject('alreadyRequested');
  return { approvalId: row.id, expiresAt: row.expires_at };
}

/**
 * Counts in cell 0 what a person does alone in another cell. Returns its signature, without which that cell's
 * database refuses the approval; null: it passes a limit of the day.
 */
async function countAtHome(
  home: Db,
  { appContext, now }: ActionScope,
  token: string,
  row: object,
  maxPerDay: number | undefined,
): Promise<Buffer | null> {
  const { rows } = await sql<{ counted: Buffer | null }>`
    select count_done_alone(${token}, ${JSON.stringify(row)}, ${appContext.cell.id}, ${maxPerDay ?? null}, ${now}) as counted
    from installation`.execute(home);
  return rows[0]?.counted ?? null;
}

/**
 * Performs an action within the person's own limit, in one transaction that recomputes the effect. Concurrent actions of one
 * person wait for each other, so that the limit of a day holds.
 */
export async function doWithinLimit<Request extends object, Reason extends string>(
  action: Action<Request, Reason>,
  scope: ActionScope,
  submitted: SubmittedRequest<Request>,
): Promise<{ approvalId: ApprovalId } | Rejection<Reason | DoRejection>> {
  const approvalId = newId() as ApprovalId;
  approvalIs(approvalId);
  return inTransaction(scope.db, async (trx) => {
    const inside = { ...scope, db: trx };
    await lockStaff(trx, submitted.staffId);
    await action.lock(inside, submitted.request);
    const computed = await sameEffect(action, inside, submitted);
    if (isRejection(computed)) return computed;
    const { verdict, limit } = await verdictNow(action, inside, computed.effect, submitted);
    if (verdict === 'secondPerson') return reject('needsSecondPerson');
    if (verdict === 'overLimit') return reject('overLimit');
    const row = rowOf(action, scope, submitted, computed);
    const done = { ...row, id: approvalId, state: 'done', within_limit: true, closed_at: scope.now };
    const counted =
      scope.home && (await countAtHome(scope.home, scope, submitted.token, done, limit.maxPerDay));
    // In another cell the person has done more since.
    if (counted === null) return reject('changed');
    await storeApproval(trx, submitted.token, done, scope.now, counted);
    await action.perform(inside, submitted.request, {
      staffId: submitted.staffId,
      token: submitted.token,
      approvalId,
      reason: submitted.reason,
    });
    return { approvalId };
  });
}
