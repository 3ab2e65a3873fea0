-- Actions that a person requests and a second person grants, and what the staff reads.

-- Whether somebody says why: one letter, or one again and again, is no reason. `isReason` of the contract is the same.
create function is_reason(p_text text) returns boolean language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select char_length(regexp_replace(p_text, '\s', '', 'g')) >= 5 and regexp_replace(p_text, '\s', '', 'g') !~ '^(.)\1*$'
$$;

create table approval (
  id uuid primary key,
  action text not null,
  brand text not null,
  -- What is asked for: ids and choices, no personal value.
  request jsonb not null,
  -- What it does, as the requester saw it, and SHA-256 of it.
  effect jsonb not null,
  effect_digest bytea not null,
  -- The text of the digest: with it, the key and the assertion a grant can be verified without the server.
  statement text check (sha256(convert_to(statement, 'UTF8')) = effect_digest),
  -- The row that is changed.
  subject text not null,
  subject_id text not null,
  amount bigint check (amount >= 0),
  -- Cents that it costs the lender: debts that are given up, money that goes out or is taken on trust. It is in the statement too.
  cost bigint not null default 0 check (cost >= 0),
  -- What it is because of: the reference of a complaint, a receipt.
  reference text not null default '',
  reason text not null check (is_reason(reason)),
  asked_by uuid not null references staff,
  asked_at timestamptz not null,
  -- The session in which it was asked.
  asked_session uuid,
  -- The business day of the brand; limits per day count by it.
  asked_on date not null,
  expires_at timestamptz not null,
  state text not null check (state in ('waiting', 'done', 'refused', 'withdrawn', 'expired', 'changed')),
  -- Done by one person within their own limit.
  within_limit boolean not null default false,
  granted_by uuid references staff,
  -- The signature over SHA-256(id, effect_digest, nonce), so that a grant can be verified without the server.
  grant_key text references staff_key,
  grant_nonce bytea,
  grant_assertion jsonb,
  -- Who refused it for good, and the reason that the requester reads.
  refused_by uuid references staff,
  refused_because text not null default '',
  closed_at timestamptz,
  check (granted_by <> asked_by),
  check (refused_by <> asked_by),
  check ((state = 'refused') = (refused_by is not null) and (state = 'refused') = (refused_because <> '')),
  check ((state = 'waiting') = (closed_at is null)),
  check (state <> 'done' or within_limit <> (granted_by is not null)),
  check (granted_by is null or state = 'done'),
  check ((grant_key is null) = (grant_assertion is null) and (grant_key is null) = (grant_nonce is null))
);
-- The same effect is requested once at a time.
create unique index approval_waiting on approval (action, brand, effect_digest) where state = 'waiting';
create index approval_list on approval (brand, (state = 'waiting'), id);
create index approval_day on approval (asked_by, brand, asked_on) where within_limit;
create trigger approval_audit after insert or update on approval
  for each row execute function write_audit('id', 'state', 'granted_by', 'refused_by');
create trigger approval_audit_all after truncate on approval execute function write_audit();
grant select on approval to hiram_app;

-- Whether a request changes the person's own roles, passkeys or limits.
create function concerns_person(request_of approval, person uuid) returns boolean language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
begin
  if request_of.action in ('staff.assignRoles', 'staff.endEmployment', 'staff.recover') then
    return person::text in (lower(request_of.subject_id), lower(request_of.request ->> 'staffId'));
  end if;
  return request_of.action = 'staff.setLimit' and exists (
    select from staff_role held where held.staff_id = person and held.role = request_of.request ->> 'role'
      and (held.brand = request_of.brand or '*' in (held.brand, request_of.brand))
    union all
    select from staff_directory_role held where held.staff_id = person and held.role = request_of.request ->> 'role'
      and (held.brand = request_of.brand or '*' in (held.brand, request_of.brand)) and held.expires_at > now()
  );
end $$;

-- Cents that everything a person does alone in a day may cost the lender in a brand: the widest of their roles, which do not add
-- up. Of each role the row of the brand counts, or else the one of all brands.
create function cost_limit_of(person uuid, in_brand text) returns bigint language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
begin
  return (select coalesce(max(of_role.max_per_day), 0) from (
    select distinct on (authority.role) authority.max_per_day from authority
    where authority.action = 'cost' and authority.brand in (in_brand, '*') and authority.role in (
      select role from staff_role where staff_id = person and brand in (in_brand, '*')
      union all
      select role from staff_directory_role where staff_id = person and brand in (in_brand, '*') and expires_at > now())
    order by authority.role, authority.brand = '*'
  ) of_role);
end $$;

-- What one person does alone, whoever writes it. Its cost is what its rows show, the day's costs stay within the limit, and what
-- rests on nobody's word but the person's own is not among it.
create function check_done_alone() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  fee bigint;
begin
  if new.cost is distinct from coalesce((new.statement::jsonb ->> 'cost')::bigint, 0)
    or new.amount is distinct from (new.statement::jsonb ->> 'amount')::bigint then
    raise exception 'amount and cost of an approval are those of its statement' using errcode = 'restrict_violation';
  end if;
  if new.action in ('loan.refund', 'loan.undo', 'loan.writeOff', 'moneyIn.postLine', 'moneyOut.setCeiling', 'moneyOut.start',
      'staff.assignRoles', 'staff.endEmployment', 'staff.recover', 'staff.setLimit')
    or coalesce((new.statement::jsonb ->> 'needsTwo')::boolean, false) then
    raise exception 'two persons decide %', new.action using errcode = 'restrict_violation';
  end if;
  if new.action in ('loan.extend', 'loan.stopCharges', 'loan.waive', 'moneyOut.release')
    and new.cost is distinct from new.amount then
    raise exception 'the cost of % is its amount', new.action using errcode = 'restrict_violation';
  end if;
  if new.action = 'reconcile.settle' then
    fee := (new.request ->> 'fee')::bigint;
    if new.cost is distinct from fee or fee * 20 > new.amount or new.amount is distinct from (new.request ->> 'gross')::bigint then
      raise exception 'a settlement whose fee is above 5 %% needs two persons' using errcode = 'restrict_violation';
    end if;
  end if;
  -- Alone a person posts the money of a line that names the claim and that another person imported.
  if new.action = 'moneyIn.post' and new.subject = 'utr_submission' and not exists (
    select from statement_line line
    join statement_import imported on imported.id = line.import_id
    join utr_submission claim on claim.brand = line.brand and claim.utr = line.reference
    where line.id::text = lower(new.request ->> 'lineId') and claim.id::text = lower(new.subject_id)
      and line.amount = new.amount and line.brand = new.brand and imported.imported_by <> new.asked_by
  ) then
    raise exception 'a transfer is posted alone by a line of its reference that somebody else imported'
      using errcode = 'restrict_violation';
  end if;
  -- Of a provider's messages a person alone settles those about payouts, whose end the provider confirms.
  if new.action = 'moneyIn.post' and new.subject = 'provider_message' and not exists (
    select from provider_message message
    where message.provider || '/' || message.message_id = new.subject_id and message.body ->> 'kind' = 'payout'
  ) then
    raise exception 'two persons post what a message says of a payment' using errcode = 'restrict_violation';
  end if;
  if new.asked_on not between (new.asked_at at time zone 'UTC')::date - 1 and (new.asked_at at time zone 'UTC')::date + 1
    and not (select sandbox from installation) then
    raise exception 'an approval is of its business day' using errcode = 'restrict_violation';
  end if;
  if new.cost > 0 then
    -- Two of one person at once wait for each other.
    perform from staff where id = new.asked_by for update;
    if new.cost + (
      select coalesce(sum(cost), 0) from approval
      where asked_by = new.asked_by and brand = new.brand and asked_on = new.asked_on and within_limit
    ) > cost_limit_of(new.asked_by, new.brand) then
      raise exception 'what one person does alone in a day costs no more than their limit' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;
create trigger approval_done_alone before insert on approval
  for each row when (new.within_limit) execute function check_done_alone();

-- What an approval must be, whoever writes it: it begins as waiting (or as done within a limit), is closed once, and is
-- granted by somebody who is employed and, outside the sandbox, signed with a passkey of theirs that is in use.
create function check_approval() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if concerns_person(new, new.asked_by) then
      raise exception 'nobody requests a change of their own roles, passkeys or limits'
        using errcode = 'restrict_violation';
    end if;
    if new.state <> 'waiting' and not (new.state = 'done' and new.within_limit) then
      raise exception 'an approval begins as waiting' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if old.state <> 'waiting' then
    raise exception 'the approval % is closed', old.id using errcode = 'restrict_violation';
  end if;
  if new.state = 'done' then
    if new.granted_by is null then
      raise exception 'the approval % needs a second person', old.id using errcode = 'restrict_violation';
    end if;
    if concerns_person(new, new.granted_by) or concerns_person(new, new.asked_by) then
      raise exception 'nobody grants a change of their own roles, passkeys or limits'
        using errcode = 'restrict_violation';
    end if;
    perform from staff where id = new.granted_by and ended_at is null;
    if not found then
      raise exception 'who grants the approval % is no member of staff', old.id using errcode = 'restrict_violation';
    end if;
    if new.grant_key is null and not (select sandbox from installation) then
      raise exception 'the grant of the approval % is not signed', old.id using errcode = 'restrict_violation';
    end if;
    if new.grant_key is not null and not exists (
      select from staff_key where id = new.grant_key and staff_id = new.granted_by and revoked_at is null
    ) then
      raise exception 'the grant of the approval % is signed with another person''s passkey', old.id
        using errcode = 'restrict_violation';
    end if;
  end if;
  if new.state = 'refused' and concerns_person(new, new.refused_by) then
    raise exception 'nobody refuses a change of their own roles, passkeys or limits'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger approval_checked before insert or update on approval
  for each row execute function check_approval();
create function refuse_deletion() returns trigger language plpgsql as $$
begin
  raise exception '% keeps its rows', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger approval_kept before delete on approval for each row execute function refuse_deletion();

-- The server's login ends an administrator's employment by an approval of two persons alone.
create function check_employment_end() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user = 'hiram_app' and (
    exists (select from staff_role where staff_id = new.id and role = 'admin')
    or exists (select from staff_directory_role where staff_id = new.id and role = 'admin')
  ) and not exists (
    select from approval where state = 'done' and granted_by is not null and action = 'staff.endEmployment'
      and subject_id = new.id::text
  ) then
    raise exception 'two persons end an administrator''s employment' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger staff_end_checked before update of ended_at on staff
  for each row when (new.ended_at is not null) execute function check_employment_end();

create table staff_role (
  staff_id uuid not null references staff,
  role text not null references role,
  -- '*': every brand.
  brand text not null,
  -- Null: assigned by an operator's command, or a demo role of the sandbox.
  approval_id uuid references approval,
  assigned_at timestamptz not null,
  primary key (staff_id, role, brand)
);
create trigger staff_role_audit after insert or update or delete on staff_role
  for each row execute function write_audit('staff_id', 'role', 'brand');
create trigger staff_role_audit_all after truncate on staff_role execute function write_audit();
grant select, insert, delete on staff_role to hiram_app;

-- The server's login assigns a role only for a granted approval of exactly this role, person and brand.
create function check_role_assignment() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user <> 'hiram_app' or (new.approval_id is null and (select sandbox from installation)) then
    return new;
  end if;
  perform from approval where id = new.approval_id and state = 'done' and action = 'staff.assignRoles'
    and granted_by is not null and brand = new.brand and subject_id = new.staff_id::text
    and request -> 'roles' ? new.role;
  if not found then
    raise exception 'a role is assigned by a granted approval alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger staff_role_checked before insert or update on staff_role
  for each row execute function check_role_assignment();

-- The approval by which the limits were last set. Null: as shipped, or set by an operator.
alter table authority add column approval_id uuid references approval;
grant insert on authority to hiram_app;

-- The server's login sets limits only by a granted approval of exactly these limits.
create function check_authority() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_user <> 'hiram_app' then
    return new;
  end if;
  perform from approval where id = new.approval_id and state = 'done' and action = 'staff.setLimit'
    and granted_by is not null and brand = new.brand
    and request ->> 'role' = new.role and request ->> 'action' = new.action
    and request ->> 'maxPerItem' is not distinct from new.max_per_item::text
    and request ->> 'maxPerDay' is not distinct from new.max_per_day::text
    and request ->> 'secondPersonFrom' is not distinct from new.second_person_from::text;
  if not found then
    raise exception 'a limit is set by a granted approval alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger authority_checked before insert or update on authority
  for each row execute function check_authority();

-- Challenges of passkeys, and tickets of files: each is used once. Of a file `nonce` is what it is made of.
create table staff_challenge (
  challenge bytea primary key,
  purpose text not null check (purpose in ('signIn', 'unlock', 'register', 'grant', 'changeKeys', 'file')),
  staff_id uuid references staff,
  approval_id uuid references approval,
  nonce bytea,
  expires_at timestamptz not null
);
create index staff_challenge_age on staff_challenge (expires_at);
grant select, insert, delete on staff_challenge to hiram_app;

-- Who of the staff looked at which data of a borrower, and why. Written in the transaction that answers.
create table staff_read (
  id uuid primary key,
  staff_id uuid not null references staff,
  borrower_id uuid references borrower,
  subject text not null,
  subject_id text not null,
  field text not null,
  -- Whether it was opened from its encryption: these are limited by the hour.
  encrypted boolean not null default true,
  reason text not null check (is_reason(reason)),
  at timestamptz not null
);
create index staff_read_staff on staff_read (staff_id, at);
create index staff_read_subject on staff_read (subject_id, at);
create index staff_read_borrower on staff_read (borrower_id, at);
create trigger staff_read_fixed before update or delete on staff_read for each row execute function refuse_change();
create trigger staff_read_kept before truncate on staff_read execute function refuse_change();
grant select, insert on staff_read to hiram_app;
