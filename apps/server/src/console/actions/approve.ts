import type { PasskeyAssertion } from '@hiram/contract/console/passkey';
import type { ApprovalId, StaffId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { closeTask } from '../../lending/tasks.ts';
import { approvalChallenge } from '../../platform/crypto/approval-challenge.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { isRejection, NotFound, type Rejection, reject } from '../../platform/errors/rejection.ts';
import type { ConsoleContext } from '../access/console-context.ts';
import { MissingRight } from '../access/errors.ts';
import { hasRight, rightsOf } from '../access/rights.ts';
import { verifyPasskey } from '../access/sign-in/passkeys.ts';
import { type Action, type ActionScope, type Effect, effectDigest } from './action.ts';
import { askProviders } from './provider-answers.ts';
import { closeApproval } from './request.ts';

/** The actions of the console by name. Each area brings its own. */
export type Actions = ReadonlyMap<string, Action>;

export type ApprovalRejection =
  | 'alreadyClosed'
  | 'expired'
  | 'ownRequest'
  | 'concernsYou'
  | 'changed'
  | 'requesterWithoutRight';

/** An approval as a person gives it. */
export interface GivenApproval {
  readonly approvalId: ApprovalId;
  readonly staffId: StaffId;
  /** Their session. */
  readonly token: string;
  /** The digest that the approving person saw, in hexadecimal. */
  readonly digest: string;
  readonly passkey: PasskeyAssertion | undefined;
  /** True if the session was opened without a passkey, as a sandbox's demo sessions are: then none is needed here. */
  readonly isDemo: boolean;
}

export type StoredApproval = Awaited<ReturnType<typeof storedApproval>>;

/** The approval of the brand, which no other transaction can close meanwhile. Throws NotFound. */
async function lockedApproval(trx: Db, approvalId: ApprovalId, brand: string): Promise<StoredApproval> {
  await sql`select lock_approval(${approvalId}) from installation`.execute(trx);
  return storedApproval(trx, approvalId, brand);
}

/** The approval of the brand. Throws NotFound. */
async function storedApproval(db: Db, approvalId: ApprovalId, brand: string) {
  const row = await db
    .selectFrom('approval')
    .selectAll()
    .where('id', '=', approvalId)
    .where('brand', '=', brand)
    .executeTakeFirst();
  if (!row) throw new NotFound('no approval of the brand');
  return row;
}

/**
 * Returns what keeps the person from approving the request as it is now; undefined if it waits, it is
 * somebody else's, it changes nothing about the person, and both of them have their right. Throws
 * MissingRight if the approving person lacks the action's right.
 */
async function approvalFault(
  scope: ActionScope,
  action: Action,
  approval: StoredApproval,
  staffId: StaffId,
): Promise<ApprovalRejection | undefined> {
  const { db, brand, now } = scope;
  if (approval.state !== 'waiting') return 'alreadyClosed';
  if (approval.expires_at <= now) return 'expired';
  if (approval.requested_by === staffId) return 'ownRequest';
  if (await action.concerns?.(scope, approval.request as object, staffId)) return 'concernsYou';
  if (!hasRight(await rightsOf(db, staffId), action.approvalRight, brand))
    throw new MissingRight(action.approvalRight);
  if (!hasRight(await rightsOf(db, approval.requested_by), action.right, brand))
    return 'requesterWithoutRight';
  return undefined;
}

function actionOf(actions: Actions, name: string): Action {
  const action = actions.get(name);
  if (!action) throw new Error(`${name} is no action of this version`);
  return action;
}

/** The effect as it is now, or undefined if it is another one than was requested, or impossible. */
async function requestedEffect(
  scope: ActionScope,
  action: Action,
  approval: StoredApproval,
): Promise<Effect | undefined> {
  const request = approval.request as object;
  const effect = await action.preview(scope, request);
  if (isRejection(effect)) return undefined;
  return effectDigest(action, scope.brand, request, effect).equals(approval.effect_digest)
    ? effect
    : undefined;
}

/** An approval as a person sees it who decides on it, computed again. */
export interface Reviewed {
  readonly action: Action;
  /** The obstacle for this person now; undefined: they can approve it, unless its effect has changed. */
  readonly fault: ApprovalRejection | 'missingRight' | undefined;
  /** The effect as it is now; undefined: it is impossible now, or the approval is closed. */
  readonly effect: Effect | undefined;
  /** True if the effect is the one that was requested. */
  readonly isSame: boolean;
}

/** Computes a waiting approval again for somebody who looks at it. Nothing is written. */
export async function reviewApproval(
  actions: Actions,
  scope: ActionScope,
  approval: StoredApproval,
  staffId: StaffId,
): Promise<Reviewed> {
  const action = actionOf(actions, approval.action);
  if (approval.state !== 'waiting')
    return { action, fault: 'alreadyClosed', effect: undefined, isSame: true };
  const fault = await approvalFault(scope, action, approval, staffId).catch((error: unknown) => {
    if (error instanceof MissingRight) return 'missingRight' as const;
    throw error;
  });
  const request = approval.request as object;
  const computed = await action.preview(scope, request);
  if (isRejection(computed)) return { action, fault, effect: undefined, isSame: false };
  const digest = effectDigest(action, scope.brand, request, computed);
  return { action, fault, effect: computed, isSame: digest.equals(approval.effect_digest) };
}

/** The effect of a request that the person may approve, computed again. Nothing is written. */
export async function previewApproval(
  actions: Actions,
  scope: ActionScope,
  approvalId: ApprovalId,
  staffId: StaffId,
): Promise<{ effect: Effect; digest: Buffer } | Rejection<ApprovalRejection>> {
  const approval = await storedApproval(scope.db, approvalId, scope.brand);
  const action = actionOf(actions, approval.action);
  const fault = await approvalFault(scope, action, approval, staffId);
  if (fault) return reject(fault);
  const effect = await requestedEffect(scope, action, approval);
  if (effect) return { effect, digest: approval.effect_digest };
  // Nothing is locked here: a person who approves at the same moment may have changed the loan by this very approval.
  const { state } = await storedApproval(scope.db, approvalId, scope.brand);
  return reject(state === 'waiting' ? 'changed' : 'alreadyClosed');
}

/**
 * Approves a request and performs its action, in one transaction. It locks the approval and both people, so that a second
 * approval, a withdrawal and the end of an employment wait, and computes the effect again under the action's lock: if it is
 * another one than was requested and approved, nothing happens. Throws MissingRight, NotFound.
 */
export async function performApproved(
  context: ConsoleContext,
  actions: Actions,
  base: ActionScope,
  given: GivenApproval,
): Promise<{ done: true } | Rejection<ApprovalRejection | 'passkeyRefused'>> {
  const { action: name } = await storedApproval(base.db, given.approvalId, base.brand);
  const scope = actionOf(actions, name).asksProvider
    ? await askProviders(base, (asking) => previewApproval(actions, asking, given.approvalId, given.staffId))
    : base;
  return inTransaction(scope.db, async (trx) => {
    const inside = { ...scope, db: trx };
    const approval = await lockedApproval(trx, given.approvalId, scope.brand);
    const action = actionOf(actions, approval.action);
    const closed = { approvalId: approval.id, token: given.token, now: scope.now };
    const people = [given.staffId, approval.requested_by];
    // In one order, so that two approvals cannot wait for each other.
    await trx.selectFrom('staff').select('id').where('id', 'in', people).orderBy('id').forShare().execute();
    const fault = await approvalFault(inside, action, approval, given.staffId);
    if (fault === 'expired') await closeApproval(trx, { ...closed, state: 'expired' });
    if (fault) return reject(fault);
    if (approval.effect_digest.toString('hex') !== given.digest) return reject('changed');
    const signature = await signatureOf(context, trx, approval, given);
    if (signature === undefined) return reject('passkeyRefused');
    const request = approval.request as object;
    await action.lock(inside, request);
    const effect = await requestedEffect(inside, action, approval);
    if (!effect) {
      await closeApproval(trx, { ...closed, state: 'changed' });
      return reject('changed');
    }
    const { keyId = null, nonce = null, assertion = null } = signature;
    await sql`select approve_request(${given.token}, ${approval.id}, ${keyId}, ${nonce}, ${assertion}, ${scope.now}) from installation`.execute(
      trx,
    );
    await closeTask(trx, { kind: 'approval', subjectId: approval.id }, scope.now);
    await action.perform(inside, request, {
      staffId: given.staffId,
      token: given.token,
      approvalId: approval.id,
      reason: approval.reason,
    });
    return { done: true };
  });
}

interface Signature {
  readonly keyId?: string;
  readonly nonce?: Buffer;
  /** As JSON. */
  readonly assertion?: string;
}

/** A valid signature of exactly this effect by the approving person; undefined if it is none. */
async function signatureOf(
  context: ConsoleContext,
  trx: Db,
  approval: StoredApproval,
  { passkey, staffId, isDemo }: GivenApproval,
): Promise<Signature | undefined> {
  if (passkey === undefined) return isDemo && context.appContext.config.sandbox ? {} : undefined;
  const assertion = await verifyPasskey(context, trx, 'approve', passkey);
  const { nonce, approvalId } = assertion?.challenge ?? {};
  if (assertion?.staffId !== staffId || approvalId !== approval.id || nonce === undefined) return undefined;
  const expected = approvalChallenge(approval.id, approval.effect_digest, nonce).toString('base64url');
  const signed: { readonly challenge?: unknown } = JSON.parse(
    Buffer.from(passkey.response.clientDataJSON, 'base64url').toString('utf8'),
  );
  if (signed.challenge !== expected) return undefined;
  return { keyId: assertion.keyId, nonce, assertion: JSON.stringify(passkey) };
}

/** A rejection of a request, with its reason. */
export interface RejectedRequest {
  readonly approvalId: ApprovalId;
  readonly staffId: StaffId;
  /** Their session. */
  readonly token: string;
  readonly reason: string;
}

/**
 * Rejects a waiting request for good. Whoever may approve it may reject it, also if the requester has lost their right. Throws
 * MissingRight, NotFound.
 */
export async function rejectRequest(
  actions: Actions,
  scope: ActionScope,
  { approvalId, staffId, token, reason }: RejectedRequest,
): Promise<{ done: true } | Rejection<'alreadyClosed' | 'expired' | 'ownRequest' | 'concernsYou'>> {
  return inTransaction(scope.db, async (trx) => {
    const inside = { ...scope, db: trx };
    const approval = await lockedApproval(trx, approvalId, scope.brand);
    const fault = await approvalFault(inside, actionOf(actions, approval.action), approval, staffId);
    const closed = { approvalId: approval.id, token, now: scope.now };
    if (fault === 'expired') await closeApproval(trx, { ...closed, state: 'expired' });
    if (fault && fault !== 'requesterWithoutRight' && fault !== 'changed') return reject(fault);
    await closeApproval(trx, { ...closed, state: 'rejected', because: reason });
    return { done: true as const };
  });
}

/** Withdraws the person's own waiting request. Throws NotFound. */
export async function withdrawRequest(
  { db, brand, now }: ActionScope,
  approvalId: ApprovalId,
  { staffId, token }: { readonly staffId: StaffId; readonly token: string },
): Promise<{ done: true } | Rejection<'alreadyClosed' | 'notOwnRequest'>> {
  return inTransaction(db, async (trx) => {
    const approval = await lockedApproval(trx, approvalId, brand);
    if (approval.requested_by !== staffId) return reject('notOwnRequest');
    if (approval.state !== 'waiting') return reject('alreadyClosed');
    await closeApproval(trx, { approvalId: approval.id, state: 'withdrawn', token, now });
    return { done: true as const };
  });
}
