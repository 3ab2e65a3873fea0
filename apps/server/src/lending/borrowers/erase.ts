import type { ApprovalId, BorrowerId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context.ts';
import { removeUnused } from '../../pictures/remove-picture.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { rememberBlocked } from './blocks.ts';
import { borrowerById } from './borrower-store.ts';

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
  'application_address',
  'identity_check',
  'screening',
  'bureau_report',
  'note',
  'number_change',
  'bounced_address',
  'message_preference',
] as const;

/**
 * Erases a borrower with a pending request, in the caller's transaction: personal data is deleted, and a block is kept. Only the
 * database's own function may remove a phone number. `approvalId`: by which the staff erases it before its day; the database
 * rejects that without a second person.
 */
export async function eraseNow(
  trx: Db,
  appContext: AppContext,
  id: BorrowerId,
  approvalId?: ApprovalId,
): Promise<void> {
  const now = appContext.clock.now();
  await storeBlock(trx, appContext, id);
  for (const table of erasedTables) await trx.deleteFrom(table).where('borrower_id', '=', id).execute();
  const identity = await trx
    .selectFrom('picture')
    .select('id')
    .where('borrower_id', '=', id)
    .where('purpose', '=', 'identity')
    .execute();
  const pictures = identity.map((picture) => picture.id);
  if (pictures.length > 0) await removeUnused(trx, appContext, id, pictures);
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
  await sql`select erase_borrower(${id}::uuid, ${now}, ${approvalId ?? null}::uuid) from installation`.execute(
    trx,
  );
  await trx
    .updateTable('session')
    .set({ revoked_at: now })
    .where('borrower_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  await trx.deleteFrom('erasure_request').where('borrower_id', '=', id).execute();
}

/** Keeps a block after the erasure: digests of phone number and documents are stored. */
async function storeBlock(trx: Db, appContext: AppContext, borrowerId: BorrowerId): Promise<void> {
  const { brand, blocked_reason: reason } = await borrowerById(trx, borrowerId);
  const knownBrand = appContext.brands.get(brand);
  if (reason !== null && knownBrand)
    await rememberBlocked(trx, appContext, { brand: knownBrand, borrowerId, reason });
}
