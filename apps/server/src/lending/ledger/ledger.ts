import type { BorrowerId, OrderId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import { damagedArchive, wrongArchivedBalances } from './archive.ts';

/** A ledger account. A constraint of the database lists the same accounts. */
export type Account =
  | `cash:${string}`
  | 'clearing:payout'
  | 'loan:principal'
  | 'income:interest'
  | 'income:late'
  | 'income:lateCharge'
  | 'income:penalty'
  | 'income:fee'
  | 'income:recovery'
  | 'borrower:credit'
  | 'suspense:unidentified'
  | 'loss:writeOff';

/** One side of a movement, in cents: debit positive, credit negative. `eventId`: the loan event whose money it is. */
export interface Line {
  readonly account: Account;
  readonly amount: number;
  readonly eventId?: string;
}

export interface Journal {
  readonly borrowerId: BorrowerId;
  readonly orderId: OrderId;
  readonly brand: string;
  /** The loan event that caused the movement, if one did. */
  readonly eventId?: string;
  readonly kind: string;
  readonly postedOn: LocalDate;
  readonly lines: readonly Line[];
}

/**
 * Posts a journal. Nothing else writes to the ledger. Lines of zero are left out. Throws Error if the lines
 * do not sum to zero; the database would reject them too.
 */
export async function post(trx: Db, journal: Journal): Promise<void> {
  const lines = journal.lines.filter((line) => line.amount !== 0);
  if (lines.length === 0) return;
  const difference = lines.reduce((sum, { amount }) => sum + amount, 0);
  if (difference !== 0)
    throw new Error(
      `journal ${journal.kind} of the order ${journal.orderId}, event ${journal.eventId ?? 'none'}, has a difference of ${difference} cents: ` +
        lines.map(({ account, amount }) => `${account} ${amount}`).join(', '),
    );
  await trx
    .insertInto('posting')
    .values({
      id: newId(),
      borrower_id: journal.borrowerId,
      order_id: journal.orderId,
      brand: journal.brand,
      event_id: journal.eventId ?? null,
      kind: journal.kind,
      posted_on: journal.postedOn,
      accounts: lines.map((line) => line.account),
      events: lines.map((line) => line.eventId ?? null),
      amounts: lines.map((line) => line.amount),
    })
    .execute();
}

/** Event id → account → cents, debit positive. */
export type PostedByEvent = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** The posted amounts of each event of an order. */
export async function postedByEvent(
  db: Db,
  borrowerId: BorrowerId,
  orderId: OrderId,
): Promise<PostedByEvent> {
  const posted = await postedOfOrders(db, [{ borrower_id: borrowerId, id: orderId }]);
  return posted.get(orderId) ?? new Map();
}

/** As `postedByEvent`, of several orders in one statement. */
export async function postedOfOrders(
  db: Db,
  orders: readonly { readonly borrower_id: BorrowerId; readonly id: OrderId }[],
): Promise<ReadonlyMap<string, PostedByEvent>> {
  const rows = await db
    .selectFrom('every_journal_line')
    .select((eb) => ['order_id', 'event_id', 'account', eb.fn.sum<string>('amount').as('amount')])
    .where('borrower_id', 'in', [...new Set(orders.map(({ borrower_id }) => borrower_id))])
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .where('event_id', 'is not', null)
    .groupBy(['order_id', 'event_id', 'account'])
    .execute();
  const posted = new Map<string, Map<string, Map<string, number>>>();
  for (const { order_id, event_id, account, amount } of rows) {
    if (event_id === null) continue;
    const ofOrder = posted.get(order_id) ?? new Map<string, Map<string, number>>();
    posted.set(order_id, ofOrder);
    ofOrder.set(event_id, (ofOrder.get(event_id) ?? new Map<string, number>()).set(account, Number(amount)));
  }
  return posted;
}

/** Balances per account of one order, or of the whole ledger; debit positive, in cents. */
export async function balances(
  db: Db,
  order?: { borrowerId: BorrowerId; orderId: OrderId },
): Promise<ReadonlyMap<string, number>> {
  if (!order) return totalsOf(await balancesByBrand(db));
  const rows = await db
    .selectFrom('every_journal_line')
    .select((eb) => ['account', eb.fn.sum<string>('amount').as('amount')])
    .where('borrower_id', '=', order.borrowerId)
    .where('order_id', '=', order.orderId)
    .groupBy('account')
    .execute();
  return new Map(rows.map((row) => [row.account, Number(row.amount)]));
}

/** A check of the whole ledger. Amounts in cents. */
export interface LedgerCheck {
  /** Ids of journals that do not sum to zero or have fewer than two lines. The database rejects them, so any entry is a fault. */
  readonly broken: readonly string[];
  /** Archived loans whose rows are damaged, and accounts of a brand whose archived balance is wrong. */
  readonly damaged: readonly string[];
  /** Balance of each account, debit positive. The balances sum to zero. */
  readonly accounts: ReadonlyMap<string, number>;
}

/** Journals that one statement reads by their index. */
const page = 5_000;

/** Number of journals since a time that have fewer than two lines or do not balance. Reads them in pages. */
export async function brokenSince(db: Db, since: Date): Promise<number> {
  let broken = 0;
  for (let [at, id] = [since.toISOString(), '00000000-0000-0000-0000-000000000000']; ; ) {
    const { rows } = await sql<{ journals: number; broken: number; at: string; id: string }>`
      with read as materialized (
        select id, created_at from journal where (created_at, id) > (${at}::timestamptz, ${id}::uuid) order by created_at, id limit ${page}
      ), summed as (
        select count(line.line_no) as lines, sum(line.amount) as difference
        from read left join journal_line line on line.journal_id = read.id group by read.id
      )
      select (select count(*)::int from read) as journals, created_at::text as at, id,
        (select count(*)::int from summed where lines < 2 or difference <> 0) as broken
      from read order by created_at desc, id desc limit 1`.execute(db);
    const [last] = rows;
    broken += last?.broken ?? 0;
    if (!last || last.journals < page) return broken;
    ({ at, id } = last);
  }
}

/** The balance of one account of a brand, debit positive, in cents of the brand's currency. */
export interface BrandBalance {
  readonly brand: string;
  readonly account: string;
  readonly amount: number;
}

function totalsOf(balances: readonly BrandBalance[]): ReadonlyMap<string, number> {
  const totals = new Map<string, number>();
  for (const { account, amount } of balances) totals.set(account, (totals.get(account) ?? 0) + amount);
  return totals;
}

/** The balances of the lender's own journals, such as a provider's settlement, by brand and account. */
export async function lenderBalancesByBrand(db: Db): Promise<readonly BrandBalance[]> {
  const { rows } = await sql<{ brand: string; account: string; amount: string }>`
    select brand, account, sum(amount) as amount from lender_line
      join lender_journal on lender_journal.id = lender_line.journal_id
      group by brand, account order by brand, account`.execute(db);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

/**
 * Balances by brand and account, so that amounts of two currencies are never added up. Reads every line that is not archived,
 * and the balances of the archive.
 */
export async function balancesByBrand(db: Db): Promise<readonly BrandBalance[]> {
  const { rows } = await sql<{ brand: string; account: string; amount: string }>`
    select brand, account, sum(amount) as amount from (
      select journal.brand, line.account, sum(line.amount) as amount
        from journal_line line join journal on journal.id = line.journal_id group by journal.brand, line.account
      union all select brand, account, amount from archived_balance
    ) as part group by brand, account order by brand, account`.execute(db);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

/**
 * Checks the whole ledger and its archive. Reads every line: run it after a restore, a crash or a migration,
 * not in a request.
 */
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
  const { rows: brokenOfLender } = await sql<{ id: string }>`
    select id from lender_journal left join lender_line on lender_line.journal_id = lender_journal.id
      group by id having count(line_no) < 2 or sum(amount) <> 0`.execute(db);
  return {
    broken: [...broken, ...brokenOfLender].map((row) => row.id),
    damaged: [...(await damagedArchive(db)), ...(await wrongArchivedBalances(db))],
    accounts: await balances(db),
  };
}
