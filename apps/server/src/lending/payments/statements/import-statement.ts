import type { ColumnMap } from '@hiram/contract/console/bank-statement';
import type { BorrowerId, OrderId, StaffId, StatementImportId, StatementLineId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { AppContext } from '../../../context/app-context.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import { newId } from '../../../platform/ids.ts';
import { dueAfter, openTask } from '../../tasks.ts';
import { type NewLines, newLines } from './new-lines.ts';
import type { NumberedLine } from './read-statement.ts';
import type { RunBalance } from './run-balance.ts';
import { lockStatements, recogniseLines } from './statement-lines.ts';

/** Lines that one statement of SQL stores. */
const batch = 1_000;

export interface StatementFile {
  readonly brand: string;
  readonly account: string;
  readonly fileName: string;
  readonly map: ColumnMap;
  /** Its balances in cents; undefined: it has none. */
  readonly balance: Pick<RunBalance, 'opening' | 'closing'> | undefined;
  readonly staffId: StaffId;
  readonly now: Date;
}

/**
 * A stored line and what it comes to. `amount` in cents. `claim`: the waiting claim, or the accepted one, that names its
 * reference.
 */
export interface ImportedLine {
  readonly lineNo: number;
  readonly amount: number;
  /** False: it was recognised as the line of a transfer that is posted. */
  readonly isOpen: boolean;
  readonly result: 'posted' | 'matches' | 'sumDiffers' | 'nobody';
  readonly claim:
    | { readonly borrowerId: BorrowerId; readonly orderId: OrderId; readonly amount: number }
    | undefined;
}

export interface Imported {
  readonly importId: StatementImportId;
  /** The lines that were not there before. */
  readonly added: readonly ImportedLine[];
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
  const { brand, account, fileName, balance, staffId, now } = file;
  // Each line is added by one import, and a transfer that is posted meanwhile finds its line, or the line finds it.
  await lockStatements(trx, brand, 'toImport');
  await saveMap(trx, file);
  const id = newId() as StatementImportId;
  const balances = { opening: balance?.opening ?? null, closing: balance?.closing ?? null };
  const entry = { id, brand, account, file_name: fileName, imported_by: staffId, imported_at: now };
  await trx
    .insertInto('statement_import')
    .values({ ...entry, ...balances, lines: lines.length, added: 0 })
    .execute();
  await insertLines(trx, { id, brand, account, encrypt: (text) => cipher.encrypt(text) }, lines);
  await recogniseLines(trx, { importId: id }, now);
  const added = await importedLines(trx, id);
  const open = added.filter(({ isOpen }) => isOpen);
  await trx.updateTable('statement_import').set({ added: added.length }).where('id', '=', id).execute();
  if (open.length > 0)
    await openTask(trx, {
      kind: 'statement',
      subjectId: id,
      brand,
      now,
      amount: open.reduce((sum, line) => sum + line.amount, 0),
      // Which of them are claimed changes from hour to hour: the tabs of Money in count them.
      detail: `${open.length} ${fileName}`,
      dueAt: dueAfter('statement', now),
    });
  return { importId: id, added };
}

/** Keeps the account's columns. The same ones keep their time, so that the files that were read with them can be counted. */
async function saveMap(trx: Db, { brand, account, map, staffId, now }: StatementFile): Promise<void> {
  const saved = { map: JSON.stringify(map), saved_by: staffId, saved_at: now };
  await trx
    .insertInto('statement_map')
    .values({ brand, account, ...saved })
    .onConflict((conflict) =>
      conflict
        .columns(['brand', 'account'])
        .doUpdateSet(saved)
        .where('statement_map.map', 'is distinct from', sql<string>`excluded.map`),
    )
    .execute();
}

/** The lines that are not there before. Known ones get the balance that they did not have. */
async function linesToAdd(
  trx: Db,
  { brand, account }: { readonly brand: string; readonly account: string },
  lines: readonly NumberedLine[],
): Promise<NewLines['added']> {
  const days = lines.map(({ bookedOn }) => bookedOn).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const stored = await trx
    .selectFrom('statement_line')
    .select(['id', 'booked_on', 'amount', 'reference', 'balance', 'occurrence'])
    .where('brand', '=', brand)
    .where('account', '=', account)
    .where('booked_on', '>=', first)
    .where('booked_on', '<=', last)
    .orderBy('id')
    .execute();
  const { added, balanced } = newLines(stored, lines);
  for (const { id, ...found } of balanced)
    await trx.updateTable('statement_line').set(found).where('id', '=', id).execute();
  return added;
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
): Promise<void> {
  const added = await linesToAdd(trx, { brand, account }, lines);
  for (let at = 0; at < added.length; at += batch) {
    const rows = added.slice(at, at + batch).map((line) => ({
      id: newId() as StatementLineId,
      import_id: id,
      brand,
      account,
      line_no: line.lineNo,
      booked_on: line.bookedOn,
      amount: line.amount,
      reference: line.reference,
      balance: line.balance ?? null,
      occurrence: line.occurrence,
      sender_encrypted: line.sender === '' ? null : encrypt(line.sender),
    }));
    await trx.insertInto('statement_line').values(rows).execute();
  }
}

interface LineRow {
  readonly line_no: string;
  readonly amount: string;
  readonly is_open: boolean;
  readonly is_posted: boolean;
  readonly borrower_id: BorrowerId | null;
  readonly order_id: OrderId | null;
  readonly claimed: string | null;
  readonly state: 'review' | 'accepted' | null;
}

/** The lines that an import added, with the claim of their reference: the accepted one, or one of those that wait. */
async function importedLines(trx: Db, importId: StatementImportId): Promise<readonly ImportedLine[]> {
  const { rows } = await sql<LineRow>`
    select line.line_no, line.amount, line.transfer_id is null as is_open, claim.borrower_id, claim.order_id, claim.amount as claimed, claim.state,
      line.reference <> '' and exists (select from payment where provider = 'transfer'
        and provider_payment_id = line.brand || ':' || line.reference and state = 'posted') as is_posted
    from statement_line line left join lateral (
      select borrower_id, order_id, amount, state from utr_submission claim
      where line.reference <> '' and claim.brand = line.brand and claim.utr = line.reference and claim.state <> 'rejected'
      order by claim.state, claim.amount = line.amount desc, claim.id limit 1
    ) claim on true
    where line.import_id = ${importId} order by line.line_no`.execute(trx);
  return rows.map((row) => ({
    lineNo: Number(row.line_no),
    amount: Number(row.amount),
    isOpen: row.is_open,
    result: resultOf(row),
    claim:
      row.borrower_id === null || row.order_id === null
        ? undefined
        : { borrowerId: row.borrower_id, orderId: row.order_id, amount: Number(row.claimed) },
  }));
}

function resultOf({ is_posted, state, claimed, amount }: LineRow): ImportedLine['result'] {
  if (is_posted || state === 'accepted') return 'posted';
  if (state === null) return 'nobody';
  return claimed === amount ? 'matches' : 'sumDiffers';
}
