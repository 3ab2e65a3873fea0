import { type RawBuilder, sql } from 'kysely';
import type { Registry } from 'prom-client';
import type { AppContext } from '../context/app-context.ts';
import { caps } from '../messaging/code-caps.ts';
import type { Cell } from '../platform/cells/cell.ts';
import { jobSchemaOf } from '../platform/database/install-queue.ts';
import { backupDone } from '../platform/database/operator.ts';
import { databaseGauge, type GaugeDefinition, type GaugeRow } from './database-gauge.ts';
import type { ServedCells } from './open-cell.ts';

/** The gauges that one query each fills. */
const queried: readonly (GaugeDefinition & {
  readonly query: RawBuilder<GaugeRow> | ((jobs: RawBuilder<unknown>) => RawBuilder<GaugeRow>);
})[] = [
  {
    name: 'hiram_reviews_waiting_seconds',
    help: 'Age of the oldest application or payout in the review queue',
    labels: ['kind'],
    query: sql<GaugeRow>`select kind, extract(epoch from now() - min(opened_at)) as value from review
        where state = 'waiting' and reasons <> '{accountChanged}' group by kind`,
  },
  {
    name: 'hiram_reconciliation_differences',
    help: 'Open differences between providers’ statements and the books',
    labels: ['provider', 'reason'],
    query: sql<GaugeRow>`select provider, reason, count(*) as value from reconciliation_difference
        where resolved_at is null group by provider, reason`,
  },
  {
    name: 'hiram_jobs',
    help: 'Jobs that are not finished',
    labels: ['queue', 'state'],
    query: (jobs) => sql<GaugeRow>`select name as queue, state::text, count(*) as value from ${jobs}.job
      where state in ('created', 'retry', 'active') group by name, state`,
  },
  {
    name: 'hiram_job_oldest_seconds',
    help: 'Time since the oldest waiting job of a queue was due',
    labels: ['queue'],
    query: (
      jobs,
    ) => sql<GaugeRow>`select name as queue, extract(epoch from now() - min(start_after)) as value from ${jobs}.job
        where state in ('created', 'retry', 'active') and start_after <= now() group by name`,
  },
  {
    name: 'hiram_move_cut_seconds',
    help: 'Time since a borrower left this cell and has not been landed in another one',
    labels: [],
    query: sql<GaugeRow>`select coalesce(extract(epoch from now() - min(moved_at)), 0) as value from cell_move
        where parcel is not null`,
  },
  {
    name: 'hiram_payouts_unsettled',
    help: 'Payouts that were requested or sent, and have no result',
    labels: ['state'],
    query: sql<GaugeRow>`select state, count(*) as value from payout where state in ('requested', 'sent') group by state`,
  },
  {
    name: 'hiram_payout_oldest_seconds',
    help: 'Age of the oldest payout without a result',
    labels: [],
    query: sql<GaugeRow>`select coalesce(extract(epoch from now() - min(requested_at)), 0) as value from payout
        where state in ('requested', 'sent')`,
  },
  {
    name: 'hiram_payments_held',
    help: 'Payments, reported transfers, contradicted payouts and late reversals in the review queue',
    labels: [],
    query: sql<GaugeRow>`select (select count(*) from payment where state = 'held') + (
      select count(*) from provider_message where outcome in ('unknown', 'contradicted') and settled_at is null
        and body ->> 'kind' in ('payment', 'payout', 'reversal', 'ignored')) +
        (select count(*) from utr_submission where state = 'review') as value`,
  },
  {
    // Without an archive there is no row.
    name: 'hiram_archive_age_seconds',
    help: 'Time since PostgreSQL last archived its changes',
    labels: [],
    query: sql<GaugeRow>`select extract(epoch from now() - coalesce(last_archived_time, stats_reset)) as value
      from pg_stat_archiver where current_setting('archive_mode') <> 'off'`,
  },
  {
    name: 'hiram_texts_unsent',
    help: 'Text messages that no provider has accepted',
    labels: ['state'],
    query: sql<GaugeRow>`select state, count(*) as value from sms where state <> 'sent' group by state`,
  },
  {
    name: 'hiram_codes_day_share',
    help: 'One-time codes of the last day as a share of the daily limit, for the brand that is closest to it',
    labels: [],
    query: sql<GaugeRow>`select coalesce(max(sent), 0)::float / ${caps.all.captcha} as value from (
        select count(*) as sent from one_time_code where created_at > now() - interval '1 day' group by brand) each`,
  },
  {
    name: 'hiram_webhooks_day',
    help: 'Messages of providers in the last day, by outcome',
    labels: ['provider', 'outcome'],
    query: sql<GaugeRow>`select provider, outcome, count(*) as value from provider_message
        where received_at > now() - interval '1 day' group by provider, outcome
        union all select provider, reason, sum(times) from rejected_message
        where hour > now() - interval '1 day' group by provider, reason`,
  },
  {
    name: 'hiram_feed_failing_seconds',
    help: 'Time for which a system has accepted nothing that the feed sends it',
    labels: ['webhook'],
    query: sql<GaugeRow>`select name as webhook, max(extract(epoch from now() - coalesce(failing_since, now()))) as value
        from feed_webhook where revoked_at is null group by name`,
  },
  {
    name: 'hiram_daily_run_age_seconds',
    help: 'Time since the last daily run ended',
    labels: ['name', 'brand'],
    query: sql<GaugeRow>`select name, brand, extract(epoch from now() - max(finished_at)) as value from daily_run
        where finished_at <= now() + interval '1 minute' group by name, brand`,
  },
  {
    name: 'hiram_backup_age_seconds',
    help: 'Time since the last backup was complete, or since the installation if there is none',
    labels: [],
    query: sql<GaugeRow>`select extract(epoch from now() - coalesce(
        (select max(at) from audit_entry where subject = 'installation' and action = ${backupDone} and at <= now()),
        (select created_at from installation))) as value`,
  },
  {
    name: 'hiram_ledger_broken',
    help: 'Unbalanced journals and damaged archived loans in the last checks',
    labels: [],
    query: sql<GaugeRow>`select sum(coalesce((counts ->> 'broken')::int, 0) + coalesce((counts ->> 'damaged')::int, 0)) as value
        from (select distinct on (name) counts from daily_run where name in ('ledger check', 'archive check')
          and finished_at <= now() + interval '1 minute' order by name, finished_at desc) as last having count(*) > 0`,
  },
  {
    name: 'hiram_loans_differing',
    help: 'Loans whose ledger differed from their events, and loans whose books differed or were left out, in the last comparisons',
    labels: ['brand'],
    query: sql<GaugeRow>`select brand, sum(differing) as value from (
        select distinct on (brand, name) brand, coalesce((counts ->> 'differing')::int, 0) as differing
        from daily_run where name in ('loan check', 'books') and finished_at is not null order by brand, name, finished_at desc
      ) last group by brand`,
  },
  {
    name: 'hiram_tasks_differing',
    help: 'Tasks without a cause and causes without a task in the last comparison',
    labels: [],
    query: sql<GaugeRow>`select coalesce((counts ->> 'differing')::int, 0) as value from daily_run
        where name = 'task check' and finished_at <= now() + interval '1 minute' order by finished_at desc limit 1`,
  },
  {
    name: 'hiram_decisions_differing',
    help: 'Decisions that their policy did not make again, to the byte, in the last check',
    labels: ['brand'],
    query: sql<GaugeRow>`select distinct on (brand) brand, coalesce((counts ->> 'differing')::int, 0) as value
        from daily_run where name = 'decision check' and finished_at is not null order by brand, finished_at desc`,
  },
  {
    name: 'hiram_break_glass_day',
    help: 'Decisions about loans and payments from the shell in the last day, past the console',
    labels: [],
    query: sql<GaugeRow>`select count(*) as value from break_glass where at > now() - interval '1 day'`,
  },
  {
    name: 'hiram_staff_recoveries_day',
    help: 'Members of staff who were let register a new passkey in the last day, after they lost theirs',
    labels: [],
    query: sql<GaugeRow>`select count(*) as value from staff_recovery where created_at > now() - interval '1 day'`,
  },
  {
    name: 'hiram_audit_broken',
    help: '1 if a checkpoint of the last days did not match the audit trail in the last check',
    labels: [],
    query: sql<GaugeRow>`select coalesce((counts ->> 'broken')::int, 0) as value from daily_run
        where name = 'audit check' and finished_at <= now() + interval '1 minute' order by finished_at desc limit 1`,
  },
  {
    name: 'hiram_signatures_broken',
    help: 'Approvals, sessions and passkeys of the staff whose signature did not hold in the last check',
    labels: [],
    query: sql<GaugeRow>`select coalesce((counts ->> 'broken')::int, 0) as value from daily_run
        where name = 'signature check' and finished_at <= now() + interval '1 minute' order by finished_at desc limit 1`,
  },
  {
    name: 'hiram_audit_unchecked_seconds',
    help: 'Time since the last checkpoint of the audit trail',
    labels: [],
    query: sql<GaugeRow>`select extract(epoch from now() - max(upto)) as value from audit_checkpoint having count(*) > 0`,
  },
];

/**
 * Registers the metrics that operators monitor: waiting work, unfinished payments, messages, and when each daily run last
 * finished.
 */
export function registerMetrics(
  registry: Registry,
  { appContext, cells }: { readonly appContext: AppContext; readonly cells: ServedCells | undefined },
  isWritable: (own: AppContext) => Promise<number>,
): void {
  /** A gauge of each cell, with the cell as its last label if there are several. */
  const gauge = (
    definition: GaugeDefinition,
    query: (own: AppContext) => Promise<readonly GaugeRow[]>,
    away: readonly GaugeRow[] = [],
  ) => {
    if (!cells) return databaseGauge(registry, definition, () => query(appContext));
    const labels = [...definition.labels, 'cell'];
    return databaseGauge(registry, { ...definition, labels }, async () => {
      const found = [...cells.all()].map(async ([cell, own]) => {
        const rows = own ? await query(own).catch(() => away) : away;
        return rows.map((row) => ({ ...row, cell }));
      });
      return (await Promise.all(found)).flat();
    });
  };
  const databaseHealth = {
    name: 'hiram_database_well',
    help: '1 if the database answers and is writable',
    labels: [],
  };
  gauge(databaseHealth, async (own) => [{ value: await isWritable(own) }], [{ value: 0 }]);
  const late = {
    name: 'hiram_late_promises',
    help: 'Decisions and payouts past their promised day',
    labels: ['brand', 'promise'],
  };
  gauge(late, latePromises);
  const overdue = {
    name: 'hiram_complaints_overdue',
    help: 'Unanswered complaints past their promised day',
    labels: ['brand'],
  };
  gauge(overdue, overdueComplaints);
  for (const { query, ...definition } of queried)
    gauge(definition, async ({ cell, db }) => (await queryIn(cell, query).execute(db)).rows);
}

/** The query of a cell: its jobs are in a schema of their own. */
const queryIn = ({ schema }: Cell, query: (typeof queried)[number]['query']): RawBuilder<GaugeRow> =>
  typeof query === 'function' ? query(sql.id(jobSchemaOf(schema))) : query;

/** CMP-13: unanswered complaints past the promised day, by each brand's business day. */
async function overdueComplaints({ db, brands, clock }: AppContext): Promise<GaugeRow[]> {
  const figures: GaugeRow[] = [];
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
async function latePromises({ db, brands, clock }: AppContext): Promise<GaugeRow[]> {
  const figures: GaugeRow[] = [];
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
