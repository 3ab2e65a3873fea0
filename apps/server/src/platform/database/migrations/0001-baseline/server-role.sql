-- The server's own login and what all tables share. Rights are granted beside each table, updates by column:
-- all others are fixed once inserted, such as amounts, owners, numbers and the text of contracts.

do $$ begin
  if not exists (select from pg_roles where rolname = 'hiram_app') then
    begin
      create role hiram_app login;
    -- Roles belong to the whole cluster: another server, or another database's, created it first.
    exception when duplicate_object or unique_violation then null;
    end;
  end if;
  -- The owner of a managed database is not a superuser, and creating a role does not let it act as the role.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant hiram_app to %I', current_user);
  end if;
end $$;
grant usage on schema public to hiram_app;

-- The table of a trigger. On Citus the trigger stands on a shard, whose name has a number: `borrower_102008`.
-- No table's name ends in a digit.
create function table_of(p_trigger_table name) returns text language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select rtrim(rtrim(p_trigger_table, '0123456789'), '_')
$$;

-- Keeps a table append-only for everyone, the owner included: a correction is a new row. Rows go to another
-- cell with their borrower.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if public.moves_away(public.table_of(tg_table_name), to_jsonb(old)) then
      return old;
    end if;
  end if;
  raise exception '% is append-only', public.table_of(tg_table_name) using errcode = 'restrict_violation';
end $$;

-- Keeps rows from being deleted; they may change.
create function refuse_deletion() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if public.moves_away(public.table_of(tg_table_name), to_jsonb(old)) then
      return old;
    end if;
  end if;
  raise exception '% keeps its rows', public.table_of(tg_table_name) using errcode = 'restrict_violation';
end $$;

-- Keeps a table append-only of which a text is encrypted: only another encryption of the same row is allowed,
-- for a change of the key.
create function refuse_change_of_text() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.html_encrypted is not null and new.html_encrypted is not null
      and to_jsonb(new) - 'html_encrypted' = to_jsonb(old) - 'html_encrypted' then
      return new;
    end if;
  elsif public.moves_away(public.table_of(tg_table_name), to_jsonb(old)) then
    return old;
  end if;
  raise exception '% is append-only', public.table_of(tg_table_name) using errcode = 'restrict_violation';
end $$;

-- Whether somebody says why: one letter, or one again and again, is no reason. `isReason` of the contract is the same.
create function is_reason(p_text text) returns boolean language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select char_length(regexp_replace(p_text, '\s', '', 'g')) >= 5 and regexp_replace(p_text, '\s', '', 'g') !~ '^(.)\1*$'
$$;
