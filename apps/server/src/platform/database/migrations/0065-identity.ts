import { type Kysely, sql } from 'kysely';

/**
 * What links one person's documents, accounts and devices across borrowers, as keyed digests alone; what waits for a person
 * before it is decided or paid out; replaced payout accounts, which their owner can take back; and who was blocked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table match_key (
  singleton boolean primary key default true check (singleton),
  encrypted bytea not null
);
grant select, insert on match_key to hiram_app;

create table identity_mark (
  brand text not null,
  kind text not null check (kind in ('document', 'account', 'device')),
  digest bytea not null,
  borrower_id uuid not null references borrower,
  seen_at timestamptz not null,
  primary key (brand, kind, digest, borrower_id)
);
create index identity_mark_borrower on identity_mark (borrower_id);
grant select, insert, delete on identity_mark to hiram_app;

create table blocked_person (
  brand text not null,
  kind text not null check (kind in ('phone', 'document')),
  digest bytea not null,
  reason text not null,
  blocked_at timestamptz not null,
  primary key (brand, kind, digest)
);
create index blocked_person_age on blocked_person (blocked_at);
grant select, insert, delete on blocked_person to hiram_app;

-- The server's login can block, and only its owner can take a block back.
create function block_borrower(p_id uuid, p_reason text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if coalesce(trim(p_reason), '') = '' then
    raise exception 'a block needs a reason' using errcode = 'check_violation';
  end if;
  update public.borrower set blocked_reason = p_reason where id = p_id;
end $$;
revoke all on function block_borrower from public;
grant execute on function block_borrower to hiram_app;

create table review (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  brand text not null,
  order_id uuid not null,
  kind text not null check (kind in ('application', 'payout')),
  account_id uuid references bank_account (id),
  reasons text[] not null check (cardinality(reasons) > 0),
  state text not null default 'waiting'
    check (state in ('waiting', 'approved', 'released', 'refused', 'askedAgain', 'cancelled')),
  hold_until timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  words text,
  primary key (borrower_id, id),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id),
  check ((kind = 'payout') = (account_id is not null)),
  check ((state = 'waiting') = (closed_at is null))
);
create unique index review_waiting on review (order_id, kind) where state = 'waiting';
create index review_opened on review (opened_at) where state = 'waiting';
create index review_order on review (borrower_id, order_id);
grant select, insert on review to hiram_app;
create trigger review_audit after insert or update or delete on review
  for each row execute function write_audit('id', 'state', 'reasons', 'closed_by', 'words');
create trigger review_audit_all after truncate on review execute function write_audit();

create table account_change (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  account_id uuid not null references bank_account (id),
  former_id uuid references bank_account (id),
  token_hash bytea not null unique,
  changed_at timestamptz not null,
  hold_until timestamptz not null,
  disowned_at timestamptz,
  primary key (borrower_id, id)
);
create index account_change_account on account_change (account_id);
grant select, insert on account_change to hiram_app;
create trigger account_change_audit after insert or update or delete on account_change
  for each row execute function write_audit('id', 'disowned_at');
create trigger account_change_audit_all after truncate on account_change execute function write_audit();

create table text_event (
  borrower_id uuid not null references borrower,
  order_id uuid not null,
  event text not null,
  at timestamptz not null,
  primary key (borrower_id, order_id, event),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id)
);
grant select, insert on text_event to hiram_app;
create index loan_order_reminders on loan_order (brand, next_due_on) where status in (170, 174);

-- Borrowers that whoever tries the sandbox out had made: one person and one phone stand for many of them.
create table sandbox_borrower (borrower_id uuid primary key references borrower);
grant select, insert on sandbox_borrower to hiram_app;

-- A reference may be claimed by several borrowers: later claims bear their own id behind it, so that each is kept.
alter table utr_submission drop constraint utr_submission_utr_check;
alter table utr_submission add constraint utr_submission_utr_check
  check (utr ~ '^[A-Z0-9]{8,30}( [0-9a-f-]{36})?$');
alter table utr_submission add column reviewed_by text;
`)
    .execute(db);
}
