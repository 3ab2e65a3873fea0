create table borrower (
  id uuid primary key,
  brand text not null,
  phone text not null,
  password_hash text,
  language text,
  theme text check (theme in ('light', 'dark', 'system')),
  blocked_reason text,
  -- The time zone of the certified place, in a country with several; null: not known, or the country has one.
  time_zone text,
  -- This borrower's invitation code, and the borrower, of this or another cell, whose code was used at registration.
  invite_code text unique,
  invited_by uuid,
  -- The landing page and the tracking parameters of the registration.
  registration_source jsonb,
  created_at timestamptz not null,
  erased_at timestamptz,
  unique (brand, phone)
);
-- What a person types names a row alone: each form has an index of its own.
create index borrower_last_four on borrower (right(phone, 4), id) where erased_at is null;
create trigger borrower_audit after insert or update or delete on borrower
  for each row execute function write_audit('id', 'phone', 'password_hash', 'blocked_reason', 'erased_at');
create trigger borrower_audit_all after truncate on borrower execute function write_audit();
grant select, insert, update (password_hash, language, theme, time_zone) on borrower to hiram_app;

-- Removes what is personal of a borrower and ends with the account. It is no right of the server's login: erase_borrower calls it.
create function empty_borrower(p_id uuid, p_at timestamptz) returns void language sql
set search_path = pg_catalog, public, pg_temp as $$
  update public.borrower
    set phone = 'erased ' || id, password_hash = null, invite_code = null, registration_source = null, erased_at = p_at
    where id = p_id
$$;

-- The server's login can block a borrower; only the owner can lift a block.
create function block_borrower(p_id uuid, p_reason text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if coalesce(trim(p_reason), '') = '' then
    raise exception 'a block needs a reason' using errcode = 'check_violation';
  end if;
  update public.borrower set blocked_reason = p_reason where id = p_id;
end $$;

-- The server's login lifts a block for an approval that a second person approved.
create function unblock_borrower(p_id uuid, p_approval uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from approval where id = p_approval and state = 'done' and approved_by is not null
    and action = 'borrower.unblock' and subject = 'borrower' and subject_id = p_id::text;
  if not found then
    raise exception 'a block is lifted by an approved request alone' using errcode = 'restrict_violation';
  end if;
  update public.borrower set blocked_reason = null where id = p_id;
end $$;

revoke all on function empty_borrower, block_borrower, unblock_borrower from public;
grant execute on function block_borrower, unblock_borrower to hiram_app;
