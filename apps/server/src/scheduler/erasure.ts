import type { BorrowerId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { AppContext } from '../context/app-context.ts';
import { rememberBlocked } from '../lending/borrowers/blocks.ts';
import { runningOrder } from '../lending/loans/loans.ts';
import { lockBorrower } from '../lending/origination/apply.ts';
import { closeTask } from '../lending/tasks.ts';
import { type Db, inTransaction } from '../platform/database/connect.ts';

const batch = 50;

/** Tables whose rows are deleted with the account. A test compares the list with docs/data.md. */
export const erasedTables = [
  'borrower_profile',
  'profile_draft',
  'profile_history',
  'device',
  'device_location',
  'reference_contact',
  'consent',
  'saved_loan',
  'partner_answer',
  'identity_mark',
] as const;

/**
 * Erases accounts whose cancellation period is over: personal data is deleted, and records that lending law requires (loans,
 * payments, agreements) stay without a phone number. A running loan cancels the request.
 */
export async function eraseAccounts(appContext: AppContext, brand: string, today: LocalDate): Promise<void> {
  const due = await appContext.db
    .selectFrom('erasure_request')
    .innerJoin('borrower', 'borrower.id', 'erasure_request.borrower_id')
    .select('borrower.id')
    .where('borrower.brand', '=', brand)
    .where('erase_on', '<=', today)
    .limit(batch)
    .execute();
  for (const { id } of due)
    await inTransaction(appContext.db, async (trx) => {
      await lockBorrower(trx, id);
      const request = await trx
        .selectFrom('erasure_request')
        .select('borrower_id')
        .where('borrower_id', '=', id)
        .executeTakeFirst();
      if (!request) return;
      const isRunning = (await runningOrder(trx, id)) !== undefined;
      if (!isRunning) {
        await storeBlock(trx, appContext, id);
        await erase(trx, id, appContext.clock.now());
      }
      await trx.deleteFrom('erasure_request').where('borrower_id', '=', id).execute();
      await closeTask(trx, { kind: 'erasure', subjectId: id }, appContext.clock.now());
    });
}

/** Erases a borrower with a pending request. Only the database's own function may remove a phone number. */
async function erase(trx: Db, id: BorrowerId, now: Date): Promise<void> {
  for (const table of erasedTables) await trx.deleteFrom(table).where('borrower_id', '=', id).execute();
  // A card with payments stays with them.
  await trx
    .deleteFrom('debit_card')
    .where('borrower_id', '=', id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('card_payment')
            .select('card_payment.id')
            .whereRef('card_payment.borrower_id', '=', 'debit_card.borrower_id')
            .whereRef('card_payment.card_id', '=', 'debit_card.id'),
        ),
      ),
    )
    .execute();
  await sql`select erase_borrower(${id}::uuid, ${now})`.execute(trx);
  await trx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('borrower_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
}

/** Keeps a block after the erasure: digests of phone number and documents are stored. */
async function storeBlock(trx: Db, appContext: AppContext, borrowerId: BorrowerId): Promise<void> {
  const { brand, blocked_reason: reason } = await trx
    .selectFrom('borrower')
    .select(['brand', 'blocked_reason'])
    .where('id', '=', borrowerId)
    .executeTakeFirstOrThrow();
  const knownBrand = appContext.brands.get(brand);
  if (reason !== null && knownBrand)
    await rememberBlocked(trx, appContext, { brand: knownBrand, borrowerId, reason });
}
