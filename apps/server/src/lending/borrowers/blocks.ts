import type { BorrowerId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { type BorrowerRow, borrowerById } from './borrower-store.ts';
import { documentsIn } from './identity-marks.ts';
import { type Certified, certifiedValues } from './profile.ts';

interface Mark {
  readonly kind: 'phone' | 'document';
  readonly digest: Buffer;
}

type Borrower = Pick<BorrowerRow, 'id' | 'phone' | 'erased_at'>;

/** Digests of a borrower's number and documents, by which a blocked person is known again. */
export async function blockMarks(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  borrower: Borrower,
): Promise<readonly Mark[]> {
  return marksIn(appContext, brand, borrower, await certifiedValues(trx, appContext.cipher, borrower.id));
}

function marksIn(
  { matcher }: Pick<AppContext, 'matcher'>,
  brand: Brand,
  { phone, erased_at }: Borrower,
  values: Certified['values'],
): readonly Mark[] {
  const mark = (kind: Mark['kind'], value: string) => ({
    kind,
    digest: matcher.digest(kind, brand.id, value),
  });
  const documents = documentsIn(brand, values).map((value) => mark('document', value));
  return erased_at === null ? [mark('phone', phone), ...documents] : documents;
}

/**
 * The reason why a person with the borrower's phone number or a document among the values is blocked, as a
 * column; null: none is.
 */
export function matchingBlock(
  appContext: Pick<AppContext, 'matcher'>,
  brand: Brand,
  borrower: Borrower,
  values: Certified['values'],
) {
  const marks = marksIn(appContext, brand, borrower, values);
  return sql<
    string | null
  >`(select reason from blocked_person where brand = ${brand.id} and (kind, digest) in (
    select * from unnest(${marks.map(({ kind }) => kind)}::text[], ${marks.map(({ digest }) => digest)}::bytea[])) limit 1)`;
}

/**
 * Blocks a borrower who has the phone number or a document of a blocked person, so that deleting and reopening an account does
 * not lift a block. Runs in the caller's transaction.
 */
export async function applyBlocks(
  trx: Db,
  appContext: AppContext,
  brand: Brand,
  borrowerId: BorrowerId,
): Promise<void> {
  const borrower = await borrowerById(trx, borrowerId);
  if (borrower.blocked_reason !== null) return;
  const values = await certifiedValues(trx, appContext.cipher, borrowerId);
  const { rows } = await sql<{ reason: string | null }>`
    select ${matchingBlock(appContext, brand, borrower, values)} as reason`.execute(trx);
  const reason = rows[0]?.reason;
  if (reason) await markBlocked(trx, borrowerId, reason);
}

/** Blocks this borrower, in the caller's transaction. */
export async function markBlocked(trx: Db, borrowerId: BorrowerId, reason: string): Promise<void> {
  await sql`select block_borrower(${borrowerId}::uuid, ${reason}) from installation`.execute(trx);
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
  await markBlocked(trx, block.borrowerId, block.reason);
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
