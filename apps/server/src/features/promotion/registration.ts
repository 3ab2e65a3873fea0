import type { CallInput, RejectionOf } from '@hiram/contract/call';
import type { register } from '@hiram/contract/promotion';
import type { RequestContext } from '../../api/serve.ts';
import { mobileNumber, phoneMark } from '../../brands/phone.ts';
import type { AppContext } from '../../context/app-context.ts';
import { applyBlocks } from '../../lending/borrowers/blocks.ts';
import { useCode } from '../../messaging/one-time-codes.ts';
import { lockVisitor, markRegistered } from '../../messaging/visitors.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import { isRejection, type Rejection, reject, TooMany } from '../../platform/errors/rejection.ts';
import { tokenHash } from '../../platform/http/session.ts';
import { returnUsage, takeUsage, type Usage } from '../../platform/usage-limits.ts';
import type { Source } from './attribution.ts';
import { openAccount } from './open-account.ts';

/** Maximum numbers of wrong invite codes in a day. Right ones do not count. */
export const inviteTries = { visitor: 10, address: 60 } as const;
const inviteWaitSeconds = 3_600;

type Answer = Outcome | Rejection<RejectionOf<typeof register>>;
type Outcome = { readonly borrowerId: string } | { readonly again: true };

/**
 * Registers a verified phone number (PROM-13). A repeated request creates one account and gets the same answer. Only someone who
 * verified the number learns that it has an account already (PROM-15).
 */
export async function registerVisitor(
  appContext: AppContext,
  input: CallInput<typeof register>,
  source: Source,
  requestContext: RequestContext,
): Promise<Answer> {
  const { brand, context, proof, address, now } = requestContext;
  const phone = mobileNumber(brand, input.phone);
  if (!phone) return reject('malformedPhone', { field: 'phone' });
  requestContext.addLogFields({ how: 'code', mark: phoneMark(appContext.cipher, phone) });
  const guess: Usage = {
    brand: brand.id,
    limits: [
      { kind: 'invite visitor', subject: input.sid, max: inviteTries.visitor },
      { kind: 'invite address', subject: address, max: inviteTries.address },
    ],
    now,
  };
  if (input.invite_code && !(await takeUsage(appContext.db, appContext.cipher, guess)))
    throw new TooMany(inviteWaitSeconds);
  const outcome = await inTransaction(appContext.db, async (trx): Promise<Answer> => {
    // Locks the visitor's row: a repeated request waits and then finds the first one's result. Nothing below throws for wrong
    // input, so that a counted try is never rolled back.
    const visitor = await lockVisitor(trx, brand.id, input.sid, input.capcode);
    if (!visitor || visitor.phone !== phone) return reject('wrongCaptcha', { field: 'capcode' });
    if (visitor.registered) return { again: true };
    const inviter = await inviterOf(trx, brand.id, input.invite_code);
    if (input.invite_code && !inviter) return reject('unknownInvite', { field: 'invite_code' });
    const { deviceId } = context;
    const sid = tokenHash(input.sid);
    const asker = {
      brand: brand.id,
      phone,
      purpose: 'register',
      deviceId,
      address,
      proof,
      visitor: sid,
    } as const;
    if (!(await useCode(trx, appContext.cipher, asker, { code: input.smsCode, now })))
      return reject('wrongCode', { field: 'smsCode' });
    const borrowerId = await openAccount(trx, { brand, phone, invitedBy: inviter, source, now });
    if (borrowerId === undefined) return reject('registered', { field: 'phone' });
    requestContext.addLogFields({ borrower: borrowerId });
    await applyBlocks(trx, appContext, brand, borrowerId);
    await markRegistered(trx, input.sid, now);
    return { borrowerId };
  });
  const isWrong = isRejection(outcome) && outcome.rejected === 'unknownInvite';
  if (input.invite_code && !isWrong) await returnUsage(appContext.db, appContext.cipher, guess);
  return outcome;
}

async function inviterOf(db: Db, brand: string, code: string | undefined): Promise<string | undefined> {
  if (!code) return undefined;
  const inviter = await db
    .selectFrom('borrower')
    .select('id')
    .where('brand', '=', brand)
    .where('invite_code', '=', code.trim().toUpperCase())
    .executeTakeFirst();
  return inviter?.id;
}
