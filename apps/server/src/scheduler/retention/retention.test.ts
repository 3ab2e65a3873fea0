import { randomBytes, randomUUID } from 'node:crypto';
import { addDays, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { oncePerDay } from '../../platform/jobs/daily-run.ts';
import { deleteByAge, retentionRules } from './retention.ts';

const hiram = setUpHiram({ BRAND: 'spec,ph' });

/**
 * Tables without an age limit, and the reason. Together with the rules these are all tables: a new table must
 * be in one of the lists.
 */
const stored: Readonly<Record<string, string>> = {
  audit_entry: 'who did what, without any value of a person’s',
  audit_checkpoint: 'of the audit trail',
  archived_balance: 'no person’s: balances of the archived books',
  archived_loan: 'the books',
  account_change: 'who replaced an account, and whether its owner took it back',
  agreement: 'what was agreed to, word for word',
  approval: 'what the staff requested and approved',
  approval_message: 'what the staff said about a request',
  arrangement: 'what borrower and lender asked and proposed about paying in parts',
  authority: 'no person’s: limits of roles',
  bank_account: 'where money went: a record of the customer',
  cell_move: 'who moved to another cell, and what left until it has arrived',
  moved_mark: 'where ids and codes of a borrower lead who moved: no values of theirs',
  break_glass: 'a decision about money from the shell, and who stood for it',
  borrower: 'whose loans they are; the number goes with the account',
  borrower_profile: 'identification of the customer, encrypted; goes with the account',
  business_clock: 'no person’s',
  card_payment: 'a payment',
  case_lease: 'who has a case open, for a minute',
  list_columns: 'a member of staff’s columns of a list',
  list_view: 'a member of staff’s views of a list',
  agency: 'no person’s: who collects for the lender',
  agency_person: 'who works for an agency',
  collection_assignment: 'whose a late loan was',
  late_figure: 'while the loan is late: what is due on it',
  message_cost: 'for good: what messages cost a brand on a day',
  payment_promise: 'what was promised, and whether it came',
  contact_objection: 'of a complaint',
  contact_refused: 'who of the staff tried to call against the rules',
  complaint: 'answered in writing, and shown to an authority',
  complaint_event: 'of a complaint',
  complaint_message: 'of a complaint',
  complaint_picture: 'of a complaint',
  strategy: 'no person’s: what is sent on which day',
  bounced_address: 'which addresses messages do not reach, as digests, as long as the account is',
  delivery: 'how a message reached a borrower, without its words',
  message_preference: 'as long as the account is',
  notice: 'what a borrower was told of an order',
  contact: 'who tried to reach a borrower, when and how',
  contact_brand: 'no person’s: which law holds for a brand',
  contact_holiday: 'no person’s',
  contact_law: 'no person’s',
  contact_stop: 'why a borrower is not contacted, and who said so',
  contact_zone: 'no person’s',
  consent: 'what was allowed, as long as the account is',
  daily_run: 'no person’s',
  decision_policy: 'no person’s: how applications are decided',
  decision_run: 'what an application was decided with, and the result',
  debit_card: 'a token, as long as the account is',
  device: 'as long as the account is',
  disclosure: 'what was acknowledged, word for word',
  erasure_hold: 'why an erasure waits, and who said so',
  erasure_request: 'done with the account',
  certificate: 'of an order: that it was paid in full',
  shown_milestone: 'of an order: which full pages its borrower was shown',
  source_pause: 'which sources were paused, for the trail',
  duty_period: 'what was reported to an authority, and who signed it off',
  duty_run: 'no person’s: the digest of a file',
  duty_rejection: 'which lines of a file came back, and why',
  imported_loan: 'the books: what a loan owed when it came',
  loan_import: 'of the books: which file, and who decided',
  feed_event: 'what happened, by ids: systems read it again from the start',
  feed_key: 'no person’s: which systems read the feed',
  feed_webhook: 'no person’s: which systems the feed is sent to',
  identity_mark: 'digests, as long as the account is',
  identity_asked: 'no person’s: which brands ask for documents',
  gl_accrual: 'the books',
  gl_account: 'no person’s: accounts of the general ledger',
  gl_book: 'no person’s: how far the general ledger is posted',
  gl_closing: 'who closed and reopened months of the books',
  gl_draft: 'of a daily run of the books, until it is posted',
  gl_item: 'the books',
  gl_journal: 'the books',
  gl_line: 'the books',
  gl_period: 'no person’s: months of the books',
  gl_run: 'no person’s: daily runs of the books',
  portfolio_day: 'no person’s: counts of the books',
  portfolio_loan: 'the books: how a loan was lent',
  portfolio_month_end: 'the books',
  portfolio_move: 'no person’s: counts of the books',
  installation: 'no person’s',
  joint_login_failure: 'of an order',
  journal: 'the books',
  journal_line: 'the books',
  posting: 'keeps no rows: a trigger writes them as journals',
  screening: 'as long as the account is',
  screening_entry: 'a list of persons, until the next import supersedes it',
  screening_hit: 'who may be, or is, on a list of persons, and who decided it',
  screening_list: 'no person’s: which list was in force when',
  saved_loan: 'the borrower’s own notes, as long as the account is',
  key_check: 'no person’s',
  lender_journal: 'no person’s: the lender’s own postings',
  lender_line: 'no person’s: of the lender’s own postings',
  loan_accrual: 'the books',
  loan_event: 'the books',
  match_key: 'no person’s',
  loan_order: 'the loan',
  review: 'what waited for a person, and who decided',
  payment_reminder: 'until it is sent, or a payment arrives',
  partner_answer: 'as long as the account is',
  payment: 'the books',
  payment_code: 'of a payment',
  payout: 'the books',
  note: 'what the staff wrote about a borrower',
  number_change: 'who changed a borrower’s number, and why',
  cell_allowance: 'no person’s: a cell’s part of a ceiling',
  done_elsewhere: 'who of the staff did what alone in another cell',
  reference_key: 'no person’s',
  reference_copy: 'no person’s',
  reference_copying: 'no person’s: one transaction',
  payout_day: 'no person’s: what was paid out in a day',
  payout_hold: 'of a payout',
  payout_limit: 'no person’s: a day’s ceiling',
  payout_stop: 'who of the staff stopped payouts, and why',
  picture: 'of a complaint or a receipt; of a document with its check; others after three days',
  product: 'no person’s',
  profile_history: 'identification of the customer, encrypted; goes with the account',
  reconciliation_day: 'no person’s: sums of a day',
  reconciliation_difference: 'no person’s: what the books and a provider disagreed on',
  provider_message: 'what a provider told of a movement',
  rejected_message: 'no person’s: how many messages were refused in an hour',
  reference_contact: 'as long as the account is',
  role: 'no person’s',
  role_right: 'no person’s',
  sandbox_borrower: 'the sandbox’s own',
  sandbox_card: 'the sandbox’s own',
  sandbox_charge: 'the sandbox’s own',
  sandbox_check: 'the sandbox’s own',
  sandbox_code: 'the sandbox’s own',
  sandbox_payment: 'the sandbox’s own',
  sandbox_payout: 'the sandbox’s own',
  sandbox_mail: 'the sandbox’s own',
  sandbox_text: 'the sandbox’s own',
  staff: 'who decided and read what',
  staff_key: 'verifies what was approved',
  staff_shift: 'when the staff is at work',
  staff_signature: 'verifies sessions and passkeys of the staff',
  staff_recovery: 'who let somebody register a new passkey',
  staff_totp: 'as long as the employment is',
  staff_read: 'who of the staff read what',
  staff_role: 'what each member of staff may do, until it is taken back',
  statement_import: 'a statement of the lender’s bank: the books',
  statement_line: 'of a bank statement',
  statement_map: 'no person’s: columns of a bank’s files',
  task: 'what waited for the staff, and who settled it',
  utr_submission: 'of a payment',
  web_asset: 'no person’s: files of the web app, as long as a build names them',
  web_build: 'no person’s: builds of the web app that are in use',
  write_probe: 'no person’s: what readiness writes and takes back',
};

test('every table is kept for a stated reason or deleted by age [T181]', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely%'`.execute(
    hiram.server.appContext.db,
  );
  const named = [...Object.keys(stored), ...retentionRules.map((rule) => rule.table)];
  expect(rows.map((row) => row.name).sort()).toEqual([...new Set(named)].sort());
});

/** A row of each table of the lender's staff. */
function staffRowOf(table: string, { at, mark }: { readonly at: Date; readonly mark: string }) {
  const token = randomBytes(32);
  const person = sql`with made as (
    insert into staff (id, name, email, created_at) values (${randomUUID()}, 'A', ${mark}, ${at}) returning id
  )`;
  switch (table) {
    case 'staff_session':
      return sql`${person} insert into staff_session (token_hash, id, staff_id, created_at, used_at, expires_at)
        select ${token}, gen_random_uuid(), id, ${at}, ${at}, ${at} from made`;
    case 'staff_invitation':
      return sql`${person} insert into staff_invitation (token_hash, staff_id, created_at, expires_at)
        select ${token}, id, ${at}, ${at} from made`;
    case 'staff_directory_sign_in':
      return sql`insert into staff_directory_sign_in (state_hash, nonce, code_verifier, expires_at)
        values (${token}, 'nonce', 'verifier', ${at})`;
    case 'staff_directory_role':
      return sql`${person} insert into staff_directory_role (staff_id, role, brand, expires_at)
        select id, 'support', '*', ${at} from made`;
    case 'staff_challenge':
      return sql`insert into staff_challenge (challenge, purpose, expires_at) values (${token}, 'signIn', ${at})`;
    default:
      throw new Error(`no row of ${table} here`);
  }
}

/** A row of each table for a brand, with the given age. */
function rowOf(
  table: string,
  brand: string,
  borrowerId: string,
  { at, mark }: { readonly at: Date; readonly mark: string },
) {
  const token = randomBytes(32);
  const day = at.toISOString().slice(0, 10);
  switch (table) {
    case 'visitor':
      return sql`insert into visitor (sid_hash, brand, address, created_at) values (${token}, ${brand}, ${mark}, ${at})`;
    case 'one_time_code':
      return sql`insert into one_time_code (id, brand, phone, purpose, code_hash, created_at, expires_at)
        values (${randomUUID()}, ${brand}, ${mark}, 'login', ${token}, ${at}, ${at})`;
    case 'sign_in_try':
      return sql`insert into sign_in_try (id, brand, phone, address, at) values (${randomUUID()}, ${brand}, ${mark}, '', ${at})`;
    case 'usage_count':
      return sql`insert into usage_count (brand, kind, subject, window_start, times) values (${brand}, 'upload borrower', ${token}, ${at}, 1)`;
    case 'session':
    case 'ticket':
      return sql`with made as (insert into session (token_hash, borrower_id, brand, device_id, created_at, expires_at)
          values (${token}, ${borrowerId}, ${brand}, ${mark}, ${at}, ${at}) returning token_hash)
        insert into ticket (token_hash, session_hash, expires_at) select ${randomBytes(32)}, token_hash, ${at} from made`;
    case 'device_location':
      return sql`insert into device_location (borrower_id, id, latitude, longitude, at) values (${borrowerId}, ${randomUUID()}, 1, 2, ${at})`;
    case 'sms':
      return sql`insert into sms (id, brand, phone, purpose, body_encrypted, state, created_at)
        values (${randomUUID()}, ${brand}, ${mark}, 'login', ${token}, 'sent', ${at})`;
    case 'mail':
      return sql`insert into mail (id, recipient, purpose, subject, body_encrypted, state, created_at)
        values (${randomUUID()}, ${mark}, 'staffInvitation', '', ${token}, 'sent', ${at})`;
    case 'profile_draft':
      return sql`insert into profile_draft (borrower_id, data_group, encrypted, updated_at) values (${borrowerId}, 'job', ${token}, ${at})`;
    case 'offer':
      return sql`insert into offer (borrower_id, product_id, amount, terms, shown_at)
        select ${borrowerId}, id, 1, '{}', ${at} from product where brand = ${brand} limit 1`;
    case 'application_address':
      return sql`insert into application_address (borrower_id, order_id, brand, digest, applied_at)
        values (${borrowerId}, ${randomUUID()}, ${brand}, ${token}, ${at})`;
    case 'refused_link':
      return sql`insert into refused_link (id, brand, host, seen_at) values (${randomUUID()}, ${brand}, ${mark}, ${at})`;
    case 'idempotency':
      return sql`insert into idempotency (borrower_id, call, key, body_digest, state, created_at)
        values (${borrowerId}, 'x', ${randomUUID()}, ${token}, 'done', ${at})`;
    case 'tracking_event':
      return sql`insert into tracking_event (id, day, brand, kind, at) values (${randomUUID()}, ${day}, ${brand}, ${mark}, ${at})`;
    case 'promotion_event':
      return sql`insert into promotion_event (day, brand, digest, kind, visitor, at)
        values (${day}, ${brand}, ${token}, 'visit', ${randomBytes(8)}, ${at})`;
    case 'identity_check':
      return sql`insert into identity_check (borrower_id, id, brand, document, state, created_at)
        values (${borrowerId}, ${randomUUID()}, ${brand}, 'philsys', 'draft', ${at})`;
    case 'bureau_report':
      return sql`insert into bureau_report (borrower_id, id, brand, order_id, person_digest, asked_at, asked_on)
        values (${borrowerId}, ${randomUUID()}, ${brand}, ${randomUUID()}, ${token}, ${at}, ${day})`;
    case 'blocked_person':
      return sql`insert into blocked_person (brand, kind, digest, reason, blocked_at) values (${brand}, 'phone', ${token}, 'x', ${at})`;
    default:
      return staffRowOf(table, { at, mark });
  }
}

test.each(retentionRules.map((rule) => [rule.table, rule.kind, rule.isShared ?? false] as const))(
  '%s is deleted after exactly the days of the brand’s file (%s), per brand unless the lender’s (%s)',
  async (table, kind, isShared) => {
    const { appContext } = hiram.server;
    const [spec, ph] = ['spec', 'ph'].map((id) => {
      const brand = appContext.brands.get(id);
      if (!brand) throw new Error('no brand');
      return brand;
    }) as [typeof appContext.defaultBrand, typeof appContext.defaultBrand];
    const now = Date.now();
    const days = spec.retention[kind];
    const old = new Date(now - (days + 2) * 86_400_000);
    const young = new Date(now - (days - 2) * 86_400_000);
    for (const [brand, at] of [
      [spec, old],
      [spec, young],
      [ph, old],
    ] as const) {
      const id = randomUUID();
      await sql`insert into borrower (id, brand, phone, created_at) values (${id}, ${brand.id}, ${id}, now())`.execute(
        appContext.db,
      );
      // The server's login opens sessions of the staff by a function alone.
      const db = table === 'staff_session' ? hiram.owner : appContext.db;
      await rowOf(table, brand.id, id, { at, mark: id }).execute(db);
    }
    const count = async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
        appContext.db,
      );
      return rows[0]?.n ?? 0;
    };
    const before = await count();
    const today = localDate(new Date(now).toISOString().slice(0, 10));
    // As if no server had run it today.
    await sql`update daily_run set finished_at = null, started_at = 'epoch'`.execute(appContext.db);
    await deleteByAge(appContext, spec, today);
    expect(await count()).toBe(before - (isShared ? 2 : 1));
    await sql`update daily_run set finished_at = null, started_at = 'epoch'`.execute(appContext.db);
    await deleteByAge(appContext, ph, today);
    expect(await count()).toBe(before - 2);
    await deleteByAge(appContext, ph, today);
    expect(await count()).toBe(before - 2);
  },
);

test('visitors write while old days of tracking are dropped, and a long read holds up neither', async () => {
  const { db } = hiram.server.appContext;
  const event = (writer: Db = db) =>
    sql`insert into tracking_event (id, day, brand, kind, at) values (${randomUUID()}, current_date, 'ph', 'x', now())`.execute(
      writer,
    );
  const count = async () =>
    (await sql<{ n: number }>`select count(*)::int as n from tracking_event where kind = 'x'`.execute(db))
      .rows[0]?.n;
  const makeOldDays = () =>
    sql`select ensure_tracking_partition(current_date - 900 - no::int) from generate_series(1, 20) as no`.execute(
      db,
    );
  const drop = async () =>
    (await sql<{ dropped: number }>`select drop_tracking_days(current_date - 800) as dropped`.execute(db))
      .rows[0]?.dropped;
  await makeOldDays();
  let isDropping = true;
  let written = 0;
  const visitors = Array.from({ length: 4 }, async () => {
    for (; isDropping; written += 1) await event();
  });
  expect(await drop()).toBe(20);
  isDropping = false;
  await Promise.all(visitors);
  expect(await count()).toBe(written);

  await makeOldDays();
  const report = await hiram.owner.startTransaction().execute();
  await sql`select count(*) from tracking_event`.execute(report);
  let hasGivenUp = false;
  const dropping = drop().finally(() => {
    hasGivenUp = true;
  });
  const waiting = () =>
    sql<{ n: number }>`select count(*)::int as n from pg_locks
      where not granted and mode = 'AccessExclusiveLock' and relation = 'tracking_event'::regclass`.execute(
      hiram.owner,
    );
  await hiram.until(waiting, ({ rows }) => hasGivenUp || rows[0]?.n === 1);
  // Shorter than the server's own limit of ten seconds, for which the drop would wait otherwise.
  await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '5s'`.execute(trx);
    await event(trx);
  });
  expect(await dropping).toBe(0);
  await report.commit().execute();
  expect(await drop()).toBe(20);
  expect(await count()).toBe(written + 1);
});

test('one server of many does a daily run, and another completes an interrupted one [T095]', async () => {
  const { appContext } = hiram.server;
  const day = localDate('2027-03-04');
  let runs = 0;
  const work = async () => {
    runs += 1;
    return {};
  };
  const run = { name: 'a test', brand: 'spec', day };
  const did = await Promise.all(Array.from({ length: 10 }, () => oncePerDay(appContext, run, work)));
  expect([runs, did.filter(Boolean).length]).toEqual([1, 1]);
  await expect(
    oncePerDay(appContext, { ...run, day: addDays(day, 1) }, () => Promise.reject(new Error('broken'))),
  ).rejects.toThrow('broken');
  const { clock } = appContext;
  const later = () => new Date(clock.now().getTime() + 11 * 60_000);
  const another = { ...appContext, clock: { ...clock, now: later } };
  expect(await oncePerDay(another, { ...run, day: addDays(day, 1) }, work)).toBe(true);
});

test('whole days of tracking are dropped after every brand’s retention, and the last month never is', async () => {
  const { appContext } = hiram.server;
  await sql`select ensure_tracking_partition(current_date - 800), ensure_tracking_partition(current_date - 100)`.execute(
    appContext.db,
  );
  await sql`update daily_run set finished_at = null, started_at = 'epoch'`.execute(appContext.db);
  await deleteByAge(appContext, appContext.defaultBrand, localDate(new Date().toISOString().slice(0, 10)));
  const { rows } = await sql<{ old: string | null; young: string | null }>`
    select to_regclass('tracking_event_' || to_char(current_date - 800, 'YYYYMMDD'))::text as old,
      to_regclass('tracking_event_' || to_char(current_date - 100, 'YYYYMMDD'))::text as young`.execute(
    appContext.db,
  );
  expect(rows[0]?.old).toBeNull();
  expect(rows[0]?.young).not.toBeNull();
  await expect(sql`select drop_tracking_days(current_date - 5)`.execute(appContext.db)).rejects.toThrow(
    'last month',
  );
});
