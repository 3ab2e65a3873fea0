import { type AccruedName, type Amounts, accruing, type Component, components } from '@hiram/books';
import type { OrderId } from '@hiram/contract/ids';
import type { LoanEvent, LocalDate, Terms } from '@hiram/loan';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import { isRunning } from '../loans/order-status.ts';
import { storedEvent } from '../loans/order-store.ts';

/** A line of the sub-ledger that moved money at a provider, under way or in suspense. Cents, debit positive. */
interface MovedLine {
  readonly component: Component;
  readonly eventId: string | null;
  readonly postedOn: LocalDate;
  readonly amount: number;
}

/** A loan as the daily run reads it. */
export interface BookedLoan {
  readonly orderId: OrderId;
  readonly product: string;
  /** One object for loans with equal terms, so that what is cached by its identity serves them all. */
  readonly terms: Terms;
  readonly isRunning: boolean;
  readonly events: readonly LoanEvent[];
  /** Ids of events that arrived after the last run began to read. */
  readonly arrived: ReadonlySet<string>;
  readonly posted: Amounts;
  /** True: a run posted it, and nothing of it arrived since. */
  readonly isStill: boolean;
  /** Number of its events that the run knew that posted it. */
  readonly postedEvents: number | undefined;
  /** Undefined: no money of it moved since the last run. */
  readonly moved: readonly MovedLine[] | undefined;
}

/** Terms by their text. */
export type TermsCache = Map<string, Terms>;

const maxCachedTerms = 10_000;

/** The result of the last run of a brand. */
export interface LastRun {
  readonly through: LocalDate | undefined;
  /** When it began to read. */
  readonly readFrom: Date | undefined;
  /** Ten minutes before: money whose transaction began since may not be in it. */
  readonly movedSince: Date | undefined;
}

/** The component with this stored name. */
export function componentOf(name: string): Component {
  const known = components.find((component) => component === name);
  return known ?? `cash:${name.slice('cash:'.length)}`;
}

/** Reads loans from one snapshot, without a lock. Money lines are read only of loans of which some moved since the last run. */
export async function readLoans(
  trx: Db,
  orderIds: readonly OrderId[],
  { through, readFrom, movedSince }: LastRun,
  cache: TermsCache = new Map(),
): Promise<readonly BookedLoan[]> {
  const orders = await trx
    .selectFrom('loan_order')
    .innerJoin('product', 'product.id', 'loan_order.product_id')
    .select(['loan_order.id', 'loan_order.borrower_id', 'loan_order.status', 'product.code'])
    .select(sql<string>`loan_order.terms::text`.as('terms'))
    .where('loan_order.id', 'in', orderIds)
    .execute();
  const borrowerIds = [...new Set(orders.map((order) => order.borrower_id))];
  const events = await trx
    .selectFrom('every_loan_event')
    .select(['order_id', 'id', 'seq', 'kind', 'value_date', 'body', 'arrived_at'])
    .where('borrower_id', 'in', borrowerIds)
    .where('order_id', 'in', orderIds)
    .orderBy('seq')
    .execute();
  const postedOf = await readPosted(trx, orderIds, through);
  const recent = await trx
    .selectFrom('journal')
    .select('order_id')
    .distinct()
    .where('borrower_id', 'in', borrowerIds)
    .where('order_id', 'in', orderIds)
    .$if(movedSince !== undefined && through !== undefined, (all) =>
      all.where(sql<boolean>`(created_at > ${movedSince} or posted_on > ${through})`),
    )
    .execute();
  const moved = new Set<string>(recent.map((row) => row.order_id));
  const read = orders.filter(({ id }) => moved.has(id) || !postedOf.has(id));
  const lines = read.length === 0 ? [] : await readMoved(trx, read);
  const linesOf = Map.groupBy(lines, (line) => line.orderId);
  const readIds = new Set<string>(read.map(({ id }) => id));
  const eventsOf = Map.groupBy(events, (event) => event.order_id);
  const isBefore = (event: { readonly arrived_at: Date }) =>
    movedSince !== undefined && event.arrived_at <= movedSince;
  return orders.map(({ id, terms, status, code }): BookedLoan => {
    const own = eventsOf.get(id) ?? [];
    return {
      orderId: id,
      product: code,
      terms: termsIn(cache, terms),
      isRunning: isRunning(status),
      events: own.map((row) => storedEvent(row).event),
      arrived: new Set(
        own.flatMap((event) => (readFrom !== undefined && event.arrived_at > readFrom ? [event.id] : [])),
      ),
      posted: postedOf.get(id)?.amounts ?? new Map(),
      postedEvents: postedOf.get(id)?.events,
      isStill: postedOf.has(id) && !moved.has(id) && own.every(isBefore),
      moved: readIds.has(id) ? (linesOf.get(id) ?? []) : undefined,
    };
  });
}

function termsIn(cache: TermsCache, text: string): Terms {
  const known = cache.get(text);
  if (known) return known;
  if (cache.size >= maxCachedTerms) cache.clear();
  const terms: Terms = JSON.parse(text);
  cache.set(text, terms);
  return terms;
}

interface PostedRow extends Readonly<Record<AccruedName, number | null>> {
  readonly order_id: string;
  /** Number of the loan's events that the run knew. */
  readonly events: number | null;
  readonly posted: Readonly<Record<string, number>>;
}

/** Reads the posted amounts of loans: before their rows of accruals, and by them to the last day that is posted. */
async function readPosted(db: Db, orderIds: readonly OrderId[], through: LocalDate | undefined) {
  const { rows } = await sql<PostedRow>`
    select before.order_id, before.posted, before.events, accrual.interest[day.now] as interest, accrual.fee[day.now] as fee,
      accrual.late[day.now] as late, accrual.penalty[day.now] as penalty, accrual.allowance[day.now] as allowance
    from loan_accrual before
    left join gl_accrual accrual on accrual.order_id = before.order_id and accrual.run = before.run
    cross join lateral (select least(${through ?? null}::date, accrual.ends_on) - accrual.starts_on + 1 as now) day
    where before.order_id = any(${orderIds}::uuid[])`.execute(db);
  return new Map(
    rows.map(({ order_id, posted, events, ...accrued }) => {
      const amounts = new Map<Component, number>(
        Object.entries(posted).map(([component, amount]) => [componentOf(component), amount]),
      );
      for (const { name, result, balance } of accruing) {
        const amount = accrued[name] ?? 0;
        if (amount === 0) continue;
        amounts.set(result, (amounts.get(result) ?? 0) + amount);
        amounts.set(balance, (amounts.get(balance) ?? 0) - amount);
      }
      return [order_id, { amounts, events: events ?? undefined }] as const;
    }),
  );
}

/** The lines of loans' own ledger that moved money. */
async function readMoved(
  trx: Db,
  orders: readonly { readonly id: OrderId; readonly borrower_id: string }[],
): Promise<readonly (MovedLine & { readonly orderId: string })[]> {
  const { rows } = await sql<MovedLine & { readonly orderId: string }>`
    select line.order_id as "orderId", line.event_id as "eventId", journal.posted_on as "postedOn", line.amount,
      case line.account when 'clearing:payout' then 'clearing' when 'suspense:unidentified' then 'suspense' else line.account end as component
    from every_journal_line line
    join every_journal journal on journal.id = line.journal_id
      and journal.borrower_id = line.borrower_id and journal.order_id = line.order_id
    where line.borrower_id = any(${orders.map((order) => order.borrower_id)}::uuid[])
      and line.order_id = any(${orders.map(({ id }) => id)}::uuid[])
      and (line.account like 'cash:%' or line.account in ('clearing:payout', 'suspense:unidentified'))`.execute(
    trx,
  );
  return rows;
}
