import type { StaffId, StatementImportId, StatementLineId, TransferId } from '@hiram/contract/ids';
import { addDays, type LocalDate } from '@hiram/loan';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/database/connection/connect.ts';
import type { Database } from '../../../platform/database/schema/schema.ts';
import { NotFound } from '../../../platform/errors/rejection.ts';
import { knownId } from '../../../platform/ids.ts';
import { closeTask } from '../../tasks.ts';

export type StatementLine = Selectable<Database['statement_line']>;

/** Reports whether a line was neither posted nor set aside. */
export function isOpenLine(
  line: Pick<StatementLine, 'transfer_id' | 'payment_id' | 'set_aside_by'>,
): boolean {
  return line.transfer_id === null && line.payment_id === null && line.set_aside_by === null;
}

/**
 * SQL: a waiting claim names the line's reference. The trial of an import counts such lines as claimed; they are settled with
 * their claim, so that they are not among the unclaimed ones.
 */
export const isClaimed = (line: string) => sql<boolean>`exists (
  select from utr_submission claim where claim.brand = ${sql.ref(`${line}.brand`)} and claim.state = 'review'
    and claim.utr = ${sql.ref(`${line}.reference`)} and ${sql.ref(`${line}.reference`)} <> '')`;

/**
 * Locks the statements of a brand until the transaction ends: imports of it wait for each other and for
 * whoever posts a transfer, who waits for imports alone. Call it before locking a transfer, a line or an
 * order.
 */
export async function lockStatements(trx: Db, brand: string, purpose: 'toImport' | 'toPost'): Promise<void> {
  const lock = sql.ref(purpose === 'toImport' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared');
  await sql`select ${lock}(hashtextextended(${`statements ${brand}`}, 0))`.execute(trx);
}

/** Days by which the bank's day may differ from the borrower's. */
const nearDays = 3;
/** Lines of another reference that are shown beside a claim. */
const maxNear = 10;

interface ClaimedTransfer {
  readonly brand: string;
  readonly utr: string;
  readonly amount: number;
  readonly sent_on: string;
}

/** Lines that may be a claimed transfer: of its reference, or else unused ones of its amount within days. */
export async function linesOfClaim(
  db: Db,
  claim: ClaimedTransfer,
): Promise<readonly (StatementLine & { file_name: string })[]> {
  const base = db
    .selectFrom('statement_line')
    .innerJoin('statement_import', 'statement_import.id', 'statement_line.import_id')
    .selectAll('statement_line')
    .select('statement_import.file_name')
    .where('statement_line.brand', '=', claim.brand);
  const named = await base.where('reference', '=', claim.utr).limit(maxNear).execute();
  const day = claim.sent_on as LocalDate;
  const near = await base
    .where('amount', '=', claim.amount)
    .where('booked_on', '>=', addDays(day, -nearDays))
    .where('booked_on', '<=', addDays(day, nearDays))
    .where('reference', '<>', claim.utr)
    .where('transfer_id', 'is', null)
    .where('payment_id', 'is', null)
    .orderBy('booked_on')
    .limit(maxNear)
    .execute();
  return [...named, ...near];
}

/** Reports whether two days are near enough to be of one transfer. */
export function isNear(one: string, other: string): boolean {
  const distance = Math.abs(new Date(one).getTime() - new Date(other).getTime());
  return distance <= nearDays * 86_400_000;
}

/** Marks a locked line as the claim's. Closes the task of its file with its last line. */
export async function useLine(
  trx: Db,
  line: Pick<StatementLine, 'id' | 'import_id'>,
  transferId: TransferId,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('statement_line')
    .set({ transfer_id: transferId })
    .where('id', '=', line.id)
    .execute();
  await closeFileTask(trx, line.import_id, now);
}

/**
 * Marks open lines as those of transfers that were posted without them: the line of a claim's reference and of its payment's
 * amount, one for each claim. They are the lines of an import, or those of a claim. Closes the task of a file with its last line.
 */
export async function recogniseLines(
  trx: Db,
  of: { readonly importId: StatementImportId } | { readonly transferId: TransferId },
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ import_id: StatementImportId }>`
    update statement_line set transfer_id = found.claim_id from (
      select distinct on (claim.id) line.id, claim.id as claim_id from utr_submission claim
        join payment on payment.borrower_id = claim.borrower_id and payment.code_id = claim.code_id
          and payment.provider = 'transfer' and payment.state <> 'reversed'
        join statement_line line on line.brand = claim.brand and line.reference = claim.utr and line.amount = payment.amount
      where ${'importId' in of ? sql`line.import_id = ${of.importId}` : sql`claim.id = ${of.transferId}`}
        and claim.state = 'accepted' and num_nonnulls(line.transfer_id, line.payment_id, line.set_aside_by) = 0
        and not exists (select from statement_line other where other.transfer_id = claim.id)
      order by claim.id, line.line_no, line.id
    ) found where statement_line.id = found.id returning statement_line.import_id`.execute(trx);
  for (const importId of new Set(rows.map(({ import_id }) => import_id)))
    await closeFileTask(trx, importId, now);
}

/** SQL: the line's transfer was posted before the line was imported, so that nobody used the line. */
export const isRecognised = sql<boolean>`exists (
  select from utr_submission claim join statement_import imported on imported.id = statement_line.import_id
  where claim.id = statement_line.transfer_id and claim.decided_at < imported.imported_at)`;

/** Sets a locked line aside: it is no borrower's payment. */
export async function setAside(
  trx: Db,
  line: Pick<StatementLine, 'id' | 'import_id'>,
  decision: { readonly staffId: StaffId; readonly reason: string; readonly now: Date },
): Promise<void> {
  await trx
    .updateTable('statement_line')
    .set({ set_aside_by: decision.staffId, set_aside_reason: decision.reason })
    .where('id', '=', line.id)
    .execute();
  await closeFileTask(trx, line.import_id, decision.now);
}

/** Closes the task of a file that has no open line any more. */
export async function closeFileTask(trx: Db, importId: StatementImportId, now: Date): Promise<void> {
  const open = await trx
    .selectFrom('statement_line')
    .select('id')
    .where('import_id', '=', importId)
    .where('transfer_id', 'is', null)
    .where('payment_id', 'is', null)
    .where('set_aside_by', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (!open) await closeTask(trx, { kind: 'statement', subjectId: importId }, now);
}

/** A line of the brand, with its file's name and who imported it. Throws NotFound. */
export function loadLine(db: Db, brand: string, lineId: StatementLineId) {
  return db
    .selectFrom('statement_line')
    .innerJoin('statement_import', 'statement_import.id', 'statement_line.import_id')
    .selectAll('statement_line')
    .select(['file_name', 'imported_by'])
    .where('statement_line.id', '=', knownId(lineId))
    .where('statement_line.brand', '=', brand)
    .executeTakeFirstOrThrow(() => new NotFound('no line of the brand'));
}

/** A line of the brand, locked. */
export function lockLine(
  trx: Db,
  brand: string,
  lineId: StatementLineId,
): Promise<StatementLine | undefined> {
  return trx
    .selectFrom('statement_line')
    .selectAll()
    .where('id', '=', lineId)
    .where('brand', '=', brand)
    .forUpdate()
    .executeTakeFirst();
}
