import type { CallInput, RejectionOf } from '@hiram/contract/call';
import type { BorrowerId } from '@hiram/contract/ids';
import type * as calls from '@hiram/contract/promotion';
import { codeRequester } from '../../api/code-requester.ts';
import { inTransactionOf, type OpenHandler, type RequestContext } from '../../api/serve.ts';
import { mobileNumber, phoneMark } from '../../brands/phone.ts';
import { applyBlocks } from '../../lending/borrowers/blocks.ts';
import { borrowerByInvite } from '../../lending/borrowers/borrower-store.ts';
import { useCode } from '../../messaging/one-time-codes.ts';
import { lockVisitor, markRegistered } from '../../messaging/visitors.ts';
import { cellOfCode } from '../../platform/cells/marks.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { isRejection, type Rejection, reject, TooMany } from '../../platform/errors/rejection.ts';
import { tokenHash } from '../../platform/http/sessions/session.ts';
import { countUsage, returnUsage, type Usage } from '../../platform/usage-limits.ts';
import { type Source, sourceOf } from './attribution.ts';
import { inviteCodeLength, openAccount } from './open-account.ts';
import type { Promotion } from './promotion.ts';

/** Maximum numbers of wrong invite codes in a day. Right ones do not count. */
export const inviteTries = { visitor: 10, address: 60 } as const;
const inviteWaitSeconds = 3_600;

/** Registers a visitor, and records that step (PROM-13). */
export const register =
  (promotion: Promotion): OpenHandler<typeof calls.register> =>
  async (input, requestContext) => {
    const source = { ...sourceOf(input), template: input.templateId };
    const answer = await registerVisitor(input, source, requestContext);
    if (isRejection(answer) && answer.rejected === 'wrongCaptcha')
      await promotion.recordStep('captchaRejected', source, requestContext);
    if (isRejection(answer)) return answer;
    if ('borrowerId' in answer)
      await promotion.recordStep('registered', source, requestContext, answer.borrowerId);
    return {};
  };

type Answer = Outcome | Rejection<RejectionOf<typeof calls.register>>;
type Outcome = { readonly borrowerId: BorrowerId } | { readonly isRegistered: true };

/**
 * Registers a verified phone number (PROM-13). A repeated request creates one account and gets the same answer. Only someone who
 * verified the number learns that it has an account already (PROM-15).
 */
export async function registerVisitor(
  input: CallInput<typeof calls.register>,
  source: Source,
  requestContext: RequestContext,
): Promise<Answer> {
  const { appContext, brand } = requestContext;
  const phone = mobileNumber(brand, input.phone);
  if (!phone) return reject('malformedPhone', { field: 'phone' });
  requestContext.addLogFields({ how: 'code', mark: phoneMark(appContext.cipher, phone) });
  const guess = inviteUsage(requestContext, input.visitorId);
  if (input.inviteCode && !(await countUsage(appContext.db, appContext.cipher, guess)))
    throw new TooMany(inviteWaitSeconds);
  const outcome = await inTransaction(appContext.db, (trx) =>
    openVerifiedAccount(inTransactionOf(trx, requestContext), { input, phone, source }),
  );
  const isWrong = isRejection(outcome) && outcome.rejected === 'unknownInvite';
  if (input.inviteCode && !isWrong) await returnUsage(appContext.db, appContext.cipher, guess);
  return outcome;
}

/** The usage of a tried invite code. */
const inviteUsage = ({ brand, address, now }: RequestContext, visitorId: string): Usage => ({
  brand: brand.id,
  limits: [
    { kind: 'invite visitor', subject: visitorId, max: inviteTries.visitor },
    { kind: 'invite address', subject: address, max: inviteTries.address },
  ],
  now,
});

/**
 * Checks invite code and one-time code and opens the account, in the caller's transaction. Nothing throws for
 * wrong input, so that a counted try is never rolled back.
 */
async function openVerifiedAccount(
  requestContext: RequestContext,
  { input, phone, source }: { input: CallInput<typeof calls.register>; phone: string; source: Source },
): Promise<Answer> {
  const { appContext, db, brand, context, now } = requestContext;
  // Locks the visitor's row: a repeated request waits and then finds the first one's result.
  const visitor = await lockVisitor(db, {
    brand: brand.id,
    visitorId: input.visitorId,
    phone,
    deviceId: input.deviceId ?? context.deviceId,
  });
  // No code was sent to this number from this page and device: the way on is the new picture and "Get code".
  if (!visitor) return reject('wrongCaptcha', { field: 'captchaText', textId: 'rejection.codeFirst' });
  if (visitor.registered) return { isRegistered: true };
  const inviter = await inviterOf(requestContext, brand.id, input.inviteCode);
  if (input.inviteCode && !inviter) return reject('unknownInvite', { field: 'inviteCode' });
  const requester = {
    ...codeRequester(requestContext, phone, 'register'),
    visitor: tokenHash(input.visitorId),
  };
  if (!(await useCode(db, appContext.cipher, requester, { code: input.smsCode, now })))
    return reject('wrongCode', { field: 'smsCode' });
  const borrowerId = await openAccount(db, appContext, { brand, phone, invitedBy: inviter, source, now });
  if (borrowerId === undefined) return reject('registered', { field: 'phone' });
  requestContext.addLogFields({ borrower: borrowerId });
  await applyBlocks(db, appContext, brand, borrowerId);
  await markRegistered(db, input.visitorId, now);
  return { borrowerId };
}

/** The borrower who has an invitation code, in the cell that the code names. Throws Unavailable if that cell does not answer. */
async function inviterOf(
  { db, appContext: { cell, directory } }: RequestContext,
  brand: string,
  typed: string | undefined,
): Promise<string | undefined> {
  if (!typed) return undefined;
  const code = typed.trim().toUpperCase();
  const of = cellOfCode(code, inviteCodeLength);
  return of === undefined || of === cell.id || !directory
    ? borrowerByInvite(db, brand, code)
    : directory.inviter(of, brand, code);
}
