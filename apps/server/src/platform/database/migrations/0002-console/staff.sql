-- The lender's staff, their passkeys and their sessions.

create table staff (
  id uuid primary key,
  name text not null check (name <> ''),
  email text not null,
  created_at timestamptz not null,
  -- Set once: somebody who comes back is a new row.
  ended_at timestamptz,
  end_reason text,
  -- Issuer and subject of the lender's directory; null: invited.
  directory_subject text unique,
  check ((ended_at is null) = (end_reason is null))
);
create unique index staff_email on staff (lower(email)) where ended_at is null;
create trigger staff_audit after insert or update on staff
  for each row execute function write_audit('id', 'ended_at');
create trigger staff_audit_all after truncate on staff execute function write_audit();
grant select, insert on staff to hiram_app;

-- Public keys of passkeys. A removed key stays, so that what it signed can be verified later.
create table staff_key (
  -- The credential's id in base64url.
  id text primary key,
  staff_id uuid not null references staff,
  -- As its person calls it.
  name text not null default '',
  public_key bytea not null,
  -- The authenticator's counter at its last use; 0 for one that does not count.
  sign_count bigint not null check (sign_count >= 0),
  transports text[] not null,
  backed_up boolean not null,
  created_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  -- What let its person register it.
  registered_by text not null check (registered_by in ('invitation', 'recovery', 'session'))
);
create index staff_key_staff on staff_key (staff_id);
create trigger staff_key_audit after insert or update on staff_key
  for each row execute function write_audit('staff_id', 'revoked_at');
create trigger staff_key_audit_all after truncate on staff_key execute function write_audit();
grant select on staff_key to hiram_app;

create table staff_session (
  token_hash bytea primary key,
  id uuid not null unique,
  staff_id uuid not null references staff,
  -- The passkey that opened it; null for a demo session of the sandbox.
  key_id text references staff_key,
  -- Opened by the lender's directory, without a passkey.
  by_directory boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The last activity, to a few seconds.
  used_at timestamptz not null,
  locked_at timestamptz,
  revoked_at timestamptz
);
create index staff_session_staff on staff_session (staff_id);
create index staff_session_age on staff_session (coalesce(revoked_at, expires_at));
create trigger staff_session_audit after insert or update on staff_session
  for each row execute function write_audit('id', 'locked_at', 'revoked_at');
create trigger staff_session_audit_all after truncate on staff_session execute function write_audit();
grant select, delete on staff_session to hiram_app;

create table staff_invitation (
  token_hash bytea primary key,
  staff_id uuid not null references staff,
  -- Null: invited by an operator's command, which the audit trail names.
  invited_by uuid references staff,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index staff_invitation_staff on staff_invitation (staff_id);
create trigger staff_invitation_audit after insert or update on staff_invitation
  for each row execute function write_audit('staff_id', 'used_at', 'revoked_at');
create trigger staff_invitation_audit_all after truncate on staff_invitation execute function write_audit();
grant select, insert, delete on staff_invitation to hiram_app;
