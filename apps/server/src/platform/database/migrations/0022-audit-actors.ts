import { type Kysely, sql } from 'kysely';

/**
 * The audit trail names the rights that were used beside the login: where the server and its owner log in by one address, the
 * login is the owner's for both. A checkpoint covers a bounded stretch, so that a flood of entries is caught up with and no checkpoint is
 * too much for the server's time; and it waits for whoever still writes, however long that takes: where the owner may not see
 * when another login's transaction began, ten minutes, which is longer than any of the server's may be. Turning the data key, each
 * day's work and emptying a table leave entries too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create or replace function write_audit() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  fresh jsonb := case when tg_op in ('INSERT', 'UPDATE') then to_jsonb(new) end;
  old_row jsonb := case when tg_op in ('UPDATE', 'DELETE') then to_jsonb(old) end;
  subject jsonb := coalesce(fresh, old_row);
  changed text;
begin
  if tg_op = 'UPDATE' then
    select string_agg(
      case when name in ('status', 'state') then name || ' ' || (old_row ->> name) || ' to ' || (fresh ->> name) else name end,
      ', ' order by name
    ) into changed
    from unnest(tg_argv[1:]) as name where old_row -> name is distinct from fresh -> name;
    if changed is null then
      return null;
    end if;
  elsif tg_op = 'INSERT' then
    select string_agg(name || ' ' || (fresh ->> name), ', ' order by name) into changed
    from unnest(tg_argv[1:]) as name where name in ('status', 'state') and fresh ->> name is not null;
  end if;
  insert into public.audit_entry (at, login, actor, action, subject, subject_id, borrower_id, detail) values (
    clock_timestamp(), case when current_setting('role') in ('none', session_user::text) then session_user
      else session_user || ' as ' || current_setting('role') end,
    nullif(current_setting('hiram.actor', true), ''), lower(tg_op), tg_table_name,
    case when tg_op = 'TRUNCATE' then 'all' when tg_table_name = 'daily_run'
      then concat_ws(' ', subject ->> 'name', subject ->> 'brand', subject ->> 'day')
      else coalesce(subject ->> tg_argv[0], '') end,
    coalesce(subject ->> 'borrower_id', case when tg_table_name = 'borrower' then subject ->> 'id' end)::uuid,
    changed
  );
  return null;
end $$;

create trigger key_audit after update on key_check for each row execute function write_audit('singleton', 'encrypted');
create trigger daily_run_audit after update on daily_run for each row execute function write_audit('name', 'finished_at');
do $$
declare
  audited text;
begin
  foreach audited in array array['borrower', 'session', 'borrower_profile', 'bank_account', 'consent', 'erasure_request', 'loan_order',
    'agreement', 'disclosure', 'payout', 'payment', 'payment_code', 'complaint', 'product', 'debit_card'] loop
    execute format('create trigger %I after truncate on %I execute function write_audit()', audited || '_audit_all', audited);
  end loop;
end $$;

create or replace function write_audit_checkpoint() returns bigint language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  most constant integer := 50000;
  former record;
  until timestamptz;
  full_at timestamptz;
  found record;
begin
  lock table public.audit_checkpoint in share row exclusive mode;
  select no, upto, sha256 into former from public.audit_checkpoint order by no desc limit 1;
  -- An entry bears a time after its transaction's start: whoever still writes adds nothing to what is checkpointed.
  select least(now() - interval '10 minutes', min(xact_start) - interval '1 microsecond') into until
    from pg_stat_activity where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid();
  if former.upto is not null and former.upto > until - interval '1 hour' then
    return null;
  end if;
  select at into full_at from public.audit_entry where at > coalesce(former.upto, '-infinity') and at <= until
    order by at offset most - 1 limit 1;
  until := coalesce(full_at, until);
  select * into found from public.audit_digest(coalesce(former.upto, '-infinity'), until, coalesce(former.sha256, '\\x'));
  insert into public.audit_checkpoint (no, upto, entries, sha256)
    values (coalesce(former.no, 0) + 1, until, found.entries, found.digest);
  return found.entries;
end $$;
`)
    .execute(db);
}
