import { setImmediate } from 'node:timers/promises';
import { accruing } from '@hiram/books';
import type { OrderId } from '@hiram/contract/ids';
import { addDays, type LocalDate, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import { accountOf } from '../../brands/chart.ts';
import type { AppContext } from '../../context/app-context.ts';
import { type Db, inLongTransaction, inTransaction } from '../../platform/database/connection/connect.ts';
import { runningStatuses } from '../loans/order-status.ts';
import { syncAccounts } from './accounts.ts';
import { findBook, findPeriod } from './balances.ts';
import { CannotPost } from './cannot-post.ts';
import { componentOf, type LastRun, readLoans, type TermsCache } from './loan-batch.ts';
import { postingOf } from './loan-items.ts';

/** Number of loans that one transaction computes, and that are computed before other work gets its turn. */
const batchSize = 200;
const loansAtOnce = 2;
/** Loans that could not be computed and are named. All are counted. */
const maxListed = 100;
/** The part of the loans that are computed although what they accrue was computed ahead to the day. */
const sampled = 1 / 200;
/** A transaction of the sub-ledger that began before a run read is committed by then. */
const overlapMs = 10 * 60_000;

/** A day of a brand that is being posted. */
interface PostedDay {
  readonly brand: Brand;
  readonly on: LocalDate;
  readonly run: number;
  readonly last: LastRun & { readonly lossRates: string | undefined };
  readonly terms: TermsCache;
}

/** Other loss rates make accruals that were computed ahead worthless. */
const lossRatesOf = ({ chart }: Brand) => JSON.stringify(chart.lossRates);

/**
 * Posts a brand's books to the end of the day `on`: for each loan that moved or runs, the difference between
 * what its books should be and what is posted. Loans are read without a lock, in batches; a killed run goes
 * on where it was, and a repeated one posts nothing. Ends of months that were missed are posted first. Throws
 * CannotPost for a day before the last one that was posted, or in a closed month. Returns the days that were
 * posted, how many loans were computed and journals posted, and loans of which other accruals were posted
 * than their events give; `refused`: loans that were left as they were, because they would differ from their
 * own ledger or could not be computed; `uncomputed` names the latter.
 */
export async function runBooks(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  brand: Brand,
  on: LocalDate,
  heartbeat: () => Promise<unknown> = async () => undefined,
) {
  if (on > (await clock.today(db, brand.timeZone)))
    throw new CannotPost(`${on} is in the future: the books are posted for a day that has begun`);
  await inTransaction(db, (trx) => syncAccounts(trx, brand));
  const { through } = await lastRun(db, brand.id);
  if (through !== undefined && on < through)
    throw new CannotPost(
      `The books of ${brand.id} are posted through ${through}: choose that day or a later one`,
    );
  const days = await daysToPost(db, brand.id, through, on);
  let loans = 0;
  let journals = 0;
  let refused = 0;
  const differing: OrderId[] = [];
  const uncomputed = new Map<OrderId, string>();
  for (const day of days) {
    const month = day.slice(0, 7);
    if ((await findPeriod(db, brand.id, month))?.state === 'closed')
      throw new CannotPost(`${month} of ${brand.id} is closed: choose a later day`);
    const posted = await postDay(db, brand, day, heartbeat);
    loans += posted.loans;
    journals += posted.journals;
    refused += posted.refused;
    differing.push(...posted.differing);
    for (const [orderId, error] of posted.uncomputed)
      if (uncomputed.size < maxListed) uncomputed.set(orderId, error);
  }
  return { brand: brand.id, days, loans, journals, differing, refused, uncomputed: [...uncomputed] };
}

async function lastRun(db: Db, brand: string): Promise<PostedDay['last'] & { readonly run: number }> {
  const book = await findBook(db, brand);
  if (!book) throw new Error(`the books of ${brand} are not begun`);
  return {
    run: book.runs,
    through: book.posted_through === null ? undefined : localDate(book.posted_through),
    readFrom: book.read_from ?? undefined,
    lossRates: book.loss_rates ?? undefined,
    movedSince: book.read_from === null ? undefined : new Date(book.read_from.getTime() - overlapMs),
  };
}

/** The ends of months after `through`, or after the first journal of the brand's loans, before `on`; and `on`. */
async function daysToPost(
  db: Db,
  brand: string,
  through: LocalDate | undefined,
  on: LocalDate,
): Promise<readonly LocalDate[]> {
  const { rows } = await sql<{ day: string }>`
    select (month + interval '1 month - 1 day')::date as day
    from generate_series(
      date_trunc('month', coalesce(${through ?? null}::date, (select min(posted_on) from every_journal where brand = ${brand}))),
      ${on}::date, interval '1 month') month
    where (month + interval '1 month - 1 day')::date < ${on}::date
      and (${through ?? null}::date is null or (month + interval '1 month - 1 day')::date > ${through ?? null}::date)
    order by 1`.execute(db);
  return [...rows.map(({ day }) => localDate(day)), on];
}

async function postDay(db: Db, brand: Brand, on: LocalDate, heartbeat: () => Promise<unknown>) {
  const { run, ...last } = await lastRun(db, brand.id);
  const day: PostedDay = { brand, on, run, last, terms: new Map() };
  const readFrom = await inLongTransaction(db, async (trx) => {
    await readsManyLoans(trx);
    return plan(trx, day);
  });
  let loans = 0;
  const differing: OrderId[] = [];
  for (let after: OrderId | undefined; ; ) {
    const computed = await inTransaction(db, (trx) => prepareBatch(trx, day, after));
    loans += computed.loans;
    differing.push(...computed.differing);
    if (computed.loans < batchSize) break;
    after = computed.last;
    await heartbeat();
  }
  const posted = await inLongTransaction(db, async (trx) => {
    await readsManyLoans(trx);
    const uncomputed = await prepareMoved(trx, day, readFrom);
    await countDrafts(trx, loans);
    return { uncomputed, ...(await post(trx, day, readFrom)) };
  });
  return { loans, differing, ...posted };
}

/** Statements of this transaction read the loans of a whole book. */
async function readsManyLoans(trx: Db): Promise<void> {
  await sql`set local work_mem = '128MB'`.execute(trx);
  // One core alone, so that borrowers' calls have the others.
  await sql`set local max_parallel_workers_per_gather = 0`.execute(trx);
  // What a run reads of them was read by the calls of the day: by default a table of years is rather read
  // whole than by its index.
  await sql`set local random_page_cost = 1.1`.execute(trx);
}

/**
 * Lists what is computed: loans that run or wait for a day and are not computed ahead to it, loans of which
 * money moved since the last run, and one in two hundred of the others, so that nobody knows which posted
 * accruals are compared. Returns when it was planned: of a killed run that goes on, when that one was.
 */
async function plan(trx: Db, { brand, on, run, last }: Omit<PostedDay, 'terms'>): Promise<Date> {
  const { id } = brand;
  const { rows } = await sql<{ at: Date; isPlanned: boolean }>`
    select coalesce(min(planned_at), now()) as at, count(*) > 0 as "isPlanned" from gl_draft
    where brand = ${id} and run = ${run} and posted_on = ${on}`.execute(trx);
  const [{ at, isPlanned } = { at: new Date(), isPlanned: false }] = rows;
  if (isPlanned) return at;
  const isFirst = last.movedSince === undefined || last.through === undefined;
  const moved = isFirst
    ? sql`select order_id from journal where brand = ${id}
        union select order_id from archived_loan where brand = ${id}`
    : sql`select order_id from journal where brand = ${id}
        and (created_at > ${last.movedSince} or posted_on > ${last.through})`;
  // Loans whose accruals were computed ahead to this day are posted without being computed.
  const isAhead =
    isFirst || last.lossRates !== lossRatesOf(brand)
      ? sql`false`
      : sql`(posted.events = loan_order.event_count and posted.ahead_to >= ${on}) is true`;
  await trx.deleteFrom('gl_draft').where('brand', '=', id).execute();
  const { numAffectedRows: planned = 0n } = await sql`
    insert into gl_draft (brand, order_id, run, posted_on)
    select ${id}, order_id, ${run}, ${on} from (
      select id as order_id from loan_order left join loan_accrual posted on posted.order_id = loan_order.id
        where loan_order.brand = ${id} and (not ${isAhead} or random() < ${sampled})
          and (status in (${sql.join(runningStatuses)}) or (status = 'settled' and next_status_check_on is not null))
      union select order_id from loan_accrual where brand = ${id} and events is not null
        and ahead_to > ${last.through ?? null} and ahead_to < ${on}
      union ${moved}
    ) loan
    on conflict do nothing`.execute(trx);
  await countDrafts(trx, planned);
  return at;
}

/**
 * Tells the planner of `rows` new drafts. For those of a large book it takes the table for what it was when
 * it was empty, and each batch sorts all that waits.
 */
async function countDrafts(trx: Db, rows: number | bigint): Promise<void> {
  if (rows >= 10_000) await sql`select analyze_gl_draft() from installation`.execute(trx);
}

/**
 * Computes the next loans of a run, those after the loan `after`: else each batch would read past all that
 * were computed before. Returns their number, the last of them, those that were posted otherwise before, and
 * those that could not be computed, with the error: their drafts name no events, so nothing of them is posted.
 */
async function prepareBatch(trx: Db, { brand, on, run, last, terms }: PostedDay, after?: OrderId) {
  const waiting = await trx
    .selectFrom('gl_draft')
    .innerJoin('loan_order', 'loan_order.id', 'gl_draft.order_id')
    .select('loan_order.id')
    .where('gl_draft.brand', '=', brand.id)
    .where('gl_draft.run', '=', run)
    .where('gl_draft.posted_on', '=', on)
    .where('gl_draft.kinds', 'is', null)
    .$if(after !== undefined, (query) => query.where('gl_draft.order_id', '>', after ?? null))
    .orderBy('gl_draft.order_id')
    .limit(batchSize)
    .execute();
  const ids = waiting.map(({ id }) => id);
  const rows: unknown[] = [];
  const differing: OrderId[] = [];
  const uncomputed: [OrderId, string][] = [];
  if (ids.length === 0) return { loans: 0, differing, uncomputed };
  const hasSameRates = last.lossRates === lossRatesOf(brand);
  for (const [index, loan] of (await readLoans(trx, ids, last, terms)).entries()) {
    // Borrowers' calls come in between.
    if (index % loansAtOnce === 0) await setImmediate();
    try {
      const { items, accrued, isDiffering } = postingOf(loan, brand.chart, {
        on,
        through: last.through,
        hasSameRates,
      });
      if (isDiffering) differing.push(loan.orderId);
      const { endsOn, ...days } = accrued;
      rows.push({
        order_id: loan.orderId,
        product: loan.product,
        events: loan.events.length,
        kinds: items.map(({ kind }) => kind),
        components: items.map(({ component }) => component),
        amounts: items.map(({ amount }) => amount),
        relates_to: items.map(({ relatesTo }) => relatesTo ?? null),
        ends_on: endsOn,
        ...days,
      });
    } catch (error) {
      uncomputed.push([loan.orderId, String(error)]);
      rows.push({ order_id: loan.orderId, kinds: [] });
    }
  }
  // By the key of each row: a plan for an update of many would rest on figures of a table that is empty each morning.
  await sql`
    insert into gl_draft (brand, order_id, run, posted_on, product, events, kinds, components, amounts, relates_to,
      ends_on, interest, fee, late, penalty, allowance)
    select ${brand.id}, order_id, ${run}, ${on}, product, events, kinds, components, amounts, relates_to,
      ends_on, interest, fee, late, penalty, allowance
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as loan (order_id uuid, product text, events integer, kinds text[], components text[], amounts bigint[], relates_to date[],
        ends_on date, interest bigint[], fee bigint[], late bigint[], penalty bigint[], allowance bigint[])
    on conflict (brand, order_id) do update set product = excluded.product, events = excluded.events, kinds = excluded.kinds,
      components = excluded.components, amounts = excluded.amounts, relates_to = excluded.relates_to,
      ends_on = excluded.ends_on, interest = excluded.interest, fee = excluded.fee, late = excluded.late,
      penalty = excluded.penalty, allowance = excluded.allowance
      where gl_draft.run = excluded.run and gl_draft.posted_on = excluded.posted_on`.execute(trx);
  return { loans: waiting.length, differing, uncomputed, last: ids.at(-1) };
}

/**
 * Computes the loans again of which money moved since a run began to read, as the database posts only what ties
 * to their own ledger, and those that could not be computed. Returns these.
 */
async function prepareMoved(trx: Db, day: PostedDay, readFrom: Date) {
  const moved = await trx
    .selectFrom('journal')
    .select('order_id')
    .distinct()
    .where('brand', '=', day.brand.id)
    .where('created_at', '>', new Date(readFrom.getTime() - overlapMs))
    .execute();
  // Their ids as values: a plan for a join would rest on figures of a table that is empty each morning.
  await sql`
    update gl_draft set kinds = null where brand = ${day.brand.id} and run = ${day.run} and posted_on = ${day.on}
      and (events is null or order_id = any(${moved.map((row) => row.order_id)}::uuid[]))`.execute(trx);
  const uncomputed: [OrderId, string][] = [];
  for (let after: OrderId | undefined; ; ) {
    const computed = await prepareBatch(trx, day, after);
    uncomputed.push(...computed.uncomputed);
    if (computed.loans < batchSize) return uncomputed;
    after = computed.last;
  }
}

/** Posts what was prepared, and the settlements. Returns the number of journals, and of loans that were refused. */
async function post(trx: Db, { brand, on, run }: PostedDay, readFrom: Date) {
  const { rows: used } = await sql<{ component: string }>`
    select distinct unnest(components) as component from gl_draft where brand = ${brand.id} and run = ${run}
    union select distinct line.account from lender_line line join lender_journal journal on journal.id = line.journal_id
      where journal.brand = ${brand.id} and line.account like 'cash:%'
    union select unnest(${[...accruing.flatMap(({ result, balance }) => [result, balance]), 'bank', 'providerFee', 'suspense', 'cash:transfer']}::text[])`.execute(
    trx,
  );
  const components = used.map(({ component }) => componentOf(component));
  const accounts = components.map((component) => accountOf(brand.chart, component));
  const { rows } = await sql<{ posted: number | null }>`
    select post_gl_run(${brand.id}, ${on}, ${run}, ${readFrom}, ${lossRatesOf(brand)}, ${components}, ${accounts}) as posted from installation`.execute(
    trx,
  );
  const [first] = rows;
  if (first && first.posted !== null)
    await sql`select record_portfolio(${brand.id}, ${on}) from installation`.execute(trx);
  const { rows: settled } = await sql<{ posted: number }>`
    select post_gl_settlements(${brand.id}, ${on}, ${components}, ${accounts}) as posted from installation`.execute(
    trx,
  );
  const done = await trx
    .selectFrom('gl_run')
    .select('refused')
    .where('brand', '=', brand.id)
    .where('run', '=', run)
    .executeTakeFirst();
  return { journals: (first?.posted ?? 0) + (settled[0]?.posted ?? 0), refused: done?.refused ?? 0 };
}

/** The day before a brand's business day: the last one that has ended. */
export const lastEndedDay = async ({ db, clock }: AppContext, { timeZone }: Brand): Promise<LocalDate> =>
  addDays(await clock.today(db, timeZone), -1);
