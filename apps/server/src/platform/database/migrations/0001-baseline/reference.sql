-- Copies reference data between cells. What it is: reference-key.sql.

-- SHA-256 of a text under the secret, nested so that the text cannot be lengthened. Null: there is no secret.
create function reference_mac(p_body text) returns bytea language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select sha256('\x01'::bytea || secret || sha256('\x02'::bytea || secret || convert_to(p_body, 'UTF8'))) from reference_key
$$;

-- The tables in the order in which they refer to each other, with the columns that name a row. `is_whole`: a
-- row that is not among those of cell 0 is deleted.
create function reference_tables() returns table (name text, keys text[], is_whole boolean)
language sql immutable set search_path = pg_catalog as $$
  values ('role', '{name}'::text[], false), ('role_right', '{role,right}', true), ('staff', '{id}', false),
    ('staff_key', '{id}', false), ('approval', '{id}', false), ('authority', '{role,action,brand}', true),
    ('staff_role', '{staff_id,role,brand}', true), ('staff_directory_role', '{staff_id,role,brand}', true),
    ('staff_shift', '{id}', false), ('decision_policy', '{brand,version}', false), ('strategy', '{brand,version}', false),
    ('payout_limit', '{brand}', false), ('payout_stop', '{id}', false), ('source_pause', '{id}', false),
    ('agency', '{id}', false), ('agency_person', '{agency_id,staff_id}', false), ('feed_webhook', '{id}', false),
    ('staff_session', '{token_hash}', false), ('staff_signature', '{digest}', false)
$$;

-- The reference data of cell 0, signed: all of it, or one session of the staff.
create function export_reference(p_session bytea, out body text, out mac bytea)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  each record;
  condition text;
  found_rows jsonb;
  tables jsonb := '{}';
begin
  if (select cell from installation) <> 0 then
    raise exception 'reference data is exported by cell 0' using errcode = 'restrict_violation';
  end if;
  for each in select * from reference_tables() loop
    condition := case
      when each.name = 'staff_session' then 'token_hash = $1'
      when each.name = 'staff_signature' then
        'purpose = ''signIn'' and used_for = (select id::text from staff_session where token_hash = $1)'
      when p_session is not null then 'false'
      -- What a role, a limit or a stop needs to be accepted.
      when each.name = 'approval' then 'id in (
        select approval_id from staff_role union select approval_id from authority union select approval_id from decision_policy
        union select approval_id from strategy union select approval_id from payout_limit union select approval_id from payout_stop
        union select approval_id from source_pause union select resume_approval_id from source_pause
        union select approval_id from agency union select approval_id from feed_webhook)'
      when each.name in ('decision_policy', 'strategy') then 'state <> ''draft'''
      else 'true' end;
    -- What ended comes first: of some things one at a time is in force.
    execute format('select coalesce(jsonb_agg(of_row order by coalesce(of_row ->> ''started_at'', of_row ->> ''resumed_at'',
        of_row ->> ''ended_at''), of_row ->> ''state'' desc), ''[]'')
      from %I t cross join lateral to_jsonb(t) of_row where %s', each.name, condition) into found_rows using p_session;
    tables := tables || jsonb_build_object(each.name, found_rows);
  end loop;
  body := jsonb_build_object('version', clock_timestamp(), 'isWhole', p_session is null, 'tables', tables)::text;
  mac := reference_mac(body);
end $$;

-- Takes the reference data of cell 0. False: this cell has a newer version already.
create function copy_reference(p_body text, p_mac bytea) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  given jsonb := p_body::jsonb;
  each record;
  of_table jsonb;
  set_columns text;
  listed_keys text;
begin
  if (select cell from installation) = 0 or p_mac is null or p_mac is distinct from reference_mac(p_body) then
    raise exception 'this reference data is not signed by cell 0: run hiram cells add for both cells'
      using errcode = 'restrict_violation';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reference_copy', 0));
  if (given ->> 'isWhole')::boolean and exists (
    select from reference_copy where version >= (given ->> 'version')::timestamptz
  ) then
    return false;
  end if;
  insert into reference_copying default values;
  for each in select * from reference_tables() loop
    of_table := given -> 'tables' -> each.name;
    if each.name = 'feed_webhook' then
      -- Each cell sends its own events to it, from now on.
      select coalesce(jsonb_agg(hook || jsonb_build_object('delivered_to', (select coalesce(max(position), 0) from feed_event),
          'lease', null, 'lease_until', null, 'failures', 0, 'failing_since', null, 'next_try_at', null)), '[]')
        into of_table from jsonb_array_elements(of_table) hook;
    end if;
    select string_agg(quote_ident(key), ', ') into listed_keys from unnest(each.keys) key;
    if each.is_whole and (given ->> 'isWhole')::boolean then
      execute format('delete from %1$I where (%2$s) not in (select %2$s from jsonb_populate_recordset(null::%1$I, $1))',
        each.name, listed_keys) using of_table;
    end if;
    select string_agg(format(case column_name when 'sign_count' then '%1$I = greatest(t.%1$I, excluded.%1$I)'
        else '%1$I = excluded.%1$I' end, column_name), ', ') into set_columns
      from information_schema.columns where table_schema = (select nspname from pg_class join pg_namespace on pg_namespace.oid = relnamespace
          where pg_class.oid = 'reference_key'::regclass) and table_name = each.name
        and column_name <> all (each.keys) and not (column_name = 'id' and each.keys <> '{id}')
        and not (each.name = 'feed_webhook' and column_name <> all ('{revoked_at,revoked_by}'))
        and each.name not in ('approval', 'staff_signature');
    execute format('insert into %1$I as t select * from jsonb_populate_recordset(null::%1$I, $1) on conflict (%2$s) do %3$s',
      each.name, listed_keys,
      case when set_columns is null then 'nothing'
        else format('update set %s where row(t.*) is distinct from row(excluded.*)', set_columns) end)
      using of_table;
  end loop;
  delete from reference_copying;
  if (given ->> 'isWhole')::boolean then
    insert into reference_copy (version) values ((given ->> 'version')::timestamptz)
      on conflict (singleton) do update set version = excluded.version;
  end if;
  return true;
end $$;

revoke all on function reference_mac, export_reference, copy_reference from public;
grant execute on function export_reference, copy_reference to hiram_app;
