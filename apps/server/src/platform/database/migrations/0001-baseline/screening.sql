-- Lists of persons whom the lender must not deal with, and the borrowers who were compared with them.

-- Similarity of names by their groups of three letters. A trusted extension: the owner of a database may create it.
create extension if not exists pg_trgm schema public;

-- Imports of lists. The latest import of a list is in force until another one supersedes it.
create table screening_list (
  id bigint primary key,
  list text not null check (list in ('un', 'amlc', 'ofac', 'own')),
  -- SHA-256 of the imported file.
  sha256 bytea not null,
  entries bigint not null check (entries >= 0),
  -- Entries that the former import does not have, and those of it that this one does not have.
  added bigint not null check (added >= 0),
  removed bigint not null check (removed >= 0),
  imported_at timestamptz not null,
  superseded_at timestamptz
);
create unique index screening_list_in_force on screening_list (list) where superseded_at is null;
create trigger screening_list_audit after insert or update on screening_list
  for each row execute function write_audit('id', 'superseded_at');
create trigger screening_list_audit_all after truncate on screening_list execute function write_audit();
grant select on screening_list to hiram_app;

-- The newest import of any list, 0 if there was none. None comes into force until the transaction ends.
create function hold_screening_lists() returns bigint language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('screening lists', 0));
  return (select coalesce(max(id), 0) from screening_list);
end $$;

-- The names on the lists in force, one partition an import, which the import makes and a later one drops. A person with several
-- names has a row for each.
create table screening_entry (
  list_id bigint not null,
  -- The person's id on the list.
  reference text not null,
  name text not null,
  -- The words of the name without accents, case and particles.
  folded text not null,
  -- The years of birth that the list gives; empty: none.
  birth_years smallint[] not null,
  -- A hash of list, reference, name and years: the same entry has it in every import.
  digest bytea not null,
  -- The first import that has the entry. A borrower who was compared with that import is not compared with the entry again.
  added_in bigint not null
) partition by list (list_id);
-- Holds what a backup brought back; the imports have partitions of their own.
create table screening_entry_other partition of screening_entry default;
create index screening_entry_folded on screening_entry using gin (folded "public".gin_trgm_ops);
create index screening_entry_added on screening_entry (added_in);
grant select on screening_entry to hiram_app;

-- The last screening of a borrower.
create table screening (
  borrower_id uuid primary key references borrower,
  brand text not null,
  -- A keyed digest of the name and the birth date that were compared.
  person_digest bytea not null,
  -- The newest import that they were compared with; 0: there was none.
  version bigint not null check (version >= 0),
  -- A keyed digest of the application, name and birth date about which the lender's screening service answered; null: none.
  service_digest bytea,
  screened_at timestamptz not null
);
create index screening_stale on screening (brand, version, borrower_id);
grant select, insert, delete, update (person_digest, version, screened_at, service_digest) on screening to hiram_app;

-- Entries that may be a borrower. A person decides each; what was cleared is not asked again for the same entry and name.
create table screening_hit (
  borrower_id uuid not null references borrower,
  id uuid not null unique,
  brand text not null,
  -- `outside`: reported by the lender's screening service.
  list text not null check (list in ('un', 'amlc', 'ofac', 'own', 'outside')),
  -- As they stood on the list.
  reference text not null,
  name text not null,
  birth_years smallint[] not null,
  entry_digest bytea not null,
  person_digest bytea not null,
  -- Similarity of the names in thousandths.
  likeness integer not null check (likeness between 0 and 1000),
  state text not null default 'open' check (state in ('open', 'cleared', 'confirmed', 'left')),
  found_at timestamptz not null,
  -- `left`: the entry left its list undecided. Others are decided by an approval, with its reason.
  decided_at timestamptz,
  reason text,
  approval_id uuid references approval,
  -- The case of a confirmed hit: the day by which the authority is told, and when it was, under which reference.
  report_by date,
  reported_at timestamptz,
  report_reference text check (report_reference <> ''),
  report_approval_id uuid references approval,
  primary key (borrower_id, id),
  unique (borrower_id, entry_digest, person_digest),
  check ((state = 'open') = (decided_at is null)),
  check ((state in ('cleared', 'confirmed')) = (approval_id is not null)),
  check ((state in ('cleared', 'confirmed')) = (reason is not null)),
  check ((state = 'confirmed') = (report_by is not null)),
  check ((reported_at is null) = (report_reference is null) and (reported_at is null) = (report_approval_id is null)),
  check (reported_at is null or state = 'confirmed')
);
create index screening_hit_open on screening_hit (brand, found_at, id) where state = 'open';
create index screening_hit_confirmed on screening_hit (brand, report_by, id) where state = 'confirmed';
create trigger screening_hit_audit after insert or update or delete on screening_hit
  for each row execute function write_audit('id', 'state', 'reported_at');
create trigger screening_hit_audit_all after truncate on screening_hit execute function write_audit();
grant select, insert, update (state, decided_at, reason, approval_id, report_by, reported_at, report_reference,
  report_approval_id) on screening_hit to hiram_app;

-- A hit begins as open. It is cleared or confirmed by an approval of exactly that, and confirmed by two persons alone; it ends
-- undecided when its entry is on no list in force any more. What was decided stays.
create function check_decided_hit() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' and moved_now() is distinct from new.borrower_id then
      raise exception 'a hit begins as open' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if new.reported_at is distinct from old.reported_at
    and not (old.reported_at is null and is_approved(new.report_approval_id, '{screening.report}', new.brand, new.id::text)) then
    raise exception 'a case is closed by an approval alone' using errcode = 'restrict_violation';
  end if;
  if old.state = 'open' and new.state = 'left' and (old.list = 'outside' or exists (
    select from screening_entry entry
    join screening_list list on list.id = entry.list_id and list.superseded_at is null
    where list.list = old.list and entry.digest = old.entry_digest
  )) then
    raise exception 'the entry of hit % is on its list', old.id using errcode = 'restrict_violation';
  end if;
  if new.state = old.state or old.state = 'open' and new.state = 'left' or old.state = 'left' and new.state = 'open'
    or old.state in ('open', 'left') and new.state in ('cleared', 'confirmed') and is_approved(
      new.approval_id, array[case new.state when 'cleared' then 'screening.clear' else 'screening.confirm' end], new.brand, new.id::text)
      and (new.state = 'cleared' or exists (select from approval where id = new.approval_id and approved_by is not null)) then
    return new;
  end if;
  raise exception 'a hit is decided by an approval alone' using errcode = 'restrict_violation';
end $$;
create trigger screening_hit_decided before insert or update on screening_hit
  for each row execute function check_decided_hit();

-- `unscreened`: never, not with the lists in force, or not with the details that the borrower has saved since.
create function screening_state(p_borrower uuid) returns text language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from screening_hit where borrower_id = p_borrower and state = 'confirmed') then
    return 'confirmed';
  end if;
  if exists (select from screening_hit where borrower_id = p_borrower and state = 'open') then
    return 'possible';
  end if;
  if exists (
    select from screening where borrower_id = p_borrower
      and version >= (select coalesce(max(id), 0) from screening_list)
      and screened_at >= all (select updated_at from borrower_profile where borrower_id = p_borrower)
  ) then
    return 'clear';
  end if;
  return 'unscreened';
end $$;

-- Nobody is paid, and no payout is handed over, before its borrower was compared with the lists in force and every hit cleared.
create function check_payout_person() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  found_state text := screening_state(new.borrower_id);
begin
  if found_state <> 'clear' and moved_now() is distinct from new.borrower_id then
    raise exception 'no payout to a borrower whose screening is %', found_state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_person before insert on payout for each row execute function check_payout_person();
create trigger payout_person_claimed before update of sending_until on payout
  for each row when (new.sending_until is not null) execute function check_payout_person();
