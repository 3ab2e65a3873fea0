/** The panels of each Grafana dashboard. */

export interface Panel {
  readonly title: string;
  /** PromQL; figures that every server reads from the database are taken once, by `max`. */
  readonly query: string;
  readonly legend?: string;
  /** A unit of Grafana: `s`, `percentunit`, `reqps`, `short`. */
  readonly unit?: string;
  readonly alert?: string;
  readonly kind?: 'timeseries' | 'stat' | 'table';
}

export interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly Panel[];
}

export const calls: Dashboard = {
  uid: 'hiram-calls',
  title: 'Hiram: servers and calls',
  panels: [
    {
      title: 'Releases that run',
      query: 'count by (version, commit) (hiram_build_info)',
      legend: '{{version}} {{commit}}',
      alert: 'HiramMixedVersions',
      kind: 'stat',
    },
    {
      title: 'Servers whose database answers',
      query: 'sum(hiram_database_well)',
      alert: 'HiramDatabaseUnwell',
      kind: 'stat',
    },
    {
      title: 'Calls a second, by class of status',
      query: 'sum by (class) (rate(hiram_calls_total[5m]))',
      legend: '{{class}}',
      unit: 'reqps',
      alert: 'HiramManyCallsFail',
    },
    {
      title: 'Share of calls that end with 5xx, by call',
      query:
        'topk(10, sum by (call) (rate(hiram_calls_total{class="5xx"}[5m])) / sum by (call) (rate(hiram_calls_total[5m])))',
      legend: '{{call}}',
      unit: 'percentunit',
      alert: 'HiramCallsFail',
    },
    {
      title: '99th percentile of call times',
      query: 'histogram_quantile(0.99, sum by (le) (rate(hiram_call_seconds_bucket[5m])))',
      unit: 's',
      alert: 'HiramSlow',
    },
    {
      title: 'Slowest calls, 99th percentile',
      query: 'topk(10, histogram_quantile(0.99, sum by (le, call) (rate(hiram_call_seconds_bucket[5m]))))',
      legend: '{{call}}',
      unit: 's',
    },
    {
      title: 'Opened pages a second, by what followed their document',
      query: 'sum by (ending) (rate(hiram_opened_pages_total[5m]))',
      legend: '{{ending}}',
      unit: 'reqps',
      alert: 'HiramPagesWithoutData',
    },
    {
      title: 'Results of requests to providers',
      query: 'sum by (provider, outcome) (rate(hiram_provider_answers_total[5m]))',
      legend: '{{provider}} {{outcome}}',
      unit: 'reqps',
      alert: 'HiramProviderAway',
    },
    {
      title: 'Connections to the database, by pool',
      query: 'sum by (pool, cell, state) (hiram_pool_connections)',
      legend: '{{pool}} {{cell}} {{state}}',
    },
    {
      title: 'Statements that take more than a second, each second',
      query:
        'sum(rate(hiram_statement_seconds_count[5m])) - sum(rate(hiram_statement_seconds_bucket{le="1"}[5m]))',
      unit: 'reqps',
      alert: 'HiramStatementsSlow',
    },
    {
      title: 'Statements that wait for a connection',
      query: 'max by (pool, cell) (hiram_pool_waiting)',
      legend: '{{pool}} {{cell}}',
      alert: 'HiramPoolExhausted',
    },
    {
      title: 'Lateness of the event loop, by server',
      query: 'max by (instance) (hiram_nodejs_eventloop_lag_p99_seconds)',
      legend: '{{instance}}',
      unit: 's',
      alert: 'HiramEventLoopSlow',
    },
    {
      title: 'Free share of the disk of DATA_DIR, by server',
      query: 'min by (instance) (hiram_disk_free_ratio)',
      legend: '{{instance}}',
      unit: 'percentunit',
      alert: 'HiramDiskFull',
    },
    {
      title: 'How far the standby of the reports is behind',
      query: 'max(hiram_reports_behind_seconds)',
      unit: 's',
      alert: 'HiramReportsBehind',
    },
    {
      title: 'Age of the last backup',
      query: 'max(hiram_backup_age_seconds)',
      unit: 's',
      alert: 'HiramBackupLate',
      kind: 'stat',
    },
    {
      title: 'Time since the last change was archived',
      query: 'max(hiram_archive_age_seconds)',
      unit: 's',
      alert: 'HiramArchiveBehind',
      kind: 'stat',
    },
    {
      title: 'Time until a certificate ends',
      query: 'min by (host) (hiram_certificate_left_seconds)',
      legend: '{{host}}',
      unit: 's',
      alert: 'HiramCertificateEnds',
      kind: 'stat',
    },
    { title: 'Waiting jobs', query: 'max by (queue, state) (hiram_jobs)', legend: '{{queue}} {{state}}' },
    {
      title: 'Age of the oldest waiting job',
      query: 'max by (queue) (hiram_job_oldest_seconds)',
      legend: '{{queue}}',
      unit: 's',
    },
    {
      title: 'Time since each day’s work was done',
      query: 'max by (name, brand) (hiram_daily_run_age_seconds)',
      legend: '{{name}} {{brand}}',
      unit: 's',
    },
  ],
};

export const money: Dashboard = {
  uid: 'hiram-money',
  title: 'Hiram: money and promises',
  panels: [
    {
      title: 'Journals that do not balance',
      query: 'max(hiram_ledger_broken)',
      alert: 'HiramLedgerBroken',
      kind: 'stat',
    },
    {
      title: 'Loans whose ledger differs',
      query: 'max by (brand) (hiram_loans_differing)',
      legend: '{{brand}}',
      alert: 'HiramLoansDiffer',
      kind: 'stat',
    },
    {
      title: 'Decisions that differ when replayed',
      query: 'max by (brand) (hiram_decisions_differing)',
      legend: '{{brand}}',
      alert: 'HiramDecisionsDiffer',
      kind: 'stat',
    },
    {
      title: 'Tasks and causes that differ',
      query: 'max(hiram_tasks_differing)',
      alert: 'HiramTasksDiffer',
      kind: 'stat',
    },
    {
      title: 'Decisions booked from the shell, last day',
      query: 'max(hiram_break_glass_day)',
      alert: 'HiramBreakGlass',
      kind: 'stat',
    },
    {
      title: 'Payouts without a result',
      query: 'max by (state) (hiram_payouts_unsettled)',
      legend: '{{state}}',
    },
    {
      title: 'Age of the oldest payout without a result',
      query: 'max(hiram_payout_oldest_seconds)',
      unit: 's',
      alert: 'HiramPayoutWithoutEnd',
    },
    { title: 'Payments that wait for a person', query: 'max(hiram_payments_held)' },
    {
      title: 'Open differences from providers’ statements',
      query: 'max by (provider, reason) (hiram_reconciliation_differences)',
      legend: '{{provider}} {{reason}}',
      alert: 'HiramReconciliationDiffers',
    },
    {
      title: 'Age of the oldest review',
      query: 'max by (kind) (hiram_reviews_waiting_seconds)',
      legend: '{{kind}}',
      unit: 's',
      alert: 'HiramReviewsWaiting',
    },
    {
      title: 'Decisions and payouts past their promise',
      query: 'max by (brand, promise) (hiram_late_promises)',
      legend: '{{brand}} {{promise}}',
      alert: 'HiramPromiseBroken',
    },
    {
      title: 'Moves between cells that were cut',
      query: 'max(hiram_move_cut_seconds)',
      unit: 's',
      alert: 'HiramMoveCut',
    },
    {
      title: 'Complaints past their promise',
      query: 'max by (brand) (hiram_complaints_overdue)',
      legend: '{{brand}}',
      alert: 'HiramComplaintsOverdue',
    },
  ],
};

export const abuse: Dashboard = {
  uid: 'hiram-abuse',
  title: 'Hiram: messages, refusals and the trail',
  panels: [
    {
      title: 'Staff whose access was recovered, last day',
      query: 'max(hiram_staff_recoveries_day)',
      alert: 'HiramStaffRecovered',
      kind: 'stat',
    },
    {
      title: 'Share of the day’s one-time codes',
      query: 'max(hiram_codes_day_share)',
      unit: 'percentunit',
      alert: 'HiramCodesNearCeiling',
      kind: 'stat',
    },
    {
      title: 'Audit trail altered',
      query: 'max(hiram_audit_broken)',
      alert: 'HiramAuditBroken',
      kind: 'stat',
    },
    {
      title: 'Signatures of the staff that do not hold',
      query: 'max(hiram_signatures_broken)',
      alert: 'HiramSignaturesBroken',
      kind: 'stat',
    },
    {
      title: 'Time since the last checkpoint of the trail',
      query: 'max(hiram_audit_unchecked_seconds)',
      unit: 's',
      alert: 'HiramAuditUnchecked',
    },
    {
      title: 'Rejected calls an hour, by reason',
      query: 'sum by (outcome) (increase(hiram_refusals_total[1h]))',
      legend: '{{outcome}}',
      alert: 'HiramGuessing',
    },
    {
      title: 'Texts that no provider accepted',
      query: 'max by (state) (hiram_texts_unsent)',
      legend: '{{state}}',
    },
    {
      title: 'Systems that take no events of the feed',
      query: 'max by (webhook) (hiram_feed_failing_seconds)',
      legend: '{{webhook}}',
      unit: 's',
      alert: 'HiramFeedStuck',
    },
    {
      title: 'Providers’ messages of the last day',
      query: 'max by (provider, outcome) (hiram_webhooks_day)',
      legend: '{{provider}} {{outcome}}',
      alert: 'HiramWebhooksForged',
    },
  ],
};
