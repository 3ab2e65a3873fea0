-- What the lender owes authorities: each period that is to be reported, the files that were made for it, and
-- lines that came back.
create table duty_period (
  id uuid primary key,
  brand text not null,
  -- The id of a duty of `lending/duties/duties.json`.
  duty text not null,
  from_on date not null,
  to_on date not null check (to_on >= from_on),
  due_on date not null check (due_on > to_on),
  opened_at timestamptz not null,
  -- Reported: its task is closed.
  signed_off_at timestamptz,
  signed_off_by text,
  -- Null: by an operator's command, which has a name alone.
  signed_off_by_id uuid references staff,
  -- The authority's receipt.
  receipt text,
  unique (brand, duty, to_on),
  check ((signed_off_at is null) = (signed_off_by is null)),
  check (signed_off_by_id is null or signed_off_by is not null)
);
create index duty_period_open on duty_period (brand, due_on) where signed_off_at is null;
create trigger duty_period_audit after insert or update on duty_period
  for each row execute function write_audit('id', 'signed_off_by', 'receipt');
create trigger duty_period_audit_all after truncate on duty_period execute function write_audit();
create trigger duty_period_no_delete before delete on duty_period for each row execute function refuse_deletion();
grant select, insert, update (signed_off_at, signed_off_by, signed_off_by_id, receipt) on duty_period to hiram_app;

-- A file that was made. The file itself is not kept: its digest says which one it was.
create table duty_run (
  id uuid primary key,
  period_id uuid not null references duty_period,
  created_at timestamptz not null,
  created_by text not null,
  -- Null: by an operator's command, which has a name alone.
  created_by_id uuid references staff,
  -- The version of the queries that its rows come from.
  query_version smallint not null,
  rows bigint not null check (rows >= 0),
  sha256 bytea not null check (length(sha256) = 32),
  -- The run whose rejected lines it sends again.
  corrects uuid references duty_run
);
create index duty_run_period on duty_run (period_id, created_at);
create trigger duty_run_append_only before update or delete on duty_run for each row execute function refuse_change();
create trigger duty_run_no_truncate before truncate on duty_run execute function refuse_change();
create trigger duty_run_audit after insert on duty_run for each row execute function write_audit('id');
grant select, insert on duty_run to hiram_app;

-- A line of a run that the authority did not take: the contract or borrower of its row, and why.
create table duty_rejection (
  run_id uuid not null references duty_run,
  key text not null,
  reason text not null check (reason ~ '\S' and char_length(reason) <= 500),
  primary key (run_id, key)
);
create trigger duty_rejection_append_only before update or delete on duty_rejection
  for each row execute function refuse_change();
create trigger duty_rejection_no_truncate before truncate on duty_rejection execute function refuse_change();
grant select, insert on duty_rejection to hiram_app;

-- What the server's login writes names a member of the staff who is employed, by id and name.
create function check_duty_person() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  person uuid := to_jsonb(new) ->> tg_argv[0];
begin
  if current_user = 'hiram_app' and not exists (
    select from staff where id = person and name = to_jsonb(new) ->> tg_argv[1] and ended_at is null) then
    raise exception 'a file or a sign-off names its member of the staff' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger duty_run_person before insert on duty_run
  for each row execute function check_duty_person('created_by_id', 'created_by');
create trigger duty_period_person before update on duty_period
  for each row execute function check_duty_person('signed_off_by_id', 'signed_off_by');

-- A report is signed off once, when a file was made whose lines were all taken, by another person than the one who made it.
-- Two of the staff are told apart by their ids; an operator, who has a name alone, by it.
create function check_duty_sign_off() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  last duty_run;
  is_maker boolean;
begin
  if old.signed_off_at is not null then
    raise exception 'this report is signed off already' using errcode = 'restrict_violation';
  end if;
  select * into last from duty_run where period_id = new.id order by created_at desc, id desc limit 1;
  is_maker := coalesce(last.created_by_id = new.signed_off_by_id, lower(last.created_by) = lower(new.signed_off_by));
  if last.id is null or is_maker
    or exists (select from duty_rejection where run_id = last.id) then
    raise exception 'another person signs a report off than the one who made its last file, of which no line was rejected'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger duty_period_sign_off before update on duty_period for each row execute function check_duty_sign_off();
