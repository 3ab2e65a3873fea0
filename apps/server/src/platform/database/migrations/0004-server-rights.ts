import { type Kysely, sql } from 'kysely';

/**
 * The owner of a managed database is no superuser: making a role does not let it act as that role, and each of the server's
 * connections must. And the ledger's functions never look a name up among temporary tables, which anybody may make.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant hiram_app to %I', current_user);
  end if;
end $$;

alter function post_journal set search_path = pg_catalog, public, pg_temp;

create or replace function check_journal() returns trigger language plpgsql as $$
declare
  wanted uuid := coalesce(to_jsonb(new) ->> 'journal_id', to_jsonb(new) ->> 'id')::uuid;
  lines integer;
  balance numeric;
begin
  select count(*), coalesce(sum(amount), 0) into lines, balance from public.journal_line where journal_id = wanted;
  if lines < 2 or balance <> 0 then
    raise exception 'journal % has % lines and is off by % cents', wanted, lines, balance using errcode = 'check_violation';
  end if;
  return null;
end $$;
`)
    .execute(db);
}
