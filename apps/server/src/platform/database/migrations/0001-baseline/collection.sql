-- Agencies that ask late borrowers for money in the lender's name, who works for them, and which late loans are whose.
create table agency (
  id uuid primary key,
  brand text not null,
  name text not null check (name ~ '\S' and char_length(name) <= 80),
  -- The share of what it collects that it earns, in millionths.
  commission_ppm integer not null check (commission_ppm between 0 and 500000),
  from_day date not null,
  until_day date not null check (until_day >= from_day),
  approval_id uuid not null references approval,
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index agency_name on agency (brand, name) where ended_at is null;
create trigger agency_audit after insert or update on agency for each row execute function write_audit('id', 'ended_at');
create trigger agency_audit_all after truncate on agency execute function write_audit();
create trigger agency_no_delete before delete on agency for each row execute function refuse_deletion();
grant select, insert, update (ended_at) on agency to hiram_app;

-- A person works for one agency. They see the loans that are assigned to it, and no other.
create table agency_person (
  agency_id uuid not null references agency,
  staff_id uuid not null references staff,
  added_at timestamptz not null,
  ended_at timestamptz,
  primary key (agency_id, staff_id)
);
create unique index agency_person_one on agency_person (staff_id) where ended_at is null;
create trigger agency_person_audit after insert or update on agency_person
  for each row execute function write_audit('staff_id', 'ended_at');
create trigger agency_person_audit_all after truncate on agency_person execute function write_audit();
create trigger agency_person_no_delete before delete on agency_person for each row execute function refuse_deletion();
grant select, insert, update (ended_at) on agency_person to hiram_app;

-- An agency is what two persons approved, and its people are those whom they named, whoever writes the rows.
create function check_agency() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from approval given where given.id = new.approval_id and given.brand = new.brand and given.state = 'done'
      and given.action = 'collections.addAgency' and given.approved_by is not null
      and trim(given.request ->> 'name') = new.name and (given.request ->> 'commissionPpm')::integer = new.commission_ppm
      and (given.request ->> 'fromDay')::date = new.from_day and (given.request ->> 'untilDay')::date = new.until_day
  ) then
    raise exception 'an agency is added by two persons' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger agency_approved before insert on agency for each row execute function check_agency();

create function check_agency_person() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
    select from agency join approval given on given.id = agency.approval_id
    where agency.id = new.agency_id and given.request -> 'staffIds' ? new.staff_id::text
  ) then
    raise exception 'the people of an agency are those whom two persons approved' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger agency_person_approved before insert on agency_person
  for each row execute function check_agency_person();

-- Whose a late loan is: a person's of the lender, or an agency's.
create table collection_assignment (
  borrower_id uuid not null,
  id uuid not null unique,
  order_id uuid not null,
  brand text not null,
  staff_id uuid references staff,
  agency_id uuid references agency,
  assigned_by uuid not null references staff,
  assigned_at timestamptz not null,
  ended_at timestamptz,
  primary key (borrower_id, id),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id),
  check ((staff_id is null) <> (agency_id is null))
);
create unique index collection_assignment_open on collection_assignment (order_id) where ended_at is null;
create index collection_assignment_agency on collection_assignment (agency_id) where ended_at is null;
create trigger collection_assignment_audit after insert or update on collection_assignment
  for each row execute function write_audit('id', 'ended_at');
create trigger collection_assignment_audit_all after truncate on collection_assignment execute function write_audit();
create trigger collection_assignment_no_delete before delete on collection_assignment
  for each row execute function refuse_deletion();
grant select, insert, update (ended_at) on collection_assignment to hiram_app;

-- What a borrower promised to pay by a day. Whether it is kept is read off the loan's events when that day is over.
create table payment_promise (
  borrower_id uuid not null,
  id uuid not null unique,
  order_id uuid not null,
  brand text not null,
  -- Cents.
  amount bigint not null check (amount > 0),
  promised_on date not null,
  due_on date not null check (due_on between promised_on and promised_on + 14),
  contact_id uuid not null,
  promised_at timestamptz not null,
  -- `cancelled`: the loan had nothing to pay by its day.
  state text not null default 'open' check (state in ('open', 'kept', 'broken', 'cancelled')),
  -- Cents that came for it, after it was made and by its day. A cent counts for one promise.
  paid bigint not null default 0 check (paid >= 0),
  closed_at timestamptz,
  primary key (borrower_id, id),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id),
  foreign key (borrower_id, contact_id) references contact (borrower_id, id),
  check ((state = 'open') = (closed_at is null))
);
create index payment_promise_order on payment_promise (borrower_id, order_id, due_on);
create index payment_promise_due on payment_promise (brand, due_on);
create trigger payment_promise_audit after insert or update on payment_promise
  for each row execute function write_audit('id', 'state');
create trigger payment_promise_audit_all after truncate on payment_promise execute function write_audit();
create trigger payment_promise_no_delete before delete on payment_promise
  for each row execute function refuse_deletion();
grant select, insert, update (state, paid, closed_at) on payment_promise to hiram_app;

-- A loan has at most two promises open.
create function check_payment_promise() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from loan_order where id = new.order_id for update;
  if (select count(*) from payment_promise where order_id = new.order_id and state = 'open') >= 2 then
    raise exception 'a loan has at most two open promises' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payment_promise_two before insert on payment_promise for each row execute function check_payment_promise();

-- Tries to open a number that the rules refused: who, when, why. The figures of the team count them.
create table contact_refused (
  id uuid primary key,
  brand text not null,
  order_id uuid not null references loan_order (id),
  staff_id uuid not null references staff,
  agency_id uuid references agency,
  why text not null,
  at timestamptz not null
);
create index contact_refused_at on contact_refused (brand, at);
create trigger contact_refused_append_only before update or delete on contact_refused
  for each row execute function refuse_change();
create trigger contact_refused_no_truncate before truncate on contact_refused execute function refuse_change();
grant select, insert on contact_refused to hiram_app;

-- What the desk's queues read of a late loan, as it was on a day and after so many of its events. It may be
-- computed again at any time, and is once a call or a promise has deleted it.
create table late_figure (
  borrower_id uuid not null,
  order_id uuid not null,
  computed_on date not null,
  event_count integer not null,
  -- Cents: what is due, and what a call is expected to bring.
  due bigint not null,
  expected bigint not null,
  has_broken_promise boolean not null,
  is_promised_today boolean not null,
  -- The borrower's day of the last call.
  called_on date,
  primary key (borrower_id, order_id),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id)
);
grant select, insert, delete, update (computed_on, event_count, due, expected, has_broken_promise, is_promised_today,
  called_on) on late_figure to hiram_app;

create function forget_late_figure() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from late_figure where borrower_id = new.borrower_id and order_id = new.order_id;
  return null;
end $$;
create trigger contact_figure after insert or update of outcome on contact
  for each row when (new.by_kind <> 'system') execute function forget_late_figure();
create trigger payment_promise_figure after insert or update of state on payment_promise
  for each row execute function forget_late_figure();
