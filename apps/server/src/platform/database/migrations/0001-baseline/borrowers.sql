-- Borrowers and what they say about themselves. The keys of a borrower's tables begin with the borrower's id, since queries
-- always name the owner.

create table borrower (
  id uuid primary key,
  brand text not null,
  phone text not null,
  password_hash text,
  language text,
  theme text check (theme in ('light', 'dark', 'system')),
  blocked_reason text,
  -- This borrower's invitation code, and the borrower whose code was used at registration.
  invite_code text unique,
  invited_by uuid references borrower,
  -- The landing page and the tracking parameters of the registration.
  registration_source jsonb,
  created_at timestamptz not null,
  erased_at timestamptz,
  unique (brand, phone)
);
create trigger borrower_audit after insert or update or delete on borrower
  for each row execute function write_audit('id', 'phone', 'password_hash', 'blocked_reason', 'erased_at');
create trigger borrower_audit_all after truncate on borrower execute function write_audit();
grant select, insert on borrower to hiram_app;

-- The server's login can block a borrower; only the owner can lift a block.
create function block_borrower(p_id uuid, p_reason text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if coalesce(trim(p_reason), '') = '' then
    raise exception 'a block needs a reason' using errcode = 'check_violation';
  end if;
  update public.borrower set blocked_reason = p_reason where id = p_id;
end $$;
revoke all on function block_borrower from public;
grant execute on function block_borrower to hiram_app;

-- What was certified, encrypted, one row per group of fields. `revision` counts the saves, so that a form can tell whether
-- another one was faster.
create table borrower_profile (
  borrower_id uuid not null references borrower,
  data_group text not null check (data_group in ('public', 'personal', 'job', 'extra', 'bank')),
  encrypted bytea not null,
  revision integer not null default 1 check (revision > 0),
  updated_at timestamptz not null,
  -- The device that saved the group first. A later save from another device does not change it.
  device_id text,
  primary key (borrower_id, data_group)
);
create trigger profile_audit after insert or update or delete on borrower_profile
  for each row execute function write_audit('data_group', 'revision');
create trigger borrower_profile_audit_all after truncate on borrower_profile execute function write_audit();
grant select, insert, delete on borrower_profile to hiram_app;

-- Values that were typed and not submitted yet.
create table profile_draft (
  borrower_id uuid not null references borrower,
  data_group text not null check (data_group in ('public', 'personal', 'job', 'extra')),
  encrypted bytea not null,
  updated_at timestamptz not null,
  primary key (borrower_id, data_group)
);
create index profile_draft_age on profile_draft (updated_at);
grant select, insert, delete on profile_draft to hiram_app;

-- Former values of a group: a decision must be explained by what was known when it was made.
create table profile_history (
  borrower_id uuid not null references borrower,
  id uuid not null,
  data_group text not null,
  revision integer not null,
  encrypted bytea not null,
  replaced_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, data_group, revision)
);
grant select, insert, delete on profile_history to hiram_app;

create table reference_contact (
  borrower_id uuid not null references borrower,
  id uuid not null,
  -- Three places, each taken once, so that concurrent requests cannot add a fourth contact.
  place smallint not null check (place between 1 and 3),
  name_encrypted bytea not null,
  phone_encrypted bytea not null,
  phone_digest bytea not null,
  relation text not null check (relation in ('family', 'friend', 'colleague', 'other')),
  created_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, place),
  unique (borrower_id, phone_digest)
);
grant select, insert, delete on reference_contact to hiram_app;

create table consent (
  borrower_id uuid not null references borrower,
  kind text not null check (kind in ('privacy', 'marketing', 'location', 'contacts')),
  version text not null,
  given_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (borrower_id, kind)
);
create trigger consent_audit after insert or update or delete on consent
  for each row execute function write_audit('kind', 'version', 'given_at', 'withdrawn_at');
create trigger consent_audit_all after truncate on consent execute function write_audit();
grant select, insert, delete on consent to hiram_app;

-- Accounts that their borrowers want deleted, and the business day on which that is due.
create table erasure_request (
  borrower_id uuid primary key references borrower,
  asked_at timestamptz not null,
  erase_on date not null
);
create index erasure_due on erasure_request (erase_on);
create trigger erasure_audit after insert or delete on erasure_request
  for each row execute function write_audit('borrower_id');
create trigger erasure_request_audit_all after truncate on erasure_request execute function write_audit();
grant select, insert, delete on erasure_request to hiram_app;

-- The server's login cannot change a borrower's number. This function erases it on the borrower's request, and cannot put
-- another number in its place.
create function erase_borrower(p_id uuid, p_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from public.erasure_request where borrower_id = p_id) then
    raise exception 'borrower % did not ask to be erased', p_id using errcode = 'check_violation';
  end if;
  update public.borrower
    set phone = 'erased ' || p_id, password_hash = null, invite_code = null, registration_source = null, erased_at = p_at
    where id = p_id;
end $$;
revoke all on function erase_borrower from public;
grant execute on function erase_borrower to hiram_app;

-- Keyed digests of documents, accounts and devices: they show when two borrowers share one.
create table identity_mark (
  brand text not null,
  kind text not null check (kind in ('document', 'account', 'device')),
  digest bytea not null,
  borrower_id uuid not null references borrower,
  seen_at timestamptz not null,
  primary key (brand, kind, digest, borrower_id)
);
create index identity_mark_borrower on identity_mark (borrower_id);
grant select, insert, delete on identity_mark to hiram_app;

-- Keyed digests of blocked people's numbers and documents; they stay after an account is erased.
create table blocked_person (
  brand text not null,
  kind text not null check (kind in ('phone', 'document')),
  digest bytea not null,
  reason text not null,
  blocked_at timestamptz not null,
  primary key (brand, kind, digest)
);
create index blocked_person_age on blocked_person (blocked_at);
grant select, insert, delete on blocked_person to hiram_app;
