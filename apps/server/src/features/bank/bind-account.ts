import type { BorrowerRequest } from '../../api/serve.ts';
import { lockBorrower } from '../../lending/borrowers/borrower-store.ts';
import { accountMark, markIdentity } from '../../lending/borrowers/identity-marks.ts';
import { hasHadAccount, noteAccountChange } from '../../lending/payouts/account-changes.ts';
import { cancelHeldPayouts } from '../../lending/payouts/payout-holds.ts';
import { activeAccount } from '../../lending/payouts/payout-store.ts';
import { canQueueText } from '../../messaging/messages.ts';
import { newId } from '../../platform/ids.ts';

export interface NewAccount {
  readonly accountType: number;
  readonly channel: string;
  readonly institution: string;
  /** The branch's code, in India. */
  readonly ifsc: string | undefined;
  readonly number: string;
  readonly holder: string;
}

/** Reports whether this account is the borrower's active one already. */
export async function isBound(
  { appContext, db, borrower }: BorrowerRequest,
  account: NewAccount,
): Promise<boolean> {
  const active = await activeAccount(db, borrower.id);
  return (
    active !== undefined &&
    active.card_type === account.accountType &&
    active.channel === account.channel &&
    active.institution === account.institution &&
    active.ifsc === (account.ifsc ?? null) &&
    appContext.cipher.matches(account.number, active.number_digest) &&
    appContext.cipher.decrypt(active.holder_encrypted) === account.holder
  );
}

/**
 * Binds an account, in the caller's transaction. Binding the same account again changes nothing. `canReplace`: the borrower
 * entered a code for it. Returns `needsCode` if it would replace an account without that code, and
 * `cannotNotify` if the owner of the number cannot be texted today: an account is never replaced without that text. Neither
 * changes anything.
 */
export async function bindAccount(
  requestContext: BorrowerRequest,
  account: NewAccount,
  canReplace: boolean,
): Promise<'bound' | 'needsCode' | 'cannotNotify'> {
  const { appContext, db: trx, borrower, now } = requestContext;
  const { accountType, institution, number } = account;
  await lockBorrower(trx, borrower.id);
  if (await isBound(requestContext, account)) return 'bound';
  const isReplacing = await hasHadAccount(trx, borrower.id);
  if (isReplacing && !canReplace) return 'needsCode';
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
      card_type: accountType,
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
  await markIdentity(trx, appContext, borrower, {
    kind: 'account',
    values: [accountMark(accountType, institution, number)],
  });
  // A held payout to the former account is cancelled. The borrower requests it again.
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
