import { type Kysely, sql } from 'kysely';

/**
 * Limits that hold however many requests come at once. `usage_count` counts by one atomic statement what a caller did in a
 * window of time, refused tries included. The triggers make a borrower's rows of a table queue up before they are counted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table usage_count (
  brand text not null,
  kind text not null,
  subject bytea not null,
  window_start timestamptz not null,
  times integer not null check (times >= 0),
  primary key (kind, subject, window_start)
);
create index usage_count_window on usage_count (brand, window_start);
grant select, insert, delete on usage_count to hiram_app;

create function limit_cards() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('debit_card ' || new.borrower_id, 0));
  if (select count(*) from public.debit_card where borrower_id = new.borrower_id) >= tg_argv[0]::int then
    raise exception 'borrower % has % cards', new.borrower_id, tg_argv[0]
      using errcode = 'check_violation', constraint = 'debit_card_limit';
  end if;
  return new;
end $$;
create trigger debit_card_limit before insert on debit_card for each row execute function limit_cards('10');

-- Live sessions beyond the limit end; the ones that were unused for longest go first.
create function limit_sessions() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('session ' || new.borrower_id, 0));
  update public.session set revoked_at = new.created_at where token_hash in (
    select token_hash from public.session
    where borrower_id = new.borrower_id and revoked_at is null and expires_at > new.created_at
    order by token_hash = new.token_hash desc, used_at desc, created_at desc offset tg_argv[0]::int
  );
  return null;
end $$;
create trigger session_limit after insert on session for each row execute function limit_sessions('50');
`)
    .execute(db);
}
