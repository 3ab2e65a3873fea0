import type { ColumnMap } from '@hiram/contract/console/bank-statement';
import type { StaffId, StatementImportId, StatementLineId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { AppContext } from '../../../context/app-context.ts';
import type { Db } from '../../../platform/database/connect.ts';
import { newId } from '../../../platform/ids.ts';
import { dueAfter, openTask } from '../../tasks.ts';
import type { NumberedLine } from './read-statement.ts';
import { isClaimed } from './statement-lines.ts';

/** Lines that one statement of SQL stores. */
const batch = 1_000;

export interface StatementFile {
  readonly brand: string;
  readonly account: string;
  readonly fileName: string;
  readonly map: ColumnMap;
  readonly staffId: StaffId;
  readonly now: Date;
}

/** The result of an import. `amount` in cents; `matched`: lines that a waiting claim names. */
export interface Imported {
  readonly added: number;
  readonly amount: number;
  readonly matched: number;
}

/**
 * Stores the lines of a statement that are not there yet, and its column map. They get one task for the file,
 * until each is used or set aside. Runs in the caller's transaction; a trial is rolled back.
 */
export async function importLines(
  trx: Db,
  { cipher }: Pick<AppContext, 'cipher'>,
  file: StatementFile,
  lines: readonly NumberedLine[],
): Promise<Imported> {
  const { brand, account, fileName, staffId, now } = file;
  // Imports of one account wait for each other, so that each line is added by one of them.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`statement ${brand} ${account}`}, 0))`.execute(
    trx,
  );
  const map = { map: JSON.stringify(file.map), saved_by: staffId, saved_at: now };
  await trx
    .insertInto('statement_map')
    .values({ brand, account, ...map })
    .onConflict((conflict) => conflict.columns(['brand', 'account']).doUpdateSet(map))
    .execute();
  const id = newId() as StatementImportId;
  const entry = { id, brand, account, file_name: fileName, imported_by: staffId, imported_at: now };
  await trx
    .insertInto('statement_import')
    .values({ ...entry, lines: lines.length, added: 0 })
    .execute();
  const added = await insertLines(
    trx,
    { id, brand, account, encrypt: (text) => cipher.encrypt(text) },
    lines,
  );
  await trx.updateTable('statement_import').set({ added: added.length }).where('id', '=', id).execute();
  const amount = added.reduce((sum, line) => sum + line.amount, 0);
  const matched = await matchedLines(trx, id);
  if (added.length > 0)
    await openTask(trx, {
      kind: 'statement',
      subjectId: id,
      brand,
      now,
      amount,
      // Which of them are claimed changes from hour to hour: the tabs of Money in count them.
      detail: `${added.length} ${fileName}`,
      dueAt: dueAfter('statement', now),
    });
  return { added: added.length, amount, matched };
}

async function insertLines(
  trx: Db,
  {
    id,
    brand,
    account,
    encrypt,
  }: {
    readonly id: StatementImportId;
    readonly brand: string;
    readonly account: string;
    encrypt(text: string): Buffer;
  },
  lines: readonly NumberedLine[],
): Promise<readonly { amount: number }[]> {
  const added: { amount: number }[] = [];
  for (let at = 0; at < lines.length; at += batch) {
    const rows = lines.slice(at, at + batch).map((line) => ({
      id: newId() as StatementLineId,
      import_id: id,
      brand,
      account,
      line_no: line.lineNo,
      booked_on: line.bookedOn,
      amount: line.amount,
      reference: line.reference,
      digest: line.digest,
      sender_encrypted: line.sender === '' ? null : encrypt(line.sender),
    }));
    const inserted = await trx
      .insertInto('statement_line')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['brand', 'account', 'digest']).doNothing())
      .returning('amount')
      .execute();
    added.push(...inserted);
  }
  return added;
}

/** Lines of an import that a waiting claim names. */
async function matchedLines(trx: Db, importId: StatementImportId): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from statement_line line
    where import_id = ${importId} and ${isClaimed('line')}`.execute(trx);
  return Number(rows[0]?.count ?? 0);
}
