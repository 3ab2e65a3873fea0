-- Who of the staff looked at which data of a borrower, and why. Written in the transaction that answers.
create table staff_read (
  id uuid primary key,
  staff_id uuid not null references staff,
  borrower_id uuid references borrower,
  -- The borrowers of a page of a list; null: the read is of one borrower or of none.
  borrower_ids uuid[],
  subject text not null,
  subject_id text not null,
  field text not null,
  -- Whether it was opened from its encryption: these are limited by the hour.
  encrypted boolean not null default true,
  -- How many encrypted fields were opened: all those of an export.
  fields integer not null default 1 check (fields > 0),
  -- A second person's approval of an export beyond those of a day; used once.
  approval_id uuid unique references approval,
  reason text not null check (is_reason(reason)),
  at timestamptz not null
);
create index staff_read_staff on staff_read (staff_id, at);
create index staff_read_subject on staff_read (subject_id, at);
create index staff_read_borrower on staff_read (borrower_id, at);
create index staff_read_borrowers on staff_read using gin (borrower_ids) where borrower_ids is not null;
create index staff_read_at on staff_read (at);
create trigger staff_read_append_only before update or delete on staff_read for each row execute function refuse_change();
create trigger staff_read_no_truncate before truncate on staff_read execute function refuse_change();
grant select, insert on staff_read to hiram_app;

-- A person exports five borrowers within 24 hours alone, and each further one by an approval of two persons.
create function check_export() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.approval_id is not null then
    perform from approval where id = new.approval_id and state = 'done' and approved_by is not null
      and action = 'borrower.export' and requested_by = new.staff_id and subject_id = new.borrower_id::text;
    if not found then
      raise exception 'two persons approve this export' using errcode = 'restrict_violation';
    end if;
  elsif (
    select count(*) from staff_read where staff_id = new.staff_id and field = 'everything' and approval_id is null
      and at > staff_moment(new.at) - interval '24 hours'
  ) >= 5 then
    raise exception 'a further export needs a second person' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger staff_read_export_checked before insert on staff_read
  for each row when (new.field = 'everything') execute function check_export();
