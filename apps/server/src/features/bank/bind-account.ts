import type { AppContext } from '../../context/app-context.ts';
import { accountMark, markIdentity } from '../../lending/borrowers/identity-marks.ts';
import { lockBorrower } from '../../lending/origination/apply.ts';
import { hasHadAccount, noteAccountChange } from '../../lending/payouts/account-changes.ts';
import { cancelHeldPayouts } from '../../lending/payouts/payout-holds.ts';
import { activeAccount } from '../../lending/payouts/payouts.ts';
import { canQueueText } from '../../messaging/messages.ts';
import type { Db } from '../../platform/database/connect.ts';
import type { Borrower } from '../../platform/http/session.ts';
import { newId } from '../../platform/ids.ts';

export interface NewAccount {
  readonly cardType: number;
  readonly channel: string;
  readonly institution: string;
  /** The branch, in India. */
  readonly ifsc: string | undefined;
  readonly number: string;
  readonly holder: string;
}

/** Is this very account the borrower's active one already? */
export async function isBound(
  db: Db,
  appContext: AppContext,
  borrowerId: string,
  account: NewAccount,
): Promise<boolean> {
  const active = await activeAccount(db, borrowerId);
  return (
    active !== undefined &&
    active.card_type === account.cardType &&
    active.channel === account.channel &&
    active.institution === account.institution &&
    active.ifsc === (account.ifsc ?? null) &&
    appContext.cipher.matches(account.number, active.number_digest) &&
    appContext.cipher.decrypt(active.holder_encrypted) === account.holder
  );
}

/**
 * Binds an account, in a transaction of the caller's; the same one twice changes nothing. `mayReplace`: a code was given for
 * replacing another. `needsCode` where it would replace one without, `cannotNotify` where no text can go to the owner of the
 * number today: an account is never replaced without that notice. Nothing is changed in either case.
 */
export async function bindAccount(
  trx: Db,
  appContext: AppContext,
  borrower: Borrower,
  account: NewAccount,
  mayReplace: boolean,
): Promise<'bound' | 'needsCode' | 'cannotNotify'> {
  const { cardType, institution, number } = account;
  const now = appContext.clock.now();
  await lockBorrower(trx, borrower.id);
  if (await isBound(trx, appContext, borrower.id, account)) return 'bound';
  const isReplacing = await hasHadAccount(trx, borrower.id);
  if (isReplacing && !mayReplace) return 'needsCode';
  const { brand, phone } = borrower;
  if (isReplacing && !(await canQueueText(trx, { brand, phone, purpose: 'accountChanged', now })))
    return 'cannotNotify';
  const former = await activeAccount(trx, borrower.id);
  await trx
    .updateTable('bank_account')
    .set({ state: 'replaced' })
    .where('borrower_id', '=', borrower.id)
    .where('state', '=', 'active')
    .execute();
  const id = newId();
  await trx
    .insertInto('bank_account')
    .values({
      borrower_id: borrower.id,
      id,
      card_type: cardType,
      channel: account.channel,
      institution,
      ifsc: account.ifsc ?? null,
      number_encrypted: appContext.cipher.encrypt(number),
      number_tail: number.slice(-4),
      number_digest: appContext.cipher.digest(number),
      holder_encrypted: appContext.cipher.encrypt(account.holder),
      state: 'active',
      created_at: now,
    })
    .execute();
  await markIdentity(trx, appContext, borrower, 'account', [accountMark(cardType, institution, number)]);
  // What waits for the former account is asked for once more, to this one.
  await cancelHeldPayouts(trx, borrower.id, { by: undefined, now });
  if (isReplacing)
    await noteAccountChange(trx, appContext, {
      borrowerId: borrower.id,
      accountId: id,
      tail: number.slice(-4),
      former,
    });
  return 'bound';
}
