-- What the staff signed, and the only ways in which the server's login writes passkeys and sessions: functions of the owner.
-- None of them can verify a signature, so each keeps it, and the daily check verifies it against the key as registered.

-- Each signature of a passkey that was accepted. It counts once.
create table staff_signature (
  -- SHA-256 of the signature.
  digest bytea primary key,
  key_id text not null references staff_key,
  purpose text not null check (purpose in ('signIn', 'unlock', 'approve', 'changeKeys', 'post')),
  -- What the browser sent. It names the page, the challenge and the signature.
  assertion jsonb not null,
  at timestamptz not null,
  -- The session that it opened or unlocked, the passkey that it added, the approval that it approved.
  used_for text
);
create index staff_signature_unused on staff_signature (key_id, purpose) where used_for is null;
create index staff_signature_at on staff_signature (at);
create trigger staff_signature_no_delete before delete on staff_signature for each row execute function refuse_deletion();
grant select on staff_signature to hiram_app;

-- Keeps an accepted signature and the counter of its passkey.
create function record_staff_signature(
  p_key text, p_purpose text, p_assertion jsonb, p_count bigint, p_backed_up boolean, p_now timestamptz
) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into public.staff_signature (digest, key_id, purpose, assertion, at)
    values (sha256(convert_to(p_assertion #>> '{response,signature}', 'UTF8')), p_key, p_purpose, p_assertion, staff_moment(p_now));
  update public.staff_key set sign_count = p_count, backed_up = p_backed_up, used_at = staff_moment(p_now)
    where id = p_key and revoked_at is null;
  if not found then
    raise exception 'the passkey % is not in use', p_key using errcode = 'restrict_violation';
  end if;
end $$;

-- Uses an unused signature of a passkey of a few minutes ago; false: there is none.
create function use_staff_signature(p_key text, p_purpose text, p_for text, p_now timestamptz) returns boolean language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.staff_signature set used_for = p_for where digest = (
    select digest from public.staff_signature where key_id = p_key and purpose = p_purpose and used_for is null
      and at > staff_moment(p_now) - interval '10 minutes' order by at desc limit 1);
  return found;
end $$;

-- Uses the signature with which a person posts several payments at once, in a session of theirs. `p_for` names what was signed.
create function use_post_signature(p_token text, p_key text, p_for text, p_now timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  session staff_session := live_staff_session(p_token, p_now);
begin
  if not exists (select from staff_key where id = p_key and staff_id = session.staff_id)
    or not use_staff_signature(p_key, 'post', p_for, p_now) then
    raise exception 'the passkey % did not sign these payments', p_key using errcode = 'restrict_violation';
  end if;
end $$;

-- Opens a session: by a signature, by the passkey that was just registered, by the directory, or by a click in a sandbox.
create function open_staff_session(
  p_token_hash bytea, p_id uuid, p_staff uuid, p_key text, p_by_directory boolean, p_now timestamptz, p_until timestamptz
) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from staff where id = p_staff and ended_at is null and (not p_by_directory or directory_subject is not null);
  if not found or p_until > staff_moment(p_now) + interval '8 hours 1 minute' then
    raise exception 'no session is opened for this person' using errcode = 'restrict_violation';
  end if;
  if p_key is null and not p_by_directory and not (select sandbox from installation) then
    raise exception 'a session is opened by a passkey or the directory' using errcode = 'restrict_violation';
  end if;
  if p_key is not null and not (
    exists (select from staff_key where id = p_key and staff_id = p_staff and revoked_at is null)
    and (use_staff_signature(p_key, 'signIn', p_id::text, p_now) or exists (
      select from staff_key where id = p_key and registered_by = 'invitation'
        and created_at > staff_moment(p_now) - interval '1 minute'
        and not exists (select from staff_session where key_id = p_key)))
  ) then
    raise exception 'the passkey % signed no session', p_key using errcode = 'restrict_violation';
  end if;
  insert into public.staff_session (token_hash, id, staff_id, key_id, by_directory, created_at, used_at, expires_at)
    values (p_token_hash, p_id, p_staff, p_key, p_by_directory, staff_moment(p_now), staff_moment(p_now), p_until);
end $$;

create function unlock_staff_session(p_token_hash bytea, p_key text, p_now timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  locked staff_session;
begin
  select * into locked from public.staff_session where token_hash = p_token_hash and revoked_at is null for update;
  if locked.id is null or not exists (select from staff_key where id = p_key and staff_id = locked.staff_id)
    or not use_staff_signature(p_key, 'unlock', locked.id::text, p_now) then
    raise exception 'the passkey % unlocks no session', p_key using errcode = 'restrict_violation';
  end if;
  update public.staff_session set locked_at = null, used_at = staff_moment(p_now) where token_hash = p_token_hash;
end $$;

-- Registers a passkey by the token of an invitation or a recovery, or in a session of the person that another of their passkeys
-- signed for. False: the passkey is known.
create function register_staff_key(
  p_id text, p_staff uuid, p_name text, p_public_key bytea, p_count bigint, p_transports text[], p_backed_up boolean,
  p_by text, p_token text, p_now timestamptz
) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  moment timestamptz := staff_moment(p_now);
  token_digest bytea := sha256(convert_to(p_token, 'UTF8'));
  session staff_session;
begin
  if octet_length(p_public_key) < 32 then
    raise exception 'this is no public key' using errcode = 'restrict_violation';
  end if;
  if p_by = 'invitation' then
    perform from staff_invitation where token_hash = token_digest and staff_id = p_staff and used_at is null
      and revoked_at is null and expires_at > moment;
  elsif p_by = 'recovery' then
    perform from staff_recovery where token_hash = token_digest and staff_id = p_staff and used_at is null
      and revoked_at is null and code_at > moment - interval '10 minutes';
  else
    session := live_staff_session(p_token, p_now);
    perform where session.staff_id = p_staff and (
      (session.key_id is null and not session.by_directory and (select sandbox from installation))
      or (session.by_directory and not exists (select from staff_key where staff_id = p_staff))
      or exists (select from staff_key where staff_id = p_staff and revoked_at is null
        and use_staff_signature(id, 'changeKeys', p_id, p_now)));
  end if;
  if not found then
    raise exception 'nothing lets this person register a passkey' using errcode = 'restrict_violation';
  end if;
  insert into public.staff_key
      (id, staff_id, name, public_key, sign_count, transports, backed_up, created_at, registered_by)
    values (p_id, p_staff, p_name, p_public_key, p_count, p_transports, p_backed_up, moment, p_by)
    on conflict (id) do nothing;
  return found;
end $$;

revoke all on function record_staff_signature, use_staff_signature, open_staff_session, unlock_staff_session, register_staff_key,
  use_post_signature from public;
grant execute on function record_staff_signature, open_staff_session, unlock_staff_session, register_staff_key, use_post_signature
  to hiram_app;
