import type { CallInput, RefusalOf } from '@hiram/contract/call';
import type { register } from '@hiram/contract/promotion';
import type { Visit } from '../../api/serve.ts';
import { mobileNumber, phoneMark } from '../../brands/phone.ts';
import type { House } from '../../context/app-context.ts';
import { applyBlocks } from '../../lending/borrowers/blocks.ts';
import { useCode } from '../../messaging/one-time-codes.ts';
import { lockVisitor, markRegistered } from '../../messaging/visitors.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import { isRefused, type Refused, refuse, TooMany } from '../../platform/errors/rejection.ts';
import { tokenHash } from '../../platform/http/session.ts';
import { giveUsageBack, takeUsage, type Usage } from '../../platform/usage-limits.ts';
import type { Source } from './attribution.ts';
import { openAccount } from './open-account.ts';

/** Wrong invite codes a day: whoever guesses them pays for each. Right ones do not count. */
export const inviteTries = { visitor: 10, address: 60 } as const;
const inviteWaitSeconds = 3_600;

type Answer = Outcome | Refused<RefusalOf<typeof register>>;
type Outcome = { readonly borrowerId: string } | { readonly again: true };

/**
 * Registers the number that was proven (PROM-13). Told twice, as a double tap tells it, there is one account and the same
 * answer; whoever proved a number that had an account before learns so, and nobody else (PROM-15).
 */
export async function registerVisitor(
  house: House,
  input: CallInput<typeof register>,
  source: Source,
  visit: Visit,
): Promise<Answer> {
  const { brand, context, proof, address, now } = visit;
  const phone = mobileNumber(brand, input.phone);
  if (!phone) return refuse('malformedPhone', { field: 'phone' });
  visit.tell({ how: 'code', mark: phoneMark(house.seal, phone) });
  const guess: Usage = {
    brand: brand.id,
    limits: [
      { kind: 'invite visitor', subject: input.sid, max: inviteTries.visitor },
      { kind: 'invite address', subject: address, max: inviteTries.address },
    ],
    now,
  };
  if (input.invite_code && !(await takeUsage(house.db, house.seal, guess)))
    throw new TooMany(inviteWaitSeconds);
  const outcome = await inTransaction(house.db, async (trx): Promise<Answer> => {
    // The visitor's row is held: a second tap waits here and then finds what the first one did. Nothing below throws for
    // what a person typed, so a counted try is never rolled back.
    const visitor = await lockVisitor(trx, brand.id, input.sid, input.capcode);
    if (!visitor || visitor.phone !== phone) return refuse('wrongCaptcha', { field: 'capcode' });
    if (visitor.registered) return { again: true };
    const inviter = await inviterOf(trx, brand.id, input.invite_code);
    if (input.invite_code && !inviter) return refuse('unknownInvite', { field: 'invite_code' });
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
    if (!(await useCode(trx, house.seal, asker, { code: input.smsCode, now })))
      return refuse('wrongCode', { field: 'smsCode' });
    const borrowerId = await openAccount(trx, { brand, phone, invitedBy: inviter, source, now });
    if (borrowerId === undefined) return refuse('registered', { field: 'phone' });
    visit.tell({ borrower: borrowerId });
    await applyBlocks(trx, house, brand, borrowerId);
    await markRegistered(trx, input.sid, now);
    return { borrowerId };
  });
  const isWrong = isRefused(outcome) && outcome.refused === 'unknownInvite';
  if (input.invite_code && !isWrong) await giveUsageBack(house.db, house.seal, guess);
  return outcome;
}

async function inviterOf(db: Db, brand: string, code: string | undefined): Promise<string | undefined> {
  if (!code) return undefined;
  const found = await db
    .selectFrom('borrower')
    .select('id')
    .where('brand', '=', brand)
    .where('invite_code', '=', code.trim().toUpperCase())
    .executeTakeFirst();
  return found?.id;
}
