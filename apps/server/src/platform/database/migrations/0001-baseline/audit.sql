-- The audit trail. Triggers write it, so that every change of an audited table leaves an entry, by any login. An entry
-- says which row, what was done, and by which login and actor; it never holds a personal value.

create table audit_entry (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- The session's login, and the role whose rights it used if that is another one.
  login text not null,
  -- Set by the server: the call, job or command that acts.
  actor text,
  action text not null,
  -- Table and key of the changed row.
  subject text not null,
  subject_id text not null,
  borrower_id uuid,
  -- Names of the changed columns; values of 'status' and 'state' only.
  detail text
);
create index audit_entry_at on audit_entry (at);
create index audit_entry_borrower on audit_entry (borrower_id, at);
-- What was done to everything at once: copies, restores, moves. The metrics ask for the last backup.
create index audit_entry_installation on audit_entry (at) where subject = 'installation';
-- Entries of one row, and of one member of staff, whose id the actor names after `staff`.
create index audit_entry_subject on audit_entry (subject_id, at);
create index audit_entry_staff on audit_entry (substring(actor from ' staff ([0-9a-f-]{36})'), at)
  where actor like '% staff %';
create trigger audit_entry_append_only before update or delete on audit_entry for each row execute function refuse_change();
create trigger audit_entry_no_truncate before truncate on audit_entry execute function refuse_change();
grant select on audit_entry to hiram_app;

-- A hash chain over the entries. It shows whether someone disabled the triggers and changed entries.
create table audit_checkpoint (
  no bigint primary key,
  -- The checkpoint covers the entries after the previous checkpoint up to this instant.
  upto timestamptz not null,
  entries bigint not null,
  sha256 bytea not null,
  sealed_at timestamptz not null default now()
);
create trigger audit_checkpoint_append_only before update or delete on audit_checkpoint
  for each row execute function refuse_change();
create trigger audit_checkpoint_no_truncate before truncate on audit_checkpoint execute function refuse_change();
grant select on audit_checkpoint to hiram_app;

-- Arguments: the column that names the row, then the columns whose change is worth an entry.
create function write_audit() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  fresh jsonb := case when tg_op in ('INSERT', 'UPDATE') then to_jsonb(new) end;
  old_row jsonb := case when tg_op in ('UPDATE', 'DELETE') then to_jsonb(old) end;
  subject jsonb := coalesce(fresh, old_row);
  of_table constant text := public.table_of(tg_table_name);
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
    nullif(current_setting('hiram.actor', true), ''), lower(tg_op), of_table,
    case when tg_op = 'TRUNCATE' then 'all' when of_table = 'daily_run'
      then concat_ws(' ', subject ->> 'name', subject ->> 'brand', subject ->> 'day')
      else coalesce(subject ->> tg_argv[0], '') end,
    coalesce(subject ->> 'borrower_id', case when of_table = 'borrower' then subject ->> 'id' end)::uuid,
    changed
  );
  return null;
end $$;

-- The digest of the entries of a period, chained to the previous checkpoint's.
create function audit_digest(p_after timestamptz, p_upto timestamptz, p_before bytea, out entries bigint, out digest bytea)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select count(*), sha256(p_before || convert_to(coalesce(string_agg(
    concat_ws('|', id, extract(epoch from at), login, coalesce(actor, '-'), action, subject, subject_id, coalesce(borrower_id::text, '-'), coalesce(detail, '-')),
    e'\n' order by id), ''), 'UTF8'))
  from public.audit_entry where at > p_after and at <= p_upto
$$;

-- Writes a checkpoint if the last one is an hour old. It covers at most 50,000 entries, so that many entries at once do not
-- make one checkpoint too long. It leaves out entries to which a running transaction may still add: where the owner may
-- not see when another login's transaction began, the last ten minutes, which is longer than any of the server's.
create function write_audit_checkpoint() returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  max_entries constant integer := 50000;
  former record;
  until timestamptz;
  full_at timestamptz;
  found record;
begin
  lock table public.audit_checkpoint in share row exclusive mode;
  select no, upto, sha256 into former from public.audit_checkpoint order by no desc limit 1;
  -- An entry's time is after its transaction's start.
  select least(now() - interval '10 minutes', min(xact_start) - interval '1 microsecond') into until
    from pg_stat_activity where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid();
  if former.upto is not null and former.upto > until - interval '1 hour' then
    return null;
  end if;
  select at into full_at from public.audit_entry where at > coalesce(former.upto, '-infinity') and at <= until
    order by at offset max_entries - 1 limit 1;
  until := coalesce(full_at, until);
  select * into found from public.audit_digest(coalesce(former.upto, '-infinity'), until, coalesce(former.sha256, '\x'));
  insert into public.audit_checkpoint (no, upto, entries, sha256)
    values (coalesce(former.no, 0) + 1, until, found.entries, found.digest);
  return found.entries;
end $$;

revoke all on function write_audit, audit_digest, write_audit_checkpoint from public;
grant execute on function audit_digest, write_audit_checkpoint to hiram_app;
