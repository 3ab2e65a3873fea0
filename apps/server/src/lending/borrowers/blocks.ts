import type { BorrowerId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { borrowerById } from './borrower-store.ts';
import { documentsIn } from './identity-marks.ts';
import { type Certified, certifiedValues } from './profile.ts';

interface Mark {
  readonly kind: 'phone' | 'document';
  readonly digest: Buffer;
}

type Borrower = Awaited<ReturnType<typeof borrowerById>>;

/** Digests of a borrower's number and documents, by which a blocked person is known again. `values`: the certified ones, where they are read. */
export async function blockMarks(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  { id, phone, erased_at }: Borrower,
  values?: Certified['values'],
): Promise<readonly Mark[]> {
  const documents = documentsIn(brand, values ?? (await certifiedValues(trx, appContext.cipher, id)));
  const digest = (kind: Mark['kind'], value: string) => appContext.matcher.digest(kind, brand.id, value);
  return [
    ...(erased_at === null ? [{ kind: 'phone' as const, digest: digest('phone', phone) }] : []),
    ...documents.map((value) => ({ kind: 'document' as const, digest: digest('document', value) })),
  ];
}

/** The reason why a person with the borrower's phone number or a document of theirs is blocked; undefined: none is. */
async function matchingBlock(
  db: Db,
  appContext: AppContext,
  brand: Brand,
  borrower: Borrower,
  values?: Certified['values'],
): Promise<string | undefined> {
  const marks = await blockMarks(db, appContext, brand, borrower, values);
  const found = await db
    .selectFrom('blocked_person')
    .select('reason')
    .where('brand', '=', brand.id)
    .where((eb) =>
      eb.or(marks.map(({ kind, digest }) => eb.and([eb('kind', '=', kind), eb('digest', '=', digest)]))),
    )
    .limit(1)
    .executeTakeFirst();
  return found?.reason;
}

/** The reason why the borrower is blocked, or will be as soon as `applyBlocks` runs; undefined: neither. It changes nothing. */
export async function blockOf(
  db: Db,
  appContext: AppContext,
  brand: Brand,
  borrowerId: BorrowerId,
  values?: Certified['values'],
): Promise<string | undefined> {
  const borrower = await borrowerById(db, borrowerId);
  return borrower.blocked_reason ?? matchingBlock(db, appContext, brand, borrower, values);
}

/**
 * Blocks a borrower who has the phone number or a document of a blocked person, so that deleting and reopening an account does
 * not lift a block. Runs in the caller's transaction, which may have read the certified `values`. Returns whether the borrower is
 * blocked.
 */
export async function applyBlocks(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  borrowerId: BorrowerId,
  values?: Certified['values'],
): Promise<boolean> {
  const borrower = await borrowerById(trx, borrowerId);
  if (borrower.blocked_reason !== null) return true;
  const reason = await matchingBlock(trx, appContext, brand, borrower, values);
  if (reason === undefined) return false;
  await sql`select block_borrower(${borrowerId}::uuid, ${reason}) from installation`.execute(trx);
  return true;
}

interface Block {
  readonly brand: Brand;
  readonly borrowerId: BorrowerId;
  readonly reason: string;
}

/** Stores digests of a blocked person's phone number and documents. Blocking again restarts their retention period. */
export async function rememberBlocked(
  trx: Db,
  appContext: AppContext,
  { brand, borrowerId, reason }: Block,
): Promise<void> {
  const marks = await blockMarks(trx, appContext, brand, await borrowerById(trx, borrowerId));
  for (const mark of marks)
    await trx
      .insertInto('blocked_person')
      .values({ brand: brand.id, ...mark, reason, blocked_at: appContext.clock.now() })
      .onConflict((conflict) =>
        conflict
          .columns(['brand', 'kind', 'digest'])
          .doUpdateSet({ reason, blocked_at: appContext.clock.now() }),
      )
      .execute();
  await enterBlocked(appContext, marks);
}

/** A block holds in its cell whether the directory of the cells answers or not; `hiram cells index` enters it later. */
async function enterBlocked({ directory, cell, log }: AppContext, marks: readonly Mark[]): Promise<void> {
  try {
    await directory?.share(
      cell.id,
      marks.map(({ digest }) => ({ kind: 'blocked', digest })),
    );
  } catch (error) {
    log.warn({ err: error }, 'the directory of the cells does not know a block');
  }
}

/** Blocks a borrower and every later account with the same phone number or document. Runs in the caller's transaction. */
export async function blockBorrower(trx: Db, appContext: AppContext, block: Block): Promise<void> {
  await sql`select block_borrower(${block.borrowerId}::uuid, ${block.reason}) from installation`.execute(trx);
  await rememberBlocked(trx, appContext, block);
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
  const borrower = await borrowerById(trx, borrowerId);
  const marks = await blockMarks(trx, appContext, brand, borrower);
  await appContext.directory?.forget(
    appContext.cell.id,
    marks.map(({ digest }) => ({ kind: 'blocked', digest })),
  );
  for (const { kind, digest } of marks)
    await trx
      .deleteFrom('blocked_person')
      .where('brand', '=', brand.id)
      .where('kind', '=', kind)
      .where('digest', '=', digest)
      .execute();
}
