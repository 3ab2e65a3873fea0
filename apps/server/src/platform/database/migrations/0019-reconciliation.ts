import { type Kysely, sql } from 'kysely';

/** What a provider's statement and our books do not agree on, each with its reason, until they do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table reconciliation_difference (
  provider text not null,
  day date not null,
  kind text not null check (kind in ('payment', 'payout')),
  reference text not null,
  reason text not null check (reason in (
    'missing here', 'missing there', 'taken in now', 'amount differs', 'day differs', 'state differs', 'unknown reference', 'pending too long'
  )),
  theirs text,
  ours text,
  found_at timestamptz not null,
  resolved_at timestamptz,
  primary key (provider, day, kind, reference, reason)
);
create index reconciliation_open on reconciliation_difference (day) where resolved_at is null;
grant select, insert, update on reconciliation_difference to hiram_app;

alter table payout add column asked_at timestamptz;
create index payout_unsettled on payout (sent_at) where state = 'sent';
create index payment_day on payment (provider, paid_on);
`)
    .execute(db);
}
