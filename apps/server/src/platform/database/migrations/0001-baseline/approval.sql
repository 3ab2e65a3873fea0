-- Actions that a person requests and a second person approves.

create table approval (
  id uuid primary key,
  action text not null,
  brand text not null,
  -- What is asked for: ids and choices, no personal value.
  request jsonb not null,
  -- What it does, as the requester saw it, and SHA-256 of it.
  effect jsonb not null,
  effect_digest bytea not null,
  -- The text of the digest: with it, the key and the assertion an approval can be verified without the server.
  statement text not null check (sha256(convert_to(statement, 'UTF8')) = effect_digest),
  -- The row that is changed.
  subject text not null,
  subject_id text not null,
  amount bigint check (amount >= 0),
  -- Cents that it costs the lender: debts that are given up, money that goes out or is taken on trust. It is
  -- in the statement too.
  cost bigint not null default 0 check (cost >= 0),
  -- What it is because of: the reference of a complaint, a receipt.
  reference text not null default '',
  reason text not null check (is_reason(reason)),
  requested_by uuid not null references staff,
  requested_at timestamptz not null,
  -- The session in which it was asked.
  request_session uuid not null,
  -- The business day of the brand; limits per day count by it.
  requested_on date not null,
  expires_at timestamptz not null,
  state text not null check (state in ('waiting', 'done', 'rejected', 'withdrawn', 'expired', 'changed')),
  -- Done by one person within their own limit.
  within_limit boolean not null default false,
  approved_by uuid references staff,
  -- The signature over SHA-256(id, effect_digest, nonce), so that an approval can be verified without the server.
  signing_key text references staff_key,
  signing_nonce bytea,
  signing_assertion jsonb,
  -- Who rejected it for good, and the reason that the requester reads.
  rejected_by uuid references staff,
  rejected_because text not null default '',
  closed_at timestamptz,
  check (approved_by <> requested_by),
  check (rejected_by <> requested_by),
  check ((state = 'rejected') = (rejected_by is not null) and (state = 'rejected') = (rejected_because <> '')),
  check ((state = 'waiting') = (closed_at is null)),
  check (state <> 'done' or within_limit <> (approved_by is not null)),
  check (approved_by is null or state = 'done'),
  check ((signing_key is null) = (signing_assertion is null) and (signing_key is null) = (signing_nonce is null))
);
-- The same effect is requested once at a time.
create unique index approval_waiting on approval (action, brand, effect_digest) where state = 'waiting';
create index approval_list on approval (brand, (state = 'waiting'), id);
create index approval_day on approval (requested_by, brand, requested_on) where within_limit;
create index approval_subject on approval (subject_id);
-- Requests for the same action, and of one person.
create index approval_similar on approval (brand, action, requested_at);
create index approval_requester on approval (requested_by, requested_at);
create trigger approval_audit after insert or update on approval
  for each row execute function write_audit('id', 'state', 'approved_by', 'rejected_by');
create trigger approval_audit_all after truncate on approval execute function write_audit();
create trigger approval_no_delete before delete on approval for each row execute function refuse_deletion();
grant select on approval to hiram_app;

-- Whether a request changes the person's own roles, passkeys or limits.
create function concerns_person(
  p_action text, p_subject_id text, p_request jsonb, p_brand text, p_person uuid
) returns boolean language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_action in ('staff.assignRoles', 'staff.endEmployment', 'staff.recover') then
    return p_person::text in (lower(p_subject_id), lower(p_request ->> 'staffId'));
  end if;
  return p_action = 'staff.setLimit' and exists (
    select from staff_role held where held.staff_id = p_person and held.role = p_request ->> 'role'
      and (held.brand = p_brand or '*' in (held.brand, p_brand))
    union all
    select from staff_directory_role held where held.staff_id = p_person and held.role = p_request ->> 'role'
      and (held.brand = p_brand or '*' in (held.brand, p_brand)) and held.expires_at > now()
  );
end $$;

-- Cents that everything a person does alone in a day may cost the lender in a brand: the widest of their roles, which do not add
-- up. The row of the brand counts for each role, or else the one of all brands.
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

-- In cell 0: what its people did alone in other cells, so that their limits of a day hold over all cells.
-- What failed after it was counted stays counted.
create table done_elsewhere (
  approval_id uuid primary key,
  staff_id uuid not null references staff,
  brand text not null,
  action text not null,
  -- The business day of the brand.
  day date not null,
  amount bigint not null check (amount >= 0),
  cost bigint not null check (cost >= 0)
);
create index done_elsewhere_day on done_elsewhere (staff_id, brand, day);
create trigger done_elsewhere_append_only before update or delete on done_elsewhere for each row execute function refuse_change();
create trigger done_elsewhere_no_truncate before truncate on done_elsewhere execute function refuse_change();
grant select on done_elsewhere to hiram_app;

-- Whether an action lets money go out to a borrower: of these a day's limit counts the sum.
create function pays_out(p_action text) returns boolean language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select p_action in ('decision.approve', 'decision.release', 'moneyOut.release')
$$;

-- Cents that a person did alone in a brand on a day: with one action (or with all that pay out, if it does),
-- and the cost of all of them. In cell 0: in every cell.
create function done_alone(
  p_staff uuid, p_brand text, p_day date, p_action text, out amount bigint, out cost bigint
) language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(done.amount) filter (where done.action = p_action or (pays_out(done.action) and pays_out(p_action))), 0)::bigint,
    coalesce(sum(done.cost), 0)::bigint
  from (
    select approval.action, approval.amount, approval.cost from approval
    where requested_by = p_staff and brand = p_brand and requested_on = p_day and within_limit
    union all
    select elsewhere.action, elsewhere.amount, elsewhere.cost from done_elsewhere elsewhere
    where staff_id = p_staff and brand = p_brand and day = p_day
  ) done
$$;

-- What one person does alone, whoever writes it. Its cost is what its rows show, the day's costs stay within the limit, and what
-- rests on nobody's word but the person's own is not among it.
create function check_done_alone() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  fee bigint;
begin
  if is_copying() or moved_now() is not null then
    return new;
  end if;
  if new.cost is distinct from coalesce((new.statement::jsonb ->> 'cost')::bigint, 0)
    or new.amount is distinct from (new.statement::jsonb ->> 'amount')::bigint then
    raise exception 'amount and cost of an approval are those of its statement' using errcode = 'restrict_violation';
  end if;
  if new.action in ('books.close', 'books.post', 'books.reopen', 'feed.addWebhook', 'feed.issueKey', 'loan.refund', 'loan.undo', 'loan.writeOff', 'moneyIn.postLine', 'moneyOut.setCeiling', 'moneyOut.start',
      'screening.confirm', 'staff.assignRoles', 'staff.endEmployment', 'staff.recover', 'staff.setLimit')
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
  -- Alone a person posts the money of a line that names the claim, that another person imported and that
  -- nobody used or set aside.
  if new.action = 'moneyIn.post' and new.subject = 'utr_submission' and not exists (
    select from statement_line line
    join statement_import imported on imported.id = line.import_id
    join utr_submission claim on claim.brand = line.brand and claim.utr = line.reference
    where line.id::text = lower(new.request ->> 'lineId') and claim.id::text = lower(new.subject_id)
      and line.amount = new.amount and line.brand = new.brand and imported.imported_by <> new.requested_by
      and num_nonnulls(line.transfer_id, line.payment_id, line.set_aside_by) = 0
  ) then
    raise exception 'a transfer is posted alone by a line of its reference that somebody else imported'
      using errcode = 'restrict_violation';
  end if;
  -- One person settles a provider's message alone only if it is about a payout, whose end the provider confirms.
  if new.action = 'moneyIn.post' and new.subject = 'provider_message' and not exists (
    select from provider_message message
    where message.provider || '/' || message.message_id = new.subject_id and message.body ->> 'kind' = 'payout'
  ) then
    raise exception 'two persons post what a message says of a payment' using errcode = 'restrict_violation';
  end if;
  -- Nor does one contradict a provider alone that says our payment or payout ended.
  if new.action = 'moneyIn.refuse' and new.subject = 'provider_message' and exists (
    select from provider_message message
    left join payment on message.body ->> 'kind' = 'reversal' and payment.provider = message.provider
      and payment.provider_payment_id = message.body ->> 'paymentId'
    left join payout on message.body ->> 'kind' = 'payout' and payout.id =
      case when message.body ->> 'reference' ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'
        then (message.body ->> 'reference')::uuid end
    where message.provider || '/' || message.message_id = new.subject_id and (payment.id is not null or payout.id is not null)
  ) then
    raise exception 'two persons refuse what a message says of our payment or payout' using errcode = 'restrict_violation';
  end if;
  if new.requested_on not between (new.requested_at at time zone 'UTC')::date - 1 and (new.requested_at at time zone 'UTC')::date + 1
    and not (select sandbox from installation) then
    raise exception 'an approval is of its business day' using errcode = 'restrict_violation';
  end if;
  if new.cost > 0 then
    -- Two of one person at once wait for each other.
    perform from staff where id = new.requested_by for update;
    if new.cost + (select cost from done_alone(new.requested_by, new.brand, new.requested_on, new.action))
      > cost_limit_of(new.requested_by, new.brand) then
      raise exception 'what one person does alone in a day costs no more than their limit' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end $$;
create trigger approval_done_alone before insert on approval
  for each row when (new.within_limit) execute function check_done_alone();

-- What an approval must be, whoever writes it: it begins as waiting (or as done within a limit), is closed once, and is
-- approved by somebody who is employed and, outside the sandbox, signed with a passkey of theirs that is in use.
create function check_approval() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if is_copying() then
    return new;
  end if;
  if tg_op = 'INSERT' then
    -- By which something of a borrower who comes from another cell was decided there.
    if moved_now() is not null then
      return new;
    end if;
    if concerns_person(new.action, new.subject_id, new.request, new.brand, new.requested_by) then
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
    if new.approved_by is null then
      raise exception 'the approval % needs a second person', old.id using errcode = 'restrict_violation';
    end if;
    if concerns_person(new.action, new.subject_id, new.request, new.brand, new.approved_by)
      or concerns_person(new.action, new.subject_id, new.request, new.brand, new.requested_by) then
      raise exception 'nobody approves a change of their own roles, passkeys or limits'
        using errcode = 'restrict_violation';
    end if;
    perform from staff where id = new.approved_by and ended_at is null;
    if not found then
      raise exception 'who approves the approval % is no member of staff', old.id using errcode = 'restrict_violation';
    end if;
    if new.signing_key is null and not (select sandbox from installation) then
      raise exception 'the approval of the approval % is not signed', old.id using errcode = 'restrict_violation';
    end if;
    if new.signing_key is not null and not exists (
      select from staff_key where id = new.signing_key and staff_id = new.approved_by and revoked_at is null
    ) then
      raise exception 'the approval of the approval % is signed with another person''s passkey', old.id
        using errcode = 'restrict_violation';
    end if;
  end if;
  if new.state = 'rejected' and concerns_person(new.action, new.subject_id, new.request, new.brand, new.rejected_by) then
    raise exception 'nobody refuses a change of their own roles, passkeys or limits'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger approval_checked before insert or update on approval
  for each row execute function check_approval();

-- Whether an approval of an action on a row was done. In a sandbox its buttons need none.
create function is_decided(p_approval uuid, p_action text, p_subject text, p_subject_id text) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select (p_approval is null and (select sandbox from installation)) or exists (
    select from approval where id = p_approval and state = 'done' and action = p_action
      and (within_limit or approved_by is not null) and subject = p_subject and subject_id = p_subject_id
  )
$$;

-- Whether an approval of one of the actions on a row was approved, or done within a limit.
create function is_approved(p_approval uuid, p_actions text[], p_brand text, p_subject text) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from approval where id = p_approval and state = 'done' and action = any (p_actions)
      and (p_brand is null or brand = p_brand) and subject_id = p_subject
  )
$$;

-- Whether no later approval decided the same: what another one replaced does not come back by its former approval.
create function is_latest(p_approval uuid) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select not exists (
    select from approval asked
      join approval later on later.subject_id = asked.subject_id and later.brand = asked.brand and later.action = asked.action
    where asked.id = p_approval and later.state = 'done' and later.closed_at > asked.closed_at
  )
$$;

-- What cell 0 signs for one cell when it has counted an approval.
create function counted_text(p_approval jsonb, p_cell smallint) returns text language sql immutable
set search_path = pg_catalog, public, pg_temp as $$
  select jsonb_build_array('done alone', p_cell, p_approval -> 'id', p_approval -> 'requested_by', p_approval -> 'brand',
    p_approval -> 'action', p_approval -> 'requested_on', p_approval -> 'amount', p_approval -> 'cost')::text
$$;

-- Counts in cell 0 what a person does alone in another cell, and signs it for that cell's database alone.
-- Null: it passes the person's cost of a day, or `p_most`, the day's limit of the action (null: none).
create function count_done_alone(p_token text, p_approval jsonb, p_cell smallint, p_most bigint, p_now timestamptz) returns bytea
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  asked approval := jsonb_populate_record(null::approval, p_approval);
  session staff_session := live_staff_session(p_token, p_now);
  done record;
begin
  if (select cell from installation) <> 0 or session.staff_id is distinct from asked.requested_by then
    raise exception 'cell 0 counts what a person does in their own session' using errcode = 'restrict_violation';
  end if;
  perform from public.staff where id = asked.requested_by for update;
  select * into done from done_alone(asked.requested_by, asked.brand, asked.requested_on, asked.action);
  if (asked.cost > 0 and done.cost + asked.cost > cost_limit_of(asked.requested_by, asked.brand))
    or done.amount + coalesce(asked.amount, 0) > p_most then
    return null;
  end if;
  insert into public.done_elsewhere (approval_id, staff_id, brand, action, day, amount, cost) values (asked.id, asked.requested_by,
    asked.brand, asked.action, asked.requested_on, coalesce(asked.amount, 0), asked.cost);
  return reference_mac(counted_text(to_jsonb(asked), p_cell));
end $$;

-- Requests an approval, or stores one that is done within a limit, in a session of whoever asks. `p_counted`:
-- in another cell than 0, the signature of `count_done_alone` for what one person does alone. False: it was
-- asked before.
create function request_approval(p_token text, p_approval jsonb, p_now timestamptz, p_counted bytea default null) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  asked approval := jsonb_populate_record(null::approval, p_approval);
  session staff_session := live_staff_session(p_token, p_now);
begin
  if session.staff_id is distinct from asked.requested_by then
    raise exception 'a person asks in their own session' using errcode = 'restrict_violation';
  end if;
  if asked.within_limit and (select cell from installation) <> 0
    and (p_counted = reference_mac(counted_text(to_jsonb(asked), (select cell from installation)))) is not true then
    raise exception 'what one person does alone is counted by cell 0 first' using errcode = 'restrict_violation';
  end if;
  asked.request_session := session.id;
  asked.requested_at := staff_moment(p_now);
  insert into public.approval select asked.* on conflict do nothing;
  return found;
end $$;

-- Locks an approval until the transaction ends.
create function lock_approval(p_id uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.approval where id = p_id for update;
end $$;

-- Approves it in a session of whoever approves it. Unsigned it is accepted in a sandbox alone (`check_approval`).
create function approve_request(
  p_token text, p_id uuid, p_key text, p_nonce bytea, p_assertion jsonb, p_now timestamptz
) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  session staff_session := live_staff_session(p_token, p_now);
begin
  if p_key is not null then
    update public.staff_signature set used_for = p_id::text
      where digest = sha256(convert_to(p_assertion #>> '{response,signature}', 'UTF8')) and key_id = p_key
        and purpose = 'approve' and used_for is null;
    if not found then
      raise exception 'the passkey % did not sign this approval', p_key using errcode = 'restrict_violation';
    end if;
  end if;
  update public.approval set state = 'done', approved_by = session.staff_id, closed_at = staff_moment(p_now),
    signing_key = p_key, signing_nonce = p_nonce, signing_assertion = p_assertion where id = p_id;
end $$;

-- Closes a waiting approval without doing anything. False: it does not wait.
create function close_approval(p_token text, p_id uuid, p_state text, p_because text, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  session staff_session := live_staff_session(p_token, p_now);
begin
  if p_state not in ('expired', 'changed', 'withdrawn', 'rejected') then
    raise exception '% does not close an approval', p_state using errcode = 'restrict_violation';
  end if;
  update public.approval set state = p_state, closed_at = staff_moment(p_now),
    rejected_by = case p_state when 'rejected' then session.staff_id end,
    rejected_because = case p_state when 'rejected' then p_because else '' end
    where id = p_id and state = 'waiting' and (p_state <> 'expired' or expires_at <= staff_moment(p_now));
  return found;
end $$;

revoke all on function count_done_alone, request_approval, lock_approval, approve_request, close_approval from public;
grant execute on function count_done_alone, request_approval, lock_approval, approve_request, close_approval to hiram_app;
