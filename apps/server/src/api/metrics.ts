import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { AppContext } from '../context/app-context.ts';
import { caps } from '../messaging/code-caps.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** Time limit for one query. A scraper waits ten seconds for all metrics together. */
const queryTimeoutMs = 4_000;

async function withTimeout<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the database is silent')), queryTimeoutMs);
  });
  return Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
}

/**
 * A gauge whose values are queried at each scrape. If the database is unavailable or slow, the gauge has no value instead of
 * a wrong one, and the others are not delayed.
 */
function databaseGauge(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly string[],
  query: () => Promise<readonly Row[]>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      this.reset();
      // A gauge without labels would report 0 until it is set, which reads as "all is well".
      if (labelNames.length === 0) this.remove();
      for (const row of await withTimeout(query()).catch((): readonly Row[] => []))
        this.set(
          Object.fromEntries(labelNames.map((label) => [label, String(row[label] ?? '')])),
          Number(row.value ?? 0),
        );
    },
  });
}

/**
 * Registers the metrics that operators monitor: waiting work, unfinished payments, messages, and when each daily run last
 * finished.
 */
export function registerMetrics(
  registry: Registry,
  appContext: AppContext,
  isWritable: () => Promise<number>,
): void {
  const { db } = appContext;
  const rows = async (query: ReturnType<typeof sql<Row>>) => (await query.execute(db)).rows;
  databaseGauge(
    registry,
    'hiram_database_well',
    'Whether the database answers and can be written',
    [],
    async () => [{ value: await isWritable() }],
  );
  databaseGauge(
    registry,
    'hiram_late_promises',
    'Decisions and creditings past their promised day',
    ['brand', 'promise'],
    () => latePromises(appContext),
  );
  databaseGauge(
    registry,
    'hiram_complaints_overdue',
    'Complaints that have no answer past the day that was promised',
    ['brand'],
    () => overdueComplaints(appContext),
  );
  databaseGauge(
    registry,
    'hiram_reviews_waiting_seconds',
    'How long the oldest application or payout has waited for a person',
    ['kind'],
    () =>
      rows(sql<Row>`select kind, extract(epoch from now() - min(opened_at)) as value from review
        where state = 'waiting' and reasons <> '{accountChanged}' group by kind`),
  );
  databaseGauge(
    registry,
    'hiram_reconciliation_differences',
    'Open differences between the statements of providers and the books',
    ['provider', 'reason'],
    () =>
      rows(sql<Row>`select provider, reason, count(*) as value from reconciliation_difference
        where resolved_at is null group by provider, reason`),
  );
  databaseGauge(registry, 'hiram_jobs', 'Jobs that are still to be done', ['queue', 'state'], () =>
    rows(sql<Row>`select name as queue, state::text, count(*) as value from jobs.job
      where state in ('created', 'retry', 'active') group by name, state`),
  );
  databaseGauge(
    registry,
    'hiram_job_oldest_seconds',
    'How long the oldest job of a queue has waited since it was due',
    ['queue'],
    () =>
      rows(sql<Row>`select name as queue, extract(epoch from now() - min(start_after)) as value from jobs.job
        where state in ('created', 'retry', 'active') and start_after <= now() group by name`),
  );
  databaseGauge(
    registry,
    'hiram_payouts_unsettled',
    'Payouts that were asked for or sent, and have not ended',
    ['state'],
    () =>
      rows(
        sql<Row>`select state, count(*) as value from payout where state in ('requested', 'sent') group by state`,
      ),
  );
  databaseGauge(
    registry,
    'hiram_payout_oldest_seconds',
    'How long the oldest payout has been without an end',
    [],
    () =>
      rows(sql<Row>`select coalesce(extract(epoch from now() - min(requested_at)), 0) as value from payout
        where state in ('requested', 'sent')`),
  );
  databaseGauge(
    registry,
    'hiram_payments_held',
    'Payments, transfers that borrowers told of, and contradicted payouts, that wait for a person',
    [],
    () =>
      rows(sql<Row>`select (select count(*) from payment where state = 'held') + (
      select count(*) from provider_message where outcome in ('unknown', 'contradicted') and settled_at is null
        and body ->> 'kind' in ('payment', 'payout', 'aside')) +
        (select count(*) from utr_submission where state = 'review') as value`),
  );
  databaseGauge(registry, 'hiram_texts_unsent', 'Text messages that no provider has taken', ['state'], () =>
    rows(sql<Row>`select state, count(*) as value from sms where state <> 'sent' group by state`),
  );
  databaseGauge(
    registry,
    'hiram_codes_day_share',
    'One-time codes of the last day, as a share of the day’s ceiling, of the brand that is nearest to it',
    [],
    () =>
      rows(sql<Row>`select coalesce(max(sent), 0)::float / ${caps.all} as value from (
        select count(*) as sent from one_time_code where created_at > now() - interval '1 day' group by brand) each`),
  );
  databaseGauge(
    registry,
    'hiram_webhooks_day',
    'Messages of providers in the last day, by what became of them',
    ['provider', 'outcome'],
    () =>
      rows(sql<Row>`select provider, outcome, count(*) as value from provider_message
        where received_at > now() - interval '1 day' group by provider, outcome
        union all select provider, reason, sum(times) from rejected_message
        where hour > now() - interval '1 day' group by provider, reason`),
  );
  databaseGauge(
    registry,
    'hiram_daily_run_age_seconds',
    'How long ago a day’s work was last done',
    ['name', 'brand'],
    () =>
      rows(sql<Row>`select name, brand, extract(epoch from now() - max(finished_at)) as value from daily_run
        where finished_at <= now() + interval '1 minute' group by name, brand`),
  );
  databaseGauge(
    registry,
    'hiram_ledger_broken',
    'Journals that did not balance when the ledger was last checked',
    [],
    () =>
      rows(sql<Row>`select coalesce((counts ->> 'broken')::int, 0) as value from daily_run
        where name = 'ledger check' and finished_at <= now() + interval '1 minute' order by finished_at desc limit 1`),
  );
  databaseGauge(
    registry,
    'hiram_loans_differing',
    'Loans whose ledger did not hold what their events say when all were last compared',
    ['brand'],
    () =>
      rows(sql<Row>`select distinct on (brand) brand, coalesce((counts ->> 'differing')::int, 0) as value
        from daily_run where name = 'loan check' and finished_at is not null order by brand, finished_at desc`),
  );
  databaseGauge(
    registry,
    'hiram_audit_broken',
    'Whether the audit trail’s checkpoints of the last days did not fit it when they were last checked',
    [],
    () =>
      rows(sql<Row>`select coalesce((counts ->> 'broken')::int, 0) as value from daily_run
        where name = 'audit check' and finished_at <= now() + interval '1 minute' order by finished_at desc limit 1`),
  );
  databaseGauge(
    registry,
    'hiram_audit_unsealed_seconds',
    'Since when the audit trail bears no checkpoint',
    [],
    () =>
      rows(
        sql<Row>`select extract(epoch from now() - max(upto)) as value from audit_checkpoint having count(*) > 0`,
      ),
  );
}

/** CMP-13: unanswered complaints past the promised day, by each brand's business day. */
async function overdueComplaints({ db, brands, clock }: AppContext): Promise<Row[]> {
  const figures: Row[] = [];
  for (const brand of brands.values()) {
    const today = await clock.today(db, brand.timeZone);
    const { value } = await db
      .selectFrom('complaint')
      .innerJoin('borrower', 'borrower.id', 'complaint.borrower_id')
      .select((eb) => eb.fn.countAll<number>().as('value'))
      .where('borrower.brand', '=', brand.id)
      .where('answered_at', 'is', null)
      .where('promised_by', '<', today)
      .executeTakeFirstOrThrow();
    figures.push({ brand: brand.id, value });
  }
  return figures;
}

/** TERM-02: decisions and creditings past the promised day, by each brand's business day. */
async function latePromises({ db, brands, clock }: AppContext): Promise<Row[]> {
  const figures: Row[] = [];
  for (const brand of brands.values()) {
    const today = await clock.today(db, brand.timeZone);
    const late = await db
      .selectFrom('late_promise')
      .select((eb) => ['promise', eb.fn.countAll<number>().as('value')])
      .where('brand', '=', brand.id)
      .where('promised_by', '<', today)
      .groupBy('promise')
      .execute();
    for (const promise of ['decision', 'crediting'] as const)
      figures.push({
        brand: brand.id,
        promise,
        value: late.find((row) => row.promise === promise)?.value ?? 0,
      });
  }
  return figures;
}
