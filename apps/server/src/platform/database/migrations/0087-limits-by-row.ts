import { type Kysely, sql } from 'kysely';

/**
 * The limits of cards and sessions queue up on the borrower's row, as everything else that concerns one borrower does: that
 * works on every PostgreSQL that is spread over machines too. And a rating is given once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create or replace function limit_cards() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.borrower where id = new.borrower_id for no key update;
  if (select count(*) from public.debit_card where borrower_id = new.borrower_id) >= tg_argv[0]::int then
    raise exception 'borrower % has % cards', new.borrower_id, tg_argv[0]
      using errcode = 'check_violation', constraint = 'debit_card_limit';
  end if;
  return new;
end $$;

create or replace function limit_sessions() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.borrower where id = new.borrower_id for no key update;
  update public.session set revoked_at = new.created_at where token_hash in (
    select token_hash from public.session
    where borrower_id = new.borrower_id and revoked_at is null and expires_at > new.created_at
    order by token_hash = new.token_hash desc, used_at desc, created_at desc offset tg_argv[0]::int
  );
  return null;
end $$;

create function keep_rating() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'order % was rated before', old.id using errcode = 'restrict_violation';
end $$;
create trigger loan_order_rated before update of rated_at, rating_stars on loan_order for each row
  when (old.rated_at is not null and (new.rated_at, new.rating_stars) is distinct from (old.rated_at, old.rating_stars))
  execute function keep_rating();
`)
    .execute(db);
}
