import { basename } from 'node:path';
import type { LoanImportId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { FieldCipher } from '../../platform/crypto/field-cipher.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { fileDigest } from '../../platform/files/file-digest.ts';
import { newId } from '../../platform/ids.ts';
import { UsageError } from '../command.ts';
import { checkFile } from './check-file.ts';
import { type ReadingContext, type ReadLoan, readLoan } from './read-loan.ts';
import { readTemplate } from './read-template.ts';

const batchSize = 500;

export interface Staging extends ReadingContext {
  readonly file: string;
  readonly now: Date;
  readonly cipher: FieldCipher;
  progress(line: string): void;
}

/**
 * Checks a file and stages its loans, in batches. The same file again goes on where it was interrupted.
 * Nothing is staged of a file with faults: throws TemplateFault. Throws UsageError for another day than the
 * first time, and if another command undid the import, or stages the same loans, meanwhile.
 */
export async function stageLoans(db: Db, staging: Staging): Promise<LoanImportId> {
  const { brand, asOf, file, now, progress } = staging;
  const sha256 = await fileDigest(file);
  const before = await db
    .selectFrom('loan_import')
    .selectAll()
    .where('brand', '=', brand.id)
    .where('sha256', '=', sha256)
    .where('state', '<>', 'undone')
    .executeTakeFirst();
  if (before && before.as_of !== asOf)
    throw new UsageError(`--on: this file was imported with the balances of ${before.as_of}`);
  if (before && before.state !== 'staging') return before.id;
  const loans = await checkFile(db, staging, { file, importId: before?.id });
  progress(`${loans} loans are without a fault.`);
  const id = before?.id ?? newId<'loanImport'>();
  if (!before) {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('loan_import')
      .values({
        id,
        brand: brand.id,
        file_name: basename(file),
        sha256,
        as_of: asOf,
        loans,
        state: 'staging',
        started_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) throw stagedBeside();
  }
  await stageBatches(db, id, staging);
  const { numAffectedRows } =
    await sql`update loan_import set state = 'staged' where id = ${id} and state = 'staging'`.execute(db);
  if (numAffectedRows !== 1n) throw endedMeanwhile(id);
  return id;
}

const endedMeanwhile = (id: LoanImportId) =>
  new UsageError(`FILE: another command ended or undid its import ${id} meanwhile`);

const stagedBeside = () =>
  new UsageError(
    'FILE: another command stages its loans at the same time: repeat this one when that has ended',
  );

/** Holds an import in its state until the transaction ends. Throws UsageError unless its loans are being staged. */
async function holdStaging(trx: Db, id: LoanImportId): Promise<void> {
  const row = await trx
    .selectFrom('loan_import')
    .select('id')
    .where('id', '=', id)
    .where('state', '=', 'staging')
    .forShare()
    .executeTakeFirst();
  if (!row) throw endedMeanwhile(id);
}

async function stageBatches(db: Db, id: LoanImportId, staging: Staging): Promise<void> {
  const staged = await db
    .selectFrom('imported_loan')
    .select('reference')
    .where('import_id', '=', id)
    .execute();
  const done = new Set(staged.map(({ reference }) => reference));
  let batch: ReadLoan[] = [];
  let count = done.size;
  const flush = async () => {
    if (batch.length === 0) return;
    const rows = batch.map((loan) => rowOf(id, loan, staging));
    await inTransaction(db, async (trx) => {
      await holdStaging(trx, id);
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('imported_loan')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows !== BigInt(rows.length)) throw stagedBeside();
    });
    count += batch.length;
    batch = [];
    staging.progress(`${count} loans staged`);
  };
  for await (const lines of readTemplate(staging.file)) {
    if ('total' in lines || done.has(lines.loan.cells.loan)) continue;
    batch.push(readLoan(lines, staging));
    if (batch.length >= batchSize) await flush();
  }
  await flush();
}

function rowOf(id: LoanImportId, { line, draft, opening, computed }: ReadLoan, { brand, cipher }: Staging) {
  return {
    import_id: id,
    brand: brand.id,
    reference: draft.reference,
    line,
    data_encrypted: cipher.encrypt(JSON.stringify(draft)),
    opening: JSON.stringify(opening),
    computed: JSON.stringify(computed),
  };
}
