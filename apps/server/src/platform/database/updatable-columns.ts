import { type Kysely, sql } from 'kysely';

/**
 * The columns that the server's login may update. All others are fixed once inserted: amounts, terms, owners, numbers, the
 * text of contracts. The type `Database` enforces it at compile time, the grants at run time. A change that needs another
 * column adds it here.
 */
export const updatableColumns = {
  account_change: ['disowned_at'],
  agency: ['ended_at'],
  agency_person: ['ended_at'],
  arrangement: [
    'state',
    'days',
    'proposed_at',
    'valid_through',
    'approval_id',
    'agreement_id',
    'event_id',
    'closed_at',
  ],
  authority: ['max_per_item', 'max_per_day', 'second_person_from', 'approval_id'],
  bank_account: ['state'],
  blocked_person: ['reason', 'blocked_at'],
  borrower: ['password_hash', 'language', 'theme', 'time_zone'],
  borrower_profile: ['encrypted', 'updated_at', 'revision'],
  bounced_address: ['bounces', 'at'],
  business_clock: ['offset_days'],
  bureau_report: ['answered_at', 'encrypted', 'bureau_reference', 'price'],
  card_payment: ['charge', 'needs_code', 'state', 'code_sent_at', 'confirming_at'],
  collection_assignment: ['ended_at'],
  complaint: [
    'answer',
    'answered_at',
    'answered_on',
    'needs_score',
    'score',
    'promised_by',
    'acknowledged_at',
    'escalated_at',
  ],
  consent: ['version', 'given_at', 'withdrawn_at'],
  contact: ['outcome', 'outcome_at', 'note'],
  contact_stop: ['until', 'ended_at', 'ended_by', 'end_note'],
  delivery: ['state', 'reason', 'segments', 'cost', 'ended_at'],
  daily_run: ['started_at', 'finished_at', 'counts'],
  decision_policy: [
    'body',
    'sha256',
    'note',
    'state',
    'checked_at',
    'checked_by',
    'effective_at',
    'approval_id',
  ],
  device: ['name', 'os_version', 'app_version', 'seen_at'],
  duty_period: ['signed_off_at', 'signed_off_by', 'receipt'],
  erasure_hold: ['released_by', 'released_at'],
  feed_key: ['revoked_at', 'revoked_by'],
  feed_webhook: [
    'revoked_at',
    'revoked_by',
    'delivered_to',
    'lease',
    'lease_until',
    'failures',
    'failing_since',
    'next_try_at',
  ],
  gl_account: ['name', 'parent', 'external_code'],
  gl_draft: ['run', 'posted_on', 'product', 'kinds', 'components', 'amounts', 'relates_to'],
  idempotency: ['state', 'http_status', 'answer'],
  loan_order: [
    'status',
    // A smaller offer that is taken; the database accepts no other change.
    'amount',
    'terms',
    'decided_at',
    'decided_on',
    'decision',
    'apply_again_on',
    'offer_lapses_on',
    'withdrawn_at',
    'credit_by',
    'served_at',
    'disbursed_on',
    'next_due_on',
    'settled_on',
    'rated_at',
    'rating_stars',
    'event_count',
    'next_status_check_on',
    'status_computed_on',
    'reopened_at',
  ],
  mail: ['state', 'sent_at', 'refusal'],
  message_preference: ['is_on', 'changed_at'],
  notice: ['variables', 'state', 'reason', 'shown_at', 'send_after', 'claimed_until', 'read_at'],
  offer: ['terms', 'valid_through', 'shown_at'],
  one_time_code: ['tries', 'used_at', 'superseded_at', 'expires_at'],
  late_figure: ['computed_on', 'event_count', 'due'],
  payment_promise: ['state', 'paid', 'closed_at'],
  payment: ['state', 'reviewed_at', 'review_note', 'approval_id'],
  payment_code: ['state', 'pay_code', 'qr', 'image_token', 'provider_reference'],
  payout: [
    'state',
    'provider_reference',
    'reason',
    'sent_at',
    'sent_on',
    'settled_at',
    'settled_on',
    'queried_at',
    'counted_on',
    'sending_until',
    'cancelled_by',
    'is_return_open',
  ],
  payout_day: ['amount', 'payouts', 'first_loans'],
  payout_hold: ['closed_at', 'approval_id'],
  payout_limit: ['max_amount', 'max_first_loans', 'approval_id'],
  payout_stop: ['reason', 'approval_id', 'started_at'],
  // The brand file defines what is offered; an order keeps the terms that it was made with.
  product: [
    'name',
    'logo',
    'kind',
    'terms',
    'amount_min',
    'amount_max',
    'amount_step',
    'amount_offered',
    'display',
    'listed',
    'withdrawn_at',
  ],
  profile_draft: ['encrypted', 'updated_at'],
  provider_message: ['outcome', 'detail', 'settled_at', 'settled_note', 'approval_id', 'times', 'last_at'],
  reconciliation_day: [
    'their_payments',
    'our_payments',
    'their_payouts',
    'our_payouts',
    'their_other',
    'our_other',
    'compared_at',
  ],
  reconciliation_difference: [
    'provider_value',
    'ledger_value',
    'resolved_at',
    'owner',
    'explanation',
    'explained_by',
    'explained_at',
  ],
  rejected_message: ['times', 'last_at', 'last_digest'],
  identity_check: [
    'document',
    'state',
    'front_id',
    'back_id',
    'selfie_id',
    'submitted_at',
    'answered_at',
    'answer',
    'face',
    'read_encrypted',
    'contradictions',
    'person_digest',
    'compared_at',
    'decided_at',
    'approval_id',
  ],
  review: [
    'state',
    'closed_at',
    'closed_by',
    'words',
    'approval_id',
    'corrections',
    'corrections_requested_at',
    'answered_at',
  ],
  screening: ['person_digest', 'version', 'screened_at', 'service_digest'],
  screening_hit: [
    'state',
    'decided_at',
    'reason',
    'approval_id',
    'report_by',
    'reported_at',
    'report_reference',
    'report_approval_id',
  ],
  session: ['device_id', 'app_proof', 'page_proof', 'used_at', 'revoked_at'],
  sms: ['state', 'sent_at'],
  staff_totp: ['secret_encrypted', 'pending_encrypted', 'set_up_at', 'last_step'],
  statement_import: ['added', 'undone_by', 'undone_at'],
  statement_line: ['transfer_id', 'payment_id', 'set_aside_by', 'set_aside_reason'],
  statement_map: ['map', 'saved_by', 'saved_at'],
  source_pause: ['resumed_at', 'resume_approval_id'],
  staff: ['ended_at', 'end_reason'],
  staff_invitation: ['used_at', 'revoked_at'],
  staff_key: ['name', 'revoked_at'],
  staff_recovery: ['token_hash', 'handed_over_at', 'tries', 'code_at', 'used_at', 'revoked_at'],
  staff_shift: ['state', 'answered_at'],
  staff_session: ['used_at', 'locked_at', 'revoked_at'],
  strategy: ['steps', 'note', 'state', 'effective_at', 'approval_id'],
  task: [
    'amount',
    'detail',
    'due_at',
    'owner',
    'deferred_until',
    'deferral_reason',
    'closed_at',
    'closed_by',
  ],
  ticket: ['used_at'],
  usage_count: ['times'],
  web_build: ['last_seen_at'],
  utr_submission: ['state', 'reason', 'decided_at', 'reviewed_by', 'approval_id'],
  visitor: [
    'captcha_hash',
    'captcha_expires_at',
    'captcha_used_at',
    'captcha_encrypted',
    'captchas',
    'code_phone',
    'code_device_id',
    'registered_at',
    'work_challenge',
    'work_expires_at',
    'worked_at',
    'address',
  ],
  // The sandbox's own tables, empty in production.
  sandbox_check: ['mode'],
  sandbox_charge: ['state', 'code', 'tries', 'code_expires_at'],
  sandbox_payment: ['reversed_on'],
  sandbox_payout: ['state', 'reason', 'held', 'ended_on'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Updatable = typeof updatableColumns;

/**
 * Grants the server's login updates of the listed columns only. It revokes only updates of whole tables, so that a server of
 * the previous version that starts at the same time loses no right.
 */
export async function grantUpdates<Schema>(trx: Kysely<Schema>, role: string): Promise<void> {
  const { rows: whole } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p', 'v') and has_table_privilege(${role}, c.oid, 'UPDATE')`.execute(
    trx,
  );
  for (const { name } of whole)
    await sql`revoke update on ${sql.id('public', name)} from ${sql.id(role)}`.execute(trx);
  const { rows: granted } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'public' and a.attnum > 0 and not a.attisdropped
      -- Only a column with an entry of its own is granted: to look every other one up takes most of a start's time.
      and a.attacl is not null and has_column_privilege(${role}, c.oid, a.attnum, 'UPDATE')`.execute(trx);
  const grantedColumns = new Set(granted.map(({ name }) => name));
  for (const [table, columns] of Object.entries(updatableColumns)) {
    const missing = columns.filter((column) => !grantedColumns.has(`${table}.${column}`));
    if (missing.length === 0) continue;
    const names = sql.join(missing.map((column) => sql.id(column)));
    await sql`grant update (${names}) on ${sql.id('public', table)} to ${sql.id(role)}`.execute(trx);
  }
}
