-- What a credit bureau was asked about an applicant, and what it answered.
create table bureau_report (
  borrower_id uuid not null references borrower,
  -- Our reference with the bureau: a repetition has the same, so that it bills once.
  id uuid not null unique,
  brand text not null,
  -- The application for which it was asked.
  order_id uuid not null,
  -- A keyed digest of the name and the birth date that it was asked about.
  person_digest bytea not null,
  asked_at timestamptz not null,
  asked_on date not null,
  -- Null: not answered yet.
  answered_at timestamptz,
  encrypted bytea,
  bureau_reference text,
  -- Cents that the bureau bills.
  price bigint check (price >= 0),
  primary key (borrower_id, id),
  check ((answered_at is null) = (encrypted is null) and (answered_at is null) = (bureau_reference is null)),
  check ((answered_at is null) = (price is null))
);
create unique index bureau_report_order on bureau_report (order_id, person_digest);
create index bureau_report_age on bureau_report (brand, asked_at);
grant select, insert, delete, update (answered_at, encrypted, bureau_reference, price) on bureau_report to hiram_app;

-- What a bureau answered once stays: a later answer to the same question that says something else changes nothing. The owner may
-- only encrypt it with another key.
create function check_bureau_answer() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.answered_at is not null and (
    (new.answered_at, new.bureau_reference, new.price) is distinct from (old.answered_at, old.bureau_reference, old.price)
    or current_user = 'hiram_app' and new.encrypted is distinct from old.encrypted
  ) then
    raise exception 'the report % was answered', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger bureau_report_answered before update on bureau_report
  for each row execute function check_bureau_answer();
