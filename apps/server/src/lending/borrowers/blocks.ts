import type { BorrowerId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connect.ts';
import { documentsIn } from './identity-marks.ts';
import { certifiedValues } from './profile.ts';

interface Mark {
  readonly kind: 'phone' | 'document';
  readonly digest: Buffer;
}

async function marksOf(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  borrowerId: BorrowerId,
): Promise<readonly Mark[]> {
  const { phone, erased_at } = await trx
    .selectFrom('borrower')
    .select(['phone', 'erased_at'])
    .where('id', '=', borrowerId)
    .executeTakeFirstOrThrow();
  const documents = documentsIn(brand, await certifiedValues(trx, appContext.cipher, borrowerId));
  const digest = (kind: Mark['kind'], value: string) => appContext.matcher.digest(kind, brand.id, value);
  return [
    ...(erased_at === null ? [{ kind: 'phone' as const, digest: digest('phone', phone) }] : []),
    ...documents.map((value) => ({ kind: 'document' as const, digest: digest('document', value) })),
  ];
}

/**
 * Blocks a borrower who has the phone number or a document of a blocked person, so that deleting and reopening an account does
 * not lift a block. Runs in the caller's transaction. Returns whether the borrower is blocked.
 */
export async function applyBlocks(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  borrowerId: BorrowerId,
): Promise<boolean> {
  const { blocked_reason } = await trx
    .selectFrom('borrower')
    .select('blocked_reason')
    .where('id', '=', borrowerId)
    .executeTakeFirstOrThrow();
  if (blocked_reason !== null) return true;
  for (const { kind, digest } of await marksOf(trx, appContext, brand, borrowerId)) {
    const blockedPerson = await trx
      .selectFrom('blocked_person')
      .select('reason')
      .where('brand', '=', brand.id)
      .where('kind', '=', kind)
      .where('digest', '=', digest)
      .executeTakeFirst();
    if (!blockedPerson) continue;
    await sql`select block_borrower(${borrowerId}::uuid, ${blockedPerson.reason})`.execute(trx);
    return true;
  }
  return false;
}

/** Stores digests of a blocked person's phone number and documents. Blocking again restarts their retention period. */
export async function rememberBlocked(
  trx: Db,
  appContext: AppContext,
  {
    brand,
    borrowerId,
    reason,
  }: { readonly brand: Brand; readonly borrowerId: BorrowerId; readonly reason: string },
): Promise<void> {
  for (const mark of await marksOf(trx, appContext, brand, borrowerId))
    await trx
      .insertInto('blocked_person')
      .values({ brand: brand.id, ...mark, reason, blocked_at: appContext.clock.now() })
      .onConflict((conflict) =>
        conflict
          .columns(['brand', 'kind', 'digest'])
          .doUpdateSet({ reason, blocked_at: appContext.clock.now() }),
      )
      .execute();
}

/** Blocks a borrower and every later account with the same phone number or document. Runs in the caller's transaction. */
export async function blockBorrower(
  trx: Db,
  appContext: AppContext,
  {
    brand,
    borrowerId,
    reason,
  }: { readonly brand: Brand; readonly borrowerId: BorrowerId; readonly reason: string },
): Promise<void> {
  await sql`select block_borrower(${borrowerId}::uuid, ${reason})`.execute(trx);
  await rememberBlocked(trx, appContext, { brand, borrowerId, reason });
}

/**
 * Deletes the stored digests of a blocked person, in the caller's transaction. Only the schema's owner can lift the block
 * itself.
 */
export async function forgetBlocked(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  borrowerId: BorrowerId,
): Promise<void> {
  for (const { kind, digest } of await marksOf(trx, appContext, brand, borrowerId))
    await trx
      .deleteFrom('blocked_person')
      .where('brand', '=', brand.id)
      .where('kind', '=', kind)
      .where('digest', '=', digest)
      .execute();
}
