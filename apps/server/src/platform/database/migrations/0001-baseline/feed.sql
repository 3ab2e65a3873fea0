-- The feed of what happened, for other systems: ids, amounts and days; no name, no number, no text. Triggers write it in the
-- transaction of its cause.
create table feed_event (
  id bigint generated always as identity primary key,
  -- Its place in the feed. A reader numbers the rows that are committed, so that none appears behind a cursor. Whoever changes a
  -- loan holds its lock: ids of a loan's events rise as they are committed, and so do their places.
  position bigint unique check (position > 0),
  brand text not null,
  -- Topic and what happened: `payment.posted`.
  kind text not null check (kind ~ '^[a-z]+\.[a-zA-Z]+$'),
  topic text not null generated always as (split_part(kind, '.', 1)) stored,
  borrower_id uuid,
  order_id uuid,
  -- The row that it is about.
  subject_id uuid not null,
  -- Cents of the brand's currency.
  amount bigint,
  -- The business day for which it counts; null: it counts for none.
  value_on date,
  data jsonb not null,
  at timestamptz not null default clock_timestamp()
);
create index feed_event_page on feed_event (brand, position);
create index feed_event_unnumbered on feed_event (id) where position is null;
create trigger feed_event_no_truncate before truncate on feed_event execute function refuse_change();
grant select on feed_event to hiram_app;

-- A row is given its place once, and nothing else of it changes.
create function refuse_change_of_feed() returns trigger language plpgsql as $$
begin
  -- A generated column is computed later.
  if tg_op = 'UPDATE' and old.position is null
    and to_jsonb(new) - '{position,topic}'::text[] = to_jsonb(old) - '{position,topic}'::text[] then
    return new;
  end if;
  raise exception 'feed_event is append-only' using errcode = 'restrict_violation';
end $$;
create trigger feed_event_append_only before update or delete on feed_event
  for each row execute function refuse_change_of_feed();

-- Gives committed rows without a place the next ones, in the order of their ids, one reader after the other. Returns the last
-- place, and whether rows without a place may remain.
create function number_feed_events(p_limit integer, out last bigint, out is_more boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  numbered bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('feed_event', 0));
  select coalesce(max(position), 0) into last from feed_event;
  update feed_event set position = last + counted.place from (
    select id, row_number() over (order by id) as place from (
      select id from feed_event where position is null order by id limit p_limit
    ) unnumbered
  ) counted where feed_event.id = counted.id;
  get diagnostics numbered = row_count;
  last := last + numbered;
  is_more := numbered = p_limit;
end $$;

create function add_feed_event(
  p_brand text, p_kind text, p_borrower uuid, p_order uuid, p_subject uuid, p_amount bigint, p_value_on date, p_data jsonb
) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- What came with a borrower of another cell is in that cell's feed.
  if p_borrower is null or moved_now() is distinct from p_borrower then
    insert into feed_event (brand, kind, borrower_id, order_id, subject_id, amount, value_on, data)
      values (p_brand, p_kind, p_borrower, p_order, p_subject, p_amount, p_value_on, jsonb_strip_nulls(p_data));
  end if;
end $$;

create function feed_order() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.decided_at is null and new.decided_at is not null then
    perform add_feed_event(new.brand, 'decision.' || case when new.status = 'rejected' then 'rejected'
        when new.decision ->> 'outcome' = 'counter' then 'approvedForLess' else 'approved' end,
      new.borrower_id, new.id, new.id, new.amount, new.decided_on, '{}');
  end if;
  if tg_op = 'INSERT' or old.status <> new.status then
    perform add_feed_event(new.brand, 'order.' || new.status, new.borrower_id, new.id, new.id, new.amount,
      case new.status when 'applied' then new.applied_on when 'approved' then new.decided_on when 'rejected' then new.decided_on
        when 'settled' then new.settled_on else coalesce(new.status_computed_on, new.disbursed_on) end,
      jsonb_build_object('productId', new.product_id, 'client', new.client_kind,
        'before', case when tg_op = 'UPDATE' then old.status end));
  end if;
  return null;
end $$;
create trigger loan_order_feed after insert or update of status, decided_at on loan_order
  for each row execute function feed_order();

-- The amounts, days and ids of the engine's event; a reason in words stays where it is.
create function feed_loan_event() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_feed_event((select brand from loan_order where id = new.order_id), 'loan.' || new.kind,
    new.borrower_id, new.order_id, new.id, (new.body ->> 'amount')::bigint, new.value_date, (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(new.body)
      where key in ('principal', 'interest', 'late', 'penalty', 'instalment', 'newDueDate', 'until', 'target', 'paidBy')
    ) || jsonb_build_object('seq', new.seq));
  return null;
end $$;
create trigger loan_event_feed after insert on loan_event for each row execute function feed_loan_event();

create function feed_payment() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_feed_event((select brand from loan_order where id = new.order_id), 'payment.' || new.state,
    new.borrower_id, new.order_id, new.id, new.amount, coalesce(new.ended_on, new.paid_on),
    jsonb_build_object('provider', new.provider, 'confirmedOn', new.confirmed_on));
  return null;
end $$;
create trigger payment_feed after insert on payment for each row execute function feed_payment();
create trigger payment_feed_state after update of state on payment
  for each row when (old.state <> new.state) execute function feed_payment();

create function feed_payout() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_feed_event(new.brand, 'payout.' || new.state, new.borrower_id, new.order_id, new.id, new.amount,
    case when new.state in ('paid', 'returned') then new.settled_on else new.sent_on end,
    jsonb_build_object('provider', new.provider));
  return null;
end $$;
create trigger payout_feed after insert on payout for each row execute function feed_payout();
create trigger payout_feed_state after update of state on payout
  for each row when (old.state <> new.state) execute function feed_payout();

create function feed_complaint() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_feed_event(borrower.brand, 'complaint.' || new.kind, new.borrower_id, complaint.order_id, new.complaint_id,
    null, new.on_day, jsonb_build_object('type', complaint.type))
    from complaint join borrower on borrower.id = complaint.borrower_id
    where complaint.borrower_id = new.borrower_id and complaint.id = new.complaint_id;
  return null;
end $$;
create trigger complaint_event_feed after insert on complaint_event for each row execute function feed_complaint();

-- Texts are sent by hundreds: their events, and those of their attempts, are written by statement. Citus joins no table with a
-- trigger's fresh rows, so these come as an array.
create function add_contact_events(p_kind text, p_events jsonb) returns void language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if p_events is null or moved_now() is not null then
    return;
  end if;
  insert into feed_event (brand, kind, borrower_id, order_id, subject_id, value_on, data)
    select borrower.brand, p_kind, borrower.id, each.order_id, each.subject_id, each.on_day, each.data
    from rows from (jsonb_to_recordset(p_events) as (borrower_id uuid, order_id uuid, subject_id uuid, on_day date, data jsonb))
      with ordinality as each (borrower_id, order_id, subject_id, on_day, data, no)
    join borrower on borrower.id = each.borrower_id order by each.no;
end $$;

create function feed_text() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_contact_events('contact.text', jsonb_agg(jsonb_build_object('borrower_id', told.borrower_id, 'order_id', told.order_id,
      'subject_id', told.order_id, 'data', jsonb_build_object('about', split_part(told.event, ' ', 1))) order by told.id))
    from told join before using (borrower_id, id)
    where told.state = 'sent' and before.state = 'queued' and told.order_id is not null;
  return null;
end $$;
create trigger notice_feed after update on notice referencing old table as before new table as told
  for each statement execute function feed_text();

-- An attempt to reach the borrower, and what came of it: never what was noted.
create function feed_attempt() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  changed uuid[];
begin
  if tg_op = 'INSERT' then
    changed := array(select id from new_contact);
  else
    changed := array(select id from new_contact join before using (borrower_id, id) where new_contact.outcome is distinct from before.outcome);
  end if;
  perform add_contact_events(case tg_op when 'INSERT' then 'contact.attempted' else 'contact.ended' end,
      jsonb_agg(jsonb_build_object('borrower_id', borrower_id, 'order_id', order_id, 'subject_id', id, 'on_day', on_day,
        'data', jsonb_strip_nulls(jsonb_build_object('channel', channel, 'purpose', purpose, 'by', by_kind, 'outcome', outcome)))
        order by id))
    from new_contact where id = any (changed);
  return null;
end $$;
create trigger contact_feed after insert on contact referencing new table as new_contact
  for each statement execute function feed_attempt();
create trigger contact_feed_outcome after update on contact referencing old table as before new table as new_contact
  for each statement execute function feed_attempt();

-- What the loan's ledger posted, with its lines: debits are positive.
create function feed_journal() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare
  posted record;
begin
  -- One journal after the other: Citus joins no table with the fresh rows.
  for posted in
    select journal_id, sum(amount) filter (where amount > 0)::bigint as amount,
      jsonb_agg(jsonb_build_object('account', account, 'amount', amount) order by line_no) as lines
    from fresh_lines group by journal_id order by journal_id
  loop
    perform add_feed_event(journal.brand, 'ledger.posted', journal.borrower_id, journal.order_id, journal.id, posted.amount,
      journal.posted_on, jsonb_build_object('kind', journal.kind, 'eventId', journal.event_id, 'lines', posted.lines))
      from journal where journal.id = posted.journal_id;
  end loop;
  return null;
end $$;
create trigger journal_line_feed after insert on journal_line referencing new table as fresh_lines
  for each statement execute function feed_journal();

revoke all on function number_feed_events, add_feed_event, feed_order, feed_loan_event, feed_payment, feed_payout, feed_complaint,
  add_contact_events, feed_text, feed_attempt, feed_journal from public;
grant execute on function number_feed_events to hiram_app;

-- Keys with which another system reads the feed. Whoever asks for a key makes it: only its hash arrives here.
create table feed_key (
  id uuid primary key,
  brand text not null,
  name text not null check (name ~ '\S' and char_length(name) <= 80),
  topics text[] not null check (cardinality(topics) > 0),
  key_hash bytea not null unique check (length(key_hash) = 32),
  approval_id uuid not null unique references approval,
  created_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by uuid references staff,
  check ((revoked_at is null) = (revoked_by is null))
);
create trigger feed_key_audit after insert or update on feed_key
  for each row execute function write_audit('id', 'topics', 'revoked_at');
create trigger feed_key_audit_all after truncate on feed_key execute function write_audit();
create trigger feed_key_no_delete before delete on feed_key for each row execute function refuse_deletion();
grant select, insert, update (revoked_at, revoked_by) on feed_key to hiram_app;

-- Addresses to which the feed is sent, signed.
create table feed_webhook (
  id uuid primary key,
  brand text not null,
  name text not null check (name ~ '\S' and char_length(name) <= 80),
  topics text[] not null check (cardinality(topics) > 0),
  url text not null check (url ~ '^https?://'),
  -- `whsec_…` of Standard Webhooks.
  secret_encrypted bytea not null,
  approval_id uuid not null unique references approval,
  created_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by uuid references staff,
  -- The place of the last event that it accepted, or that is not of its topics.
  delivered_to bigint not null check (delivered_to >= 0),
  -- One server sends to it until then.
  lease uuid,
  lease_until timestamptz,
  failures integer not null default 0 check (failures >= 0),
  failing_since timestamptz,
  next_try_at timestamptz,
  check ((revoked_at is null) = (revoked_by is null))
);
create trigger feed_webhook_audit after insert or update on feed_webhook
  for each row execute function write_audit('id', 'topics', 'url', 'revoked_at');
create trigger feed_webhook_audit_all after truncate on feed_webhook execute function write_audit();
create trigger feed_webhook_no_delete before delete on feed_webhook for each row execute function refuse_deletion();
grant select, insert, update (revoked_at, revoked_by, delivered_to, lease, lease_until, failures, failing_since,
  next_try_at) on feed_webhook to hiram_app;

-- Two persons let a system read the feed, exactly as asked for; one revokes, for good.
create function check_feed_access() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if old.revoked_at is not null and (new.revoked_at, new.revoked_by) is distinct from (old.revoked_at, old.revoked_by) then
      raise exception 'what is revoked stays revoked' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if not exists (
    select from approval where id = new.approval_id and state = 'done' and approved_by is not null
      and action = case table_of(tg_table_name) when 'feed_key' then 'feed.issueKey' else 'feed.addWebhook' end
      and brand = new.brand and request ->> 'name' = new.name and request -> 'topics' = to_jsonb(new.topics)
      and subject_id = case table_of(tg_table_name) when 'feed_key' then encode((to_jsonb(new) ->> 'key_hash')::bytea, 'hex')
        else to_jsonb(new) ->> 'url' end
  ) then
    raise exception 'two persons let a system read the feed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger feed_key_checked before insert or update on feed_key for each row execute function check_feed_access();
create trigger feed_webhook_checked before insert or update on feed_webhook for each row execute function check_feed_access();
