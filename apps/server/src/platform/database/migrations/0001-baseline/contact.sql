-- Attempts to reach a borrower, and the law on the hours in which they may be made.

-- The hours of each country's law, as `brands/markets/laws.ts` has them: a test compares both. Only the owner changes them.
create table contact_law (
  country text primary key,
  from_hour smallint not null check (from_hour between 0 and 23),
  until_hour smallint not null check (until_hour > from_hour and until_hour <= 24),
  -- 7: every day; 6: Monday to Saturday; 5: Monday to Friday.
  last_weekday smallint not null check (last_weekday between 5 and 7),
  on_holidays boolean not null,
  -- The hours do not hold for a loan that is late for more days than this; null: they hold for every loan.
  unless_days_late smallint,
  -- The hours do not hold for a borrower who said that others suit them.
  unless_consent boolean not null
);
insert into contact_law values
  ('PH', 6, 22, 7, true, 15, true),
  ('IN', 8, 19, 7, true, null, false),
  ('ID', 8, 20, 6, false, null, false);
grant select on contact_law to hiram_app;

create table contact_zone (
  country text not null references contact_law,
  zone text not null,
  primary key (country, zone)
);
insert into contact_zone values
  ('PH', 'Asia/Manila'), ('IN', 'Asia/Kolkata'), ('ID', 'Asia/Jakarta'), ('ID', 'Asia/Makassar'), ('ID', 'Asia/Jayapura');
grant select on contact_zone to hiram_app;

-- The country of each brand and its public holidays. A server adds its brands at its start; it can change and delete none.
create table contact_brand (
  brand text primary key,
  country text not null references contact_law
);
grant select, insert on contact_brand to hiram_app;
create table contact_holiday (
  brand text not null references contact_brand,
  day date not null,
  primary key (brand, day)
);
grant select, insert on contact_holiday to hiram_app;

-- Why a borrower is not contacted.
create table contact_stop (
  borrower_id uuid not null references borrower,
  id uuid not null,
  kind text not null check (kind in (
    'dispute', 'hardship', 'arrangement', 'promise', 'counsel', 'deceased', 'erasure', 'wrongPerson', 'doNotCall')),
  -- The channels that it stops; null: those of its kind.
  channels text[] check (cardinality(channels) > 0),
  since timestamptz not null,
  -- Null: until somebody ends it.
  until timestamptz,
  -- Null: the borrower's own act, or the system's.
  staff_id uuid references staff,
  note text check (note ~ '\S' and char_length(note) <= 500),
  ended_at timestamptz,
  ended_by uuid references staff,
  -- Why a person ended it.
  end_note text check (end_note ~ '\S' and char_length(end_note) <= 500),
  primary key (borrower_id, id),
  check (kind <> 'doNotCall' or channels is not null),
  check (ended_at is not null or ended_by is null)
);
create index contact_stop_id on contact_stop (id);
create trigger contact_stop_audit after insert or update on contact_stop
  for each row execute function write_audit('id', 'until', 'ended_at');
create trigger contact_stop_audit_all after truncate on contact_stop execute function write_audit();
grant select, insert, update (until, ended_at, ended_by, end_note) on contact_stop to hiram_app;

-- Every stop with its last moment: those above, an open complaint about collection, an account that is to be
-- erased, and of a late loan an arrangement: asked for or proposed, until it is answered or the days to
-- answer are over, and agreed to, until its end is recorded or it is undone. If the record is reversed, as a
-- late payment undid the end, it stops contacts again from then on.
create view contact_stopped as
  select borrower_id, kind, channels, since,
    case when ended_at is null or until < ended_at then until else ended_at end as until, id
  from contact_stop
  union all
  select borrower_id, 'dispute', null, created_at, answered_at, null from complaint where type = 1
  union all
  select borrower_id, 'erasure', null, requested_at, null, null from erasure_request
  union all
  select arrangement.borrower_id, stop.kind, null, stop.since, stop.until, null
  from arrangement
  join loan_order on loan_order.borrower_id = arrangement.borrower_id and loan_order.id = order_id and status = 'overdue'
  cross join lateral (
    select 'hardship', coalesce(requested_at, proposed_at), closed_at
    union all
    select 'arrangement', begun.arrived_at, (
      select min(ended.arrived_at) from loan_event ended
      where ended.borrower_id = begun.borrower_id and ended.order_id = begun.order_id and ended.seq > begun.seq
        and event_id::text in (ended.body ->> 'arrangement', ended.body ->> 'target'))
    from loan_event begun
    where arrangement.state = 'accepted' and begun.borrower_id = arrangement.borrower_id and begun.order_id = arrangement.order_id
      and (begun.id = event_id or begun.body ->> 'target' in (
        select record.id::text from loan_event record where record.borrower_id = begun.borrower_id
          and record.order_id = begun.order_id and record.body ->> 'arrangement' = event_id::text))
  ) as stop (kind, since, until);
grant select on contact_stopped to hiram_app;

create table contact (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  order_id uuid,
  channel text not null check (channel in ('call', 'sms', 'email', 'push', 'visit')),
  purpose text not null check (purpose in ('service', 'reminder', 'collection', 'marketing')),
  by_kind text not null check (by_kind in ('system', 'staff', 'agency')),
  -- The person of the lender or of the agency.
  staff_id uuid references staff,
  agency_id uuid,
  started_at timestamptz not null,
  -- The borrower's zone, and their calendar day in it: caps count by it. Set by the database.
  zone text not null default '',
  on_day date not null default '-infinity',
  outcome text check (outcome in ('sent', 'delivered', 'failed',
    'reached', 'noAnswer', 'busy', 'wrongPerson', 'refuses', 'promise', 'disputes', 'hardship', 'deceased')),
  outcome_at timestamptz,
  note text check (note ~ '\S' and char_length(note) <= 2000),
  primary key (borrower_id, id),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id),
  check ((by_kind = 'system') = (staff_id is null)),
  check ((by_kind = 'agency') = (agency_id is not null)),
  check ((outcome is null) = (outcome_at is null))
) with (fillfactor = 80);
create index contact_started on contact (borrower_id, started_at desc);
create index contact_day on contact (on_day, channel);
create index contact_staff on contact (staff_id, started_at) where staff_id is not null;
create trigger contact_audit after insert or update on contact
  for each row when (new.by_kind <> 'system') execute function write_audit('id', 'outcome');
create trigger contact_audit_all after truncate on contact execute function write_audit();
grant select, insert, update (outcome, outcome_at, note) on contact to hiram_app;

-- The zone by which an attempt is counted, and the borrower's day in it. A zone of another country is none:
-- the server's login may write any. What comes from another cell has them.
create function place_contact() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if moved_now() = new.borrower_id then
    return new;
  end if;
  select coalesce(own.zone, (select min(zone) from contact_zone where country = contact_brand.country)) into new.zone
    from borrower
    join contact_brand on contact_brand.brand = borrower.brand
    left join contact_zone own on own.country = contact_brand.country and own.zone = borrower.time_zone
    where borrower.id = new.borrower_id;
  if not found then
    raise exception 'the law of this borrower''s brand is not known' using errcode = 'restrict_violation';
  end if;
  new.on_day := (new.started_at at time zone new.zone)::date;
  return new;
end $$;
create trigger contact_placed before insert on contact for each row execute function place_contact();

-- Refuses attempts that the law forbids, whoever writes them. The brand's own hours and its caps are the
-- server's. Those of a statement are checked together, by a plan that is made once a connection: one after
-- the other was most of the work of sending a hundred thousand texts. Citus joins no table with a trigger's
-- fresh rows, so these come as an array.
create function check_contacts() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  ids uuid[] := array(select id from new_contact);
  borrowers uuid[] := array(select distinct borrower_id from new_contact);
  moved uuid := moved_now();
  refusal text;
begin
  select why into refusal
    from contact attempt
    join borrower on borrower.id = attempt.borrower_id
    join contact_brand on contact_brand.brand = borrower.brand
    join contact_law law on law.country = contact_brand.country
    left join contact_zone own on own.country = law.country and own.zone = borrower.time_zone
    left join installation on true
    left join business_clock on true
    cross join lateral (select
      (select kind from contact_stopped
        where borrower_id = attempt.borrower_id and since <= attempt.started_at
          and (until is null or until > attempt.started_at)
          and (attempt.purpose <> 'service' or kind in ('deceased', 'wrongPerson'))
          and (kind <> 'wrongPerson' or attempt.channel in ('call', 'sms'))
          and (channels is null or attempt.channel = any(channels))
        limit 1) as stopped,
      (select max((attempt.started_at at time zone attempt.zone)::date + case when sandbox then offset_days else 0 end - next_due_on)
        from loan_order
        where borrower_id = attempt.borrower_id and status in ('active', 'dueSoon', 'overdue') and next_due_on is not null
          and (attempt.order_id is null or id = attempt.order_id)) as days_late
    ) as known
    cross join lateral (select case
      when not coalesce(sandbox, false) and current_user = 'hiram_app'
        and abs(extract(epoch from attempt.started_at - clock_timestamp())) > 300
        then 'an attempt is recorded when it is made'
      when stopped is not null then 'the borrower is not contacted: ' || stopped
      -- A person who reaches a late borrower asks for money, whatever the purpose says.
      when attempt.purpose = 'service' and (attempt.by_kind = 'system' or coalesce(days_late, 0) <= 0) then null
      when days_late > law.unless_days_late then null
      when law.unless_consent and exists (
        select from consent where borrower_id = attempt.borrower_id and kind = 'anyHour'
          and given_at <= attempt.started_at and (withdrawn_at is null or withdrawn_at > attempt.started_at)) then null
      -- Without a certified place it must be allowed in each zone of the country.
      else (select 'the law forbids to contact a borrower in ' || here.zone || ' at ' || attempt.started_at from (
          select zone, attempt.started_at at time zone zone as local from contact_zone
          where country = law.country and (own.zone is null or zone = own.zone)
        ) as here
        where extract(hour from local) < law.from_hour or extract(hour from local) >= law.until_hour
          or extract(isodow from local) > law.last_weekday
          or (not law.on_holidays and exists (
            select from contact_holiday where brand = borrower.brand and day = local::date))
        limit 1)
    end as why) as answer
    where attempt.borrower_id = any(borrowers) and attempt.id = any(ids) and attempt.borrower_id is distinct from moved
      and why is not null
    limit 1;
  if found then
    raise exception '%', refusal using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
create trigger contact_lawful after insert on contact referencing new table as new_contact
  for each statement execute function check_contacts();

-- What a person reported stays. A message's outcome goes on from `sent` as its receipts arrive.
create function check_contact_outcome() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.outcome is not null and old.outcome not in ('sent', 'failed') and new.outcome is distinct from old.outcome then
    raise exception 'the outcome of attempt % is recorded', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger contact_outcome before update of outcome on contact for each row execute function check_contact_outcome();
