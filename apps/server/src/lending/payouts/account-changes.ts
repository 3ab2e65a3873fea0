import { createHash, randomBytes } from 'node:crypto';
import type { AccountId, BorrowerId } from '@hiram/contract/ids';
import { formatMoment } from '@hiram/loan/moments';
import type { Selectable } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import { queueText } from '../../messaging/messages.ts';
import { markToken } from '../../platform/cells/marks.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { endSessions } from '../../platform/http/sessions/session.ts';
import { newId } from '../../platform/ids.ts';
import { lockBorrower } from '../borrowers/borrower-store.ts';
import { localeOf } from '../borrowers/locale.ts';
import { cancelHeldPayouts } from './payout-holds.ts';
import type { AccountRow } from './payout-store.ts';

export type AccountChangeRow = Selectable<Database['account_change']>;

const tokenBytes = 16;
const hourMs = 3_600_000;
/** The number of days for which the link for undoing a change is valid. */
const linkDays = 30;

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** Reports whether the borrower has or had an account. */
export async function hasHadAccount(db: Db, borrowerId: BorrowerId): Promise<boolean> {
  const any = await db
    .selectFrom('bank_account')
    .select('id')
    .where('borrower_id', '=', borrowerId)
    .limit(1)
    .executeTakeFirst();
  return any !== undefined;
}

/**
 * Records that an account replaced another, holds payouts to it, and texts the owner of the phone number a link for undoing the
 * change. Runs in the transaction that binds the account. An account is not held if it replaces one from which a payout was
 * returned: the borrower could not be paid there. It is held if it follows an account that its owner disowned or a reviewer
 * refused. Throws if the cap on texts is reached: the caller calls `canQueueText` first, in the same transaction.
 */
export async function noteAccountChange(
  trx: Db,
  appContext: AppContext,
  change: {
    readonly borrowerId: BorrowerId;
    readonly accountId: AccountId;
    readonly tail: string;
    readonly former: AccountRow | undefined;
  },
): Promise<void> {
  const now = appContext.clock.now();
  const { brand, phone, translate, lang } = await localeOf(trx, appContext, change.borrowerId);
  const token = markToken(randomBytes(tokenBytes).toString('base64url'));
  const isHeld = change.former !== undefined || !(await isLastReturned(trx, change));
  const hours = isHeld ? brand.identity.accountHoldHours : 0;
  const holdUntil = new Date(now.getTime() + hours * hourMs);
  await trx
    .insertInto('account_change')
    .values({
      borrower_id: change.borrowerId,
      id: newId(),
      account_id: change.accountId,
      former_id: change.former?.id ?? null,
      token_hash: hashOf(token),
      changed_at: now,
      hold_until: holdUntil,
    })
    .execute();
  const link = `${appContext.config.publicUrl}/accountChange?${new URLSearchParams({ appName: brand.id, change: token })}`;
  const text = translate('sms.accountChanged', {
    name: brand.names.english,
    tail: change.tail,
    date: formatMoment(holdUntil, lang, brand.timeZone),
    link,
    phone: brand.servicePhone,
  });
  if (!(await queueText(trx, appContext, { brand: brand.id, phone, purpose: 'accountChanged', text, now })))
    throw new Error('The owner of the phone number cannot be texted about the replaced account.');
}

/** Reports whether a payout to the borrower's previous account was returned. */
async function isLastReturned(
  trx: Db,
  { borrowerId, accountId }: { readonly borrowerId: BorrowerId; readonly accountId: AccountId },
): Promise<boolean> {
  const last = await trx
    .selectFrom('bank_account')
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('payout')
            .select('payout.id')
            .whereRef('payout.borrower_id', '=', 'bank_account.borrower_id')
            .whereRef('payout.account_id', '=', 'bank_account.id')
            .where('payout.state', '=', 'returned'),
        )
        .as('returned'),
    ])
    .where('borrower_id', '=', borrowerId)
    .where('id', '<>', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return Boolean(last?.returned);
}

/** The change of a link's token; undefined for an unknown token, another brand's, or an expired one. */
export async function findAccountChange(
  db: Db,
  brand: Brand,
  token: string,
  now: Date,
): Promise<AccountChangeRow | undefined> {
  return db
    .selectFrom('account_change')
    .innerJoin('borrower', 'borrower.id', 'account_change.borrower_id')
    .selectAll('account_change')
    .where('token_hash', '=', hashOf(token))
    .where('borrower.brand', '=', brand.id)
    .where('changed_at', '>', new Date(now.getTime() - linkDays * 24 * hourMs))
    .executeTakeFirst();
}

/** Reports whether a payout to the account is under way or was paid. */
export async function isPaidTo(db: Db, change: AccountChangeRow): Promise<boolean> {
  const payout = await db
    .selectFrom('payout')
    .select('id')
    .where('borrower_id', '=', change.borrower_id)
    .where('account_id', '=', change.account_id)
    .where('state', '<>', 'returned')
    .limit(1)
    .executeTakeFirst();
  return payout !== undefined;
}

/**
 * Undoes a change, in the caller's transaction: its account is refused, the former one is active again, a held withdrawal is
 * cancelled, and all sessions end. Finished payouts stay paid. A repeated call changes nothing.
 */
export async function rejectChange(trx: Db, appContext: AppContext, change: AccountChangeRow): Promise<void> {
  const now = appContext.clock.now();
  await lockBorrower(trx, change.borrower_id);
  const updated = await trx
    .updateTable('account_change')
    .set({ disowned_at: now })
    .where('borrower_id', '=', change.borrower_id)
    .where('id', '=', change.id)
    .where('disowned_at', 'is', null)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) return;
  const setState = (id: AccountId, state: AccountRow['state']) =>
    trx
      .updateTable('bank_account')
      .set({ state })
      .where('borrower_id', '=', change.borrower_id)
      .where('id', '=', id);
  const { state } = await trx
    .selectFrom('bank_account')
    .select('state')
    .where('borrower_id', '=', change.borrower_id)
    .where('id', '=', change.account_id)
    .executeTakeFirstOrThrow();
  await setState(change.account_id, 'rejected').execute();
  // If the account was replaced again in the meantime, the newer one stays active: it has its own link.
  const former = state === 'active' ? await lastConfirmedAccount(trx, change) : null;
  if (former !== null) await setState(former, 'active').where('state', '=', 'replaced').execute();
  await cancelHeldPayouts(trx, change.borrower_id, { by: undefined, now });
  await endSessions(trx, change.borrower_id, now);
}

/** The account before a change. If a disowned change introduced that account, the account before it, and so on. */
async function lastConfirmedAccount(trx: Db, change: AccountChangeRow): Promise<AccountId | null> {
  let former = change.former_id;
  while (former !== null) {
    const disowned = await trx
      .selectFrom('account_change')
      .select('former_id')
      .where('borrower_id', '=', change.borrower_id)
      .where('account_id', '=', former)
      .where('disowned_at', 'is not', null)
      .executeTakeFirst();
    if (!disowned) return former;
    former = disowned.former_id;
  }
  return null;
}
