-- Brands whose borrowers are identified by a document before they are paid, as their files say.
create table identity_asked (
  brand text primary key,
  asked_since timestamptz not null
);
create trigger identity_asked_audit after insert or update or delete on identity_asked
  for each row execute function write_audit('brand');
create trigger identity_asked_audit_all after truncate on identity_asked execute function write_audit();
grant select, insert, delete on identity_asked to hiram_app;

-- Documents and selfies that borrowers sent, what the identity service said of them, and what a person decided.
create table identity_check (
  borrower_id uuid not null references borrower,
  -- Our reference with the service: a repetition has the same.
  id uuid not null unique,
  brand text not null,
  -- The kind of document.
  document text not null,
  -- `draft`: not sent yet. `open`: not answered yet. `superseded`: another one was sent after it.
  state text not null check (state in ('draft', 'open', 'verified', 'failed', 'unclear', 'superseded')),
  -- Null: not sent, not asked for, or deleted by age.
  front_id uuid,
  back_id uuid,
  selfie_id uuid,
  created_at timestamptz not null,
  submitted_at timestamptz,
  -- The service's first answer.
  answered_at timestamptz,
  answer text check (answer in ('verified', 'failed', 'unclear')),
  face text check (face in ('match', 'differs', 'unclear')),
  -- What it read: name, number, birth date, last day, lines for machines.
  read_encrypted bytea,
  -- In what that differs from the certified details.
  contradictions text[] not null default '{}',
  -- A keyed digest of the certified name and birth date with which it was compared, and when.
  person_digest bytea,
  compared_at timestamptz,
  -- A person decided: by which approval.
  decided_at timestamptz,
  approval_id uuid references approval,
  primary key (borrower_id, id),
  foreign key (borrower_id, front_id) references picture,
  foreign key (borrower_id, back_id) references picture,
  foreign key (borrower_id, selfie_id) references picture,
  check ((state = 'draft') = (submitted_at is null)),
  check ((answered_at is null) = (answer is null)),
  check ((decided_at is null) = (approval_id is null))
);
create unique index identity_check_draft on identity_check (borrower_id) where state = 'draft';
create unique index identity_check_current on identity_check (borrower_id) where state not in ('draft', 'superseded');
create index identity_check_age on identity_check (brand, created_at);
create trigger identity_check_audit after insert or update or delete on identity_check
  for each row execute function write_audit('id', 'state');
create trigger identity_check_audit_all after truncate on identity_check execute function write_audit();
grant select, insert, delete, update (document, state, front_id, back_id, selfie_id, submitted_at, answered_at,
  answer, face, read_encrypted, contradictions, person_digest, compared_at, decided_at, approval_id)
  on identity_check to hiram_app;

-- Nobody is verified but by an answer without a contradiction or by an approval of exactly that. A first answer stays.
create function check_identity_check() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if old.answered_at is not null and (new.answered_at, new.answer) is distinct from (old.answered_at, old.answer) then
      raise exception 'the identity check % was answered', old.id using errcode = 'restrict_violation';
    end if;
    if old.approval_id is not null and new.approval_id is null or old.state = 'superseded' and new.state <> old.state then
      raise exception 'the identity check % was decided', old.id using errcode = 'restrict_violation';
    end if;
  end if;
  if new.approval_id is null then
    if new.state = 'verified' and (new.answer is distinct from 'verified' or new.contradictions <> '{}') then
      raise exception 'an identity is verified by an answer without a contradiction, or by an approval'
        using errcode = 'restrict_violation';
    end if;
  elsif new.state <> 'superseded' and not is_approved(
    new.approval_id, array[case new.state when 'verified' then 'identity.confirm' else 'identity.fail' end], new.brand, new.id::text) then
    raise exception 'an identity is decided by an approval alone' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger identity_check_decided before insert or update on identity_check
  for each row execute function check_identity_check();

-- `notAsked`: by the brand. `none`: nothing was sent. `unclear`, also of a verified borrower who has saved other details since.
create function identity_state(p_borrower uuid) returns text language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select case
    when not exists (
      select from borrower join identity_asked on identity_asked.brand = borrower.brand where borrower.id = p_borrower)
    then 'notAsked'
    else coalesce((
      select case when state = 'verified' and not (compared_at >= all (
          select updated_at from borrower_profile
          where borrower_id = p_borrower and data_group in ('public', 'personal')) is true)
        then 'unclear' else state end
      from identity_check where borrower_id = p_borrower and state not in ('draft', 'superseded')), 'none')
  end
$$;

-- No payout is requested or handed over before its borrower is identified where the brand asks for it.
create function check_payout_identity() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  found_state text := identity_state(new.borrower_id);
begin
  if found_state not in ('notAsked', 'verified') and moved_now() is distinct from new.borrower_id then
    raise exception 'no payout to a borrower whose identity is %', found_state using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger payout_identity before insert on payout for each row execute function check_payout_identity();
create trigger payout_identity_claimed before update of sending_until on payout
  for each row when (new.sending_until is not null) execute function check_payout_identity();
