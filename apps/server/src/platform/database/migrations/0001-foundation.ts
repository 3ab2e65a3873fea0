import { type Kysely, sql } from 'kysely';

/** The first schema. Amounts are bigint cents; tables of a borrower lead their keys with the borrower. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  await sql.raw(ledger).execute(db);
  await sql.raw(statusMoves).execute(db);
  await sql.raw(tracking).execute(db);
  await sql.raw(grants).execute(db);
}

const tables = `
create table installation (
  singleton boolean primary key default true check (singleton),
  sandbox boolean not null,
  created_at timestamptz not null default now()
);
create table business_clock (
  singleton boolean primary key default true check (singleton),
  offset_days integer not null default 0 check (offset_days >= 0)
);
insert into business_clock default values;

create table borrower (
  id uuid primary key,
  brand text not null,
  phone text not null,
  blocked_reason text,
  created_at timestamptz not null,
  unique (brand, phone)
);
create table borrower_profile (
  borrower_id uuid not null references borrower,
  data_group text not null check (data_group in ('public', 'personal', 'job', 'extra', 'bank')),
  encrypted bytea not null,
  updated_at timestamptz not null,
  primary key (borrower_id, data_group)
);
create table session (
  token_hash bytea primary key,
  borrower_id uuid not null references borrower,
  brand text not null,
  device_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index session_borrower on session (borrower_id);
create table ticket (
  token_hash bytea primary key,
  session_hash bytea not null references session,
  expires_at timestamptz not null,
  used_at timestamptz
);
create table one_time_code (
  id uuid primary key,
  brand text not null,
  phone text not null,
  purpose text not null,
  device_id text,
  address text,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  superseded_at timestamptz
);
create index one_time_code_phone on one_time_code (brand, phone, created_at);
create index one_time_code_device on one_time_code (device_id, created_at);
create index one_time_code_address on one_time_code (address, created_at);
create index one_time_code_time on one_time_code (created_at);

create table idempotency (
  borrower_id uuid not null references borrower,
  call text not null,
  key text not null,
  body_hash bytea not null,
  state text not null check (state in ('running', 'done')),
  http_status integer,
  answer jsonb,
  created_at timestamptz not null,
  primary key (borrower_id, call, key)
);

create table product (
  id uuid primary key,
  brand text not null,
  code text not null,
  name text not null,
  logo text not null,
  kind text not null check (kind in ('single', 'perPeriod')),
  terms jsonb not null,
  amount_min bigint not null check (amount_min > 0),
  amount_max bigint not null check (amount_max >= amount_min),
  amount_step bigint not null check (amount_step > 0),
  amount_offered bigint not null check (amount_offered between amount_min and amount_max),
  display jsonb not null default '{}',
  listed boolean not null default true,
  withdrawn_at timestamptz,
  created_at timestamptz not null,
  unique (brand, code)
);
create table offer (
  borrower_id uuid not null references borrower,
  product_id uuid not null references product,
  amount bigint not null check (amount > 0),
  terms_hash bytea not null,
  shown_at timestamptz not null,
  primary key (borrower_id, product_id, amount)
);

create table loan_order (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  brand text not null,
  product_id uuid not null references product,
  kind text not null check (kind in ('single', 'perPeriod')),
  amount bigint not null check (amount > 0),
  terms jsonb not null,
  client_kind text not null check (client_kind in ('new', 'repeat')),
  status smallint not null check (status in (21, 110, 151, 170, 174, 180, 200)),
  applied_at timestamptz not null,
  applied_on date not null,
  decide_by date not null,
  decided_at timestamptz,
  decided_on date,
  decision jsonb,
  apply_again_on date,
  offer_lapses_on date,
  withdrawn_at timestamptz,
  credit_by date,
  served_at text,
  disbursed_on date,
  next_due_on date,
  settled_on date,
  rated_at timestamptz,
  rating_stars smallint check (rating_stars between 1 and 5),
  event_count integer not null default 0,
  primary key (borrower_id, id)
);
create unique index loan_order_running on loan_order (borrower_id) where status in (21, 151, 170, 174, 180);
create index loan_order_recent on loan_order (borrower_id, applied_at desc);
create index loan_order_undecided on loan_order (decide_by) where status = 21;
create index loan_order_waiting on loan_order (offer_lapses_on) where status = 151;
create index loan_order_due on loan_order (next_due_on) where status in (170, 174, 180);

create table agreement (
  borrower_id uuid not null references borrower,
  id uuid not null,
  order_id uuid not null references loan_order (id),
  scene integer not null,
  position integer not null,
  title text not null,
  html text not null,
  sha256 bytea not null,
  agreed_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, order_id, scene, position)
);

create table bank_account (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  card_type integer not null,
  channel text not null,
  institution text not null,
  number_encrypted bytea not null,
  number_tail text not null,
  number_digest bytea not null,
  holder_encrypted bytea not null,
  state text not null check (state in ('active', 'replaced', 'refused')),
  created_at timestamptz not null,
  primary key (borrower_id, id)
);
create unique index bank_account_active on bank_account (borrower_id) where state = 'active';

create table payout (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  order_id uuid not null references loan_order (id),
  account_id uuid not null references bank_account (id),
  amount bigint not null check (amount > 0),
  state text not null check (state in ('requested', 'sent', 'paid', 'returned')),
  provider text not null,
  provider_reference text,
  reason text,
  requested_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  settled_on date,
  primary key (borrower_id, id)
);
create unique index payout_live on payout (order_id) where state <> 'returned';
create index payout_order on payout (borrower_id, order_id, requested_at desc);

create table payment_code (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  order_id uuid not null references loan_order (id),
  provider text not null,
  channel text not null,
  purpose text not null check (purpose in ('repayment', 'extension')),
  amount bigint not null check (amount > 0),
  pay_code text,
  show_type integer not null,
  qr text,
  image_token text,
  provider_reference text,
  issued_on date not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null check (state in ('asked', 'open', 'paid', 'replaced')),
  primary key (borrower_id, id),
  unique (provider, provider_reference)
);
create unique index payment_code_open on payment_code (order_id, channel, purpose, amount) where state in ('asked', 'open');
create index payment_code_code on payment_code (borrower_id, pay_code);
create index payment_code_order on payment_code (borrower_id, order_id, issued_at desc);
create unique index payment_code_image on payment_code (image_token);

create table payment (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  order_id uuid not null references loan_order (id),
  code_id uuid references payment_code (id),
  provider text not null,
  provider_payment_id text not null,
  amount bigint not null check (amount > 0),
  paid_on date not null,
  confirmed_on date not null,
  state text not null check (state in ('posted', 'held', 'reversed')),
  held_reason text,
  received_at timestamptz not null,
  primary key (borrower_id, id),
  unique (provider, provider_payment_id)
);
create index payment_order on payment (borrower_id, order_id, received_at);
create index payment_code_paid on payment (code_id);

create table provider_message (
  provider text not null,
  message_id text not null,
  received_at timestamptz not null,
  body jsonb not null,
  outcome text not null,
  detail text,
  primary key (provider, message_id)
);

create table sms (
  id uuid primary key,
  brand text not null,
  phone text not null,
  purpose text not null,
  body_encrypted bytea not null,
  state text not null check (state in ('queued', 'sent', 'failed')),
  created_at timestamptz not null,
  sent_at timestamptz
);
create index sms_phone on sms (phone, created_at desc);

create table partner_answer (
  borrower_id uuid not null references borrower,
  partner_key text not null,
  globally integer not null,
  shown boolean not null default true,
  primary key (borrower_id, partner_key)
);

create table refused_link (
  id uuid primary key,
  brand text not null,
  borrower_id uuid references borrower,
  host text not null,
  seen_at timestamptz not null
);
`;

/** Append-only, for everyone: a correction is a new event and a new journal. */
const ledger = `
create table loan_event (
  borrower_id uuid not null references borrower,
  order_id uuid not null references loan_order (id),
  seq integer not null check (seq > 0),
  id uuid not null unique,
  kind text not null check (kind in ('disbursed', 'paid', 'extended', 'waived', 'refunded', 'reversed', 'writtenOff')),
  value_date date not null,
  arrived_at timestamptz not null,
  body jsonb not null,
  primary key (borrower_id, order_id, seq)
);

create table journal (
  id uuid primary key,
  borrower_id uuid not null references borrower,
  order_id uuid not null references loan_order (id),
  brand text not null,
  event_id uuid,
  kind text not null,
  posted_on date not null,
  created_at timestamptz not null default now()
);
create index journal_order on journal (borrower_id, order_id);
create table journal_line (
  journal_id uuid not null references journal,
  line_no integer not null,
  borrower_id uuid not null,
  order_id uuid not null,
  account text not null check (account ~ '^(cash:[a-z0-9-]+|clearing:payout|loan:principal|income:(interest|late|penalty|fee|recovery)|borrower:credit|loss:writeOff)$'),
  event_id uuid,
  amount bigint not null check (amount <> 0),
  primary key (journal_id, line_no)
);
create index journal_line_order on journal_line (borrower_id, order_id, account);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger loan_event_fixed before update or delete on loan_event for each row execute function refuse_change();
create trigger loan_event_kept before truncate on loan_event execute function refuse_change();
create trigger journal_fixed before update or delete on journal for each row execute function refuse_change();
create trigger journal_kept before truncate on journal execute function refuse_change();
create trigger journal_line_fixed before update or delete on journal_line for each row execute function refuse_change();
create trigger journal_line_kept before truncate on journal_line execute function refuse_change();
create trigger agreement_fixed before update or delete on agreement for each row execute function refuse_change();

create function check_journal() returns trigger language plpgsql as $$
declare
  wanted uuid := coalesce(to_jsonb(new) ->> 'journal_id', to_jsonb(new) ->> 'id')::uuid;
  lines integer;
  balance numeric;
begin
  select count(*), coalesce(sum(amount), 0) into lines, balance from journal_line where journal_id = wanted;
  if lines < 2 or balance <> 0 then
    raise exception 'journal % has % lines and is off by % cents', wanted, lines, balance using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger journal_balances after insert on journal
  deferrable initially deferred for each row execute function check_journal();
create constraint trigger journal_line_balances after insert on journal_line
  deferrable initially deferred for each row execute function check_journal();

create function post_journal(
  p_id uuid, p_borrower uuid, p_order uuid, p_brand text, p_event uuid, p_kind text, p_posted_on date,
  p_accounts text[], p_events uuid[], p_amounts bigint[]
) returns void language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  if cardinality(p_accounts) < 2 or cardinality(p_accounts) <> cardinality(p_amounts) or cardinality(p_accounts) <> cardinality(p_events) then
    raise exception 'journal % needs two lines or more', p_id using errcode = 'check_violation';
  end if;
  if (select sum(amount) from unnest(p_amounts) as amount) <> 0 then
    raise exception 'journal % does not balance', p_id using errcode = 'check_violation';
  end if;
  insert into public.journal (id, borrower_id, order_id, brand, event_id, kind, posted_on)
    values (p_id, p_borrower, p_order, p_brand, p_event, p_kind, p_posted_on);
  insert into public.journal_line (journal_id, line_no, borrower_id, order_id, account, event_id, amount)
    select p_id, line.no, p_borrower, p_order, line.account, line.event, line.amount
    from unnest(p_accounts, p_events, p_amounts) with ordinality as line (account, event, amount, no);
end $$;
revoke all on function post_journal from public;
`;

/** TERM-07: the moves that an order may make. */
const statusMoves = `
create function check_status_move() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 21 then
      raise exception 'an order begins at 21, not at %', new.status using errcode = 'check_violation';
    end if;
  elsif new.status <> old.status and not (old.status, new.status) in (
    (21, 151), (21, 110), (151, 170), (151, 110),
    (170, 174), (170, 180), (170, 200), (174, 170), (174, 180), (174, 200),
    (180, 170), (180, 174), (180, 200), (200, 170), (200, 174), (200, 180)
  ) then
    raise exception 'an order does not move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger loan_order_moves before insert or update on loan_order for each row execute function check_status_move();

create view late_promise as
  select brand, id as order_id, 'decision' as promise, decide_by as promised_by from loan_order where status = 21
  union all
  select brand, id, 'crediting', credit_by from loan_order where status = 151 and withdrawn_at is not null;
`;

const tracking = `
create table tracking_event (
  id uuid not null,
  day date not null,
  brand text not null,
  borrower_id uuid,
  kind text not null,
  module_id integer,
  position_id integer,
  product_id text,
  at timestamptz not null,
  primary key (day, id)
) partition by range (day);
create table tracking_event_other partition of tracking_event default;
`;

const grants = `
do $$ begin
  if not exists (select from pg_roles where rolname = 'hiram_app') then
    begin
      create role hiram_app login;
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
end $$;
grant usage on schema public to hiram_app;
grant select on installation, late_promise to hiram_app;
grant select, update on business_clock to hiram_app;
grant select, insert, update on
  borrower, borrower_profile, session, ticket, one_time_code, idempotency, product, offer, loan_order, bank_account,
  payout, payment_code, payment, provider_message, sms, partner_answer to hiram_app;
grant delete on session, ticket, one_time_code, idempotency, offer to hiram_app;
grant select, insert on agreement, loan_event, tracking_event, refused_link to hiram_app;
grant select on journal, journal_line to hiram_app;
grant execute on function post_journal to hiram_app;
`;
