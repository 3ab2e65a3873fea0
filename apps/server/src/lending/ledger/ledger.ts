import type { LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connect.ts';
import { newId } from '../../platform/ids.ts';

/** `cash:<provider>`, `loan:principal`, … The database knows the whole list. */
export type Account =
  | `cash:${string}`
  | 'clearing:payout'
  | 'loan:principal'
  | 'income:interest'
  | 'income:late'
  | 'income:penalty'
  | 'income:fee'
  | 'income:recovery'
  | 'borrower:credit'
  | 'loss:writeOff';

/** One side of a movement, in cents: debit positive, credit negative. `eventId`: the loan event whose money it is. */
export interface Line {
  readonly account: Account;
  readonly amount: number;
  readonly eventId?: string;
}

export interface Journal {
  readonly borrowerId: string;
  readonly orderId: string;
  readonly brand: string;
  /** The loan event that carried the movement, where one did. */
  readonly eventId?: string;
  readonly kind: string;
  readonly postedOn: LocalDate;
  readonly lines: readonly Line[];
}

/** The only writer of the ledger. Lines of zero are left out; the database refuses what does not sum to zero. */
export async function post(trx: Db, journal: Journal): Promise<void> {
  const lines = journal.lines.filter((line) => line.amount !== 0);
  if (lines.length === 0) return;
  await sql`select post_journal(
    ${newId()}, ${journal.borrowerId}, ${journal.orderId}, ${journal.brand}, ${journal.eventId ?? null}, ${journal.kind},
    ${journal.postedOn}, ${lines.map((line) => line.account)}::text[], ${lines.map((line) => line.eventId ?? null)}::uuid[],
    ${lines.map((line) => line.amount)}::bigint[]
  )`.execute(trx);
}

/** What is posted for each event of an order: event → account → cents. */
export async function postedByEvent(
  db: Db,
  borrowerId: string,
  orderId: string,
): Promise<Map<string, Map<string, number>>> {
  const rows = await db
    .selectFrom('journal_line')
    .select((eb) => ['event_id', 'account', eb.fn.sum<string>('amount').as('amount')])
    .where('borrower_id', '=', borrowerId)
    .where('order_id', '=', orderId)
    .where('event_id', 'is not', null)
    .groupBy(['event_id', 'account'])
    .execute();
  const posted = new Map<string, Map<string, number>>();
  for (const { event_id, account, amount } of rows) {
    if (event_id === null) continue;
    const accounts = posted.get(event_id) ?? new Map<string, number>();
    accounts.set(account, Number(amount));
    posted.set(event_id, accounts);
  }
  return posted;
}

/** Balances per account of one order, or of the whole ledger; debit positive, in cents. */
export async function balances(
  db: Db,
  order?: { borrowerId: string; orderId: string },
): Promise<ReadonlyMap<string, number>> {
  let query = db
    .selectFrom('journal_line')
    .select((eb) => ['account', eb.fn.sum<string>('amount').as('amount')])
    .groupBy('account');
  if (order) query = query.where('borrower_id', '=', order.borrowerId).where('order_id', '=', order.orderId);
  const rows = await query.execute();
  return new Map(rows.map((row) => [row.account, Number(row.amount)]));
}

/** The whole ledger as it stands: every sum in cents. */
export interface LedgerCheck {
  /** Journals that do not sum to zero or have fewer than two lines. The database refuses them: any at all is a fault. */
  readonly broken: readonly string[];
  /** Balance per account, debit positive. Together they are zero. */
  readonly accounts: ReadonlyMap<string, number>;
}

/** Journals since a moment that are no journals: what a day's check reads. */
export async function brokenSince(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select journal.id from journal left join journal_line on journal_line.journal_id = journal.id
    where journal.created_at > ${since}
    group by journal.id having count(journal_line.line_no) < 2 or sum(journal_line.amount) <> 0`.execute(db);
  return rows.length;
}

/** A balance of one brand's books, debit positive, in cents of the brand's currency. */
export interface BrandBalance {
  readonly brand: string;
  readonly account: string;
  readonly amount: number;
}

/** Balances by brand and account: amounts of two currencies are never added up. Reads every line. */
export async function balancesByBrand(db: Db): Promise<readonly BrandBalance[]> {
  const rows = await db
    .selectFrom('journal_line')
    .innerJoin('journal', 'journal.id', 'journal_line.journal_id')
    .select((eb) => [
      'journal.brand',
      'journal_line.account',
      eb.fn.sum<string>('journal_line.amount').as('amount'),
    ])
    .groupBy(['journal.brand', 'journal_line.account'])
    .orderBy('journal.brand')
    .orderBy('journal_line.account')
    .execute();
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

/** Reads every line, so it is for after a restore, a crash or a migration, not for a request. */
export async function checkLedger(db: Db): Promise<LedgerCheck> {
  const broken = await db
    .selectFrom('journal')
    .leftJoin('journal_line', 'journal_line.journal_id', 'journal.id')
    .select('journal.id')
    .groupBy('journal.id')
    .having((eb) =>
      eb.or([eb(eb.fn.count('journal_line.line_no'), '<', 2), eb(eb.fn.sum('journal_line.amount'), '<>', 0)]),
    )
    .execute();
  return { broken: broken.map((row) => row.id), accounts: await balances(db) };
}
