import { type Kysely, sql } from 'kysely';

/**
 * Reconciliation tells more reasons and compares a day's cash; the sandbox's provider remembers what it took, so that it too
 * has a statement; a payout that arrived and came back brings its order to 151 again; what waits for a person is settled by one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table reconciliation_difference
  drop constraint reconciliation_difference_kind_check,
  drop constraint reconciliation_difference_reason_check,
  add constraint reconciliation_difference_kind_check check (kind in ('payment', 'payout', 'day')),
  add constraint reconciliation_difference_reason_check check (reason in (
    'missing here', 'missing there', 'taken in now', 'amount differs', 'day differs', 'state differs', 'unknown reference',
    'pending too long', 'posted twice', 'held here', 'refunded there', 'cash differs'
  ));
alter table payout add column sent_on date;
create index payout_sent on payout (provider, sent_on);
create index journal_day on journal (posted_on);

alter table payment
  drop constraint payment_state_check,
  add constraint payment_state_check check (state in ('posted', 'held', 'reversed', 'refused')),
  add column reviewed_at timestamptz,
  add column review_note text;
alter table provider_message
  add column settled_at timestamptz,
  add column settled_note text;
create index provider_message_waiting on provider_message (received_at)
  where outcome in ('unknown', 'contradicted') and settled_at is null;
create trigger provider_message_audit after update on provider_message
  for each row execute function write_audit('message_id', 'settled_at');

create table sandbox_payment (
  id text primary key,
  reference text not null,
  amount bigint not null,
  paid_on date not null,
  reversed_on date
);
create index sandbox_payment_day on sandbox_payment (paid_on);
alter table sandbox_payout add column made_on date, add column ended_on date;
create index sandbox_payout_day on sandbox_payout (made_on);
grant select, insert, update on sandbox_payment to hiram_app;

-- TERM-07, and: money that arrived and came back. Then, and only then, none of the order's disbursals is in force.
create or replace function check_status_move() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 21 then
      raise exception 'an order begins at 21, not at %', new.status using errcode = 'check_violation';
    end if;
  elsif new.status <> old.status and not (old.status, new.status) in (
    (21, 151), (21, 110), (151, 170), (151, 110),
    (170, 174), (170, 180), (170, 200), (174, 170), (174, 180), (174, 200),
    (180, 170), (180, 174), (180, 200), (200, 170), (200, 174), (200, 180)
  ) and not (
    old.status in (170, 174, 180, 200) and new.status = 151 and new.disbursed_on is null
    and exists (select from loan_event where borrower_id = new.borrower_id and order_id = new.id and kind = 'disbursed')
    and not exists (
      select from loan_event given where given.borrower_id = new.borrower_id and given.order_id = new.id and given.kind = 'disbursed'
      and not exists (
        select from loan_event back where back.borrower_id = new.borrower_id and back.order_id = new.id
        and back.kind = 'reversed' and back.body ->> 'target' = given.id::text
      )
    )
  ) then
    raise exception 'an order does not move from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
`)
    .execute(db);
}
