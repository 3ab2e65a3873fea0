import type { OrderId } from '@hiram/contract/ids';
import { addDays, type LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';

/** Number of loans that one transaction archives. */
const batchSize = 200;
/** Maximum number of differences in the result of a check. */
const maxListed = 100;
const daysOfYear = 365.25;

/** The day before which loans must have been settled to be archived. */
export function archivedBefore(today: LocalDate, years: number): LocalDate {
  return addDays(today, -Math.ceil(years * daysOfYear));
}

/**
 * Archives at most `max` loans of a brand that were settled before a day, in batches, and calls `onBatch` after each. The
 * database copies the rows, removes them from their tables, and skips loans with an obstacle. Returns the number of loans.
 */
export async function archiveLoans(
  { db }: Pick<AppContext, 'db'>,
  { brand, before, max }: { readonly brand: string; readonly before: LocalDate; readonly max: number },
  onBatch: () => Promise<unknown> = async () => undefined,
): Promise<number> {
  let archived = 0;
  while (archived < max) {
    const limit = Math.min(batchSize, max - archived);
    const { rows } = await inTransaction(db, (trx) =>
      sql<{
        loans: number;
      }>`select archive_loans(${brand}, ${before}::date, ${limit}) as loans from installation`.execute(trx),
    );
    const loans = rows[0]?.loans ?? 0;
    archived += loans;
    if (loans < limit) break;
    await onBatch();
  }
  return archived;
}

const damage = sql`
  sha256(convert_to(loan.books::text, 'UTF8')) <> loan.sha256
  or not exists (
    select from audit_entry entry where entry.borrower_id = loan.borrower_id and entry.action = 'archive'
      and entry.subject_id = loan.order_id::text and entry.detail = 'sha256 ' || encode(loan.sha256, 'hex'))
  or exists (
    select from jsonb_to_recordset(loan.books -> 'lines') as line (journal_id uuid, amount bigint)
    group by journal_id having sum(amount) <> 0 or count(*) < 2)`;

/**
 * Archived loans, at most 100, whose rows differ from their digest or from the digest in the audit trail, or do not balance.
 * Reads the whole archive.
 */
export async function damagedArchive(db: Db): Promise<readonly OrderId[]> {
  const { rows } = await sql<{ order_id: OrderId }>`
    select order_id from archived_loan loan where ${damage} limit ${maxListed}`.execute(db);
  return rows.map((row) => row.order_id);
}

/** Number of archived loans that a daily check reads, chosen at random. */
const sampleSize = 10_000;

/** The same for a sample of the archive; returns the number of loans that were read, too. */
export async function sampleArchive(
  db: Db,
): Promise<{ readonly loans: number; readonly damaged: readonly OrderId[] }> {
  const estimate = await sql<{ rows: number }>`
    select greatest(reltuples, 1)::float8 as rows from pg_class where oid = 'archived_loan'::regclass`.execute(
    db,
  );
  const percent = Math.min(100, (100 * sampleSize) / (estimate.rows[0]?.rows ?? 1));
  const { rows } = await sql<{ order_id: OrderId; damaged: boolean }>`
    select order_id, (${damage}) as damaged from archived_loan loan tablesample system (${sql.lit(percent)})
    limit ${2 * sampleSize}`.execute(db);
  return {
    loans: rows.length,
    damaged: rows.filter((row) => row.damaged).map((row) => row.order_id),
  };
}

/** Brands and accounts whose stored balance differs from the sum of the archived lines. Reads the whole archive. */
export async function wrongArchivedBalances(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select concat_ws(' ', brand, account) as name
    from (
      select loan.brand, line.account, sum(line.amount) as amount from archived_loan loan
      cross join lateral jsonb_to_recordset(loan.books -> 'lines') as line (account text, amount bigint)
      group by loan.brand, line.account
    ) as summed
    full join archived_balance balance using (brand, account)
    where summed.amount is distinct from balance.amount
    order by 1 limit ${maxListed}`.execute(db);
  return rows.map((row) => row.name);
}
