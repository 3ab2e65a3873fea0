-- Credit policies of the brands, by version. The version that decides is the one whose `effective_at` passed last, so every
-- server changes at the same moment of the database; `state` says so afterwards.
create table decision_policy (
  id uuid primary key,
  brand text not null,
  version integer not null check (version > 0),
  -- As @hiram/decision reads it, and SHA-256 of its canonical JSON.
  body jsonb not null,
  sha256 bytea not null check (length(sha256) = 32),
  state text not null check (state in ('draft', 'checked', 'granted', 'active', 'superseded')),
  -- Why it was made.
  note text not null default '' check (length(note) <= 500),
  created_at timestamptz not null,
  -- Null: the version of the brand's file, or an operator's.
  created_by uuid references staff,
  checked_at timestamptz,
  checked_by uuid references staff,
  effective_at timestamptz,
  approval_id uuid references approval,
  unique (brand, version),
  check ((state in ('granted', 'active', 'superseded')) = (effective_at is not null))
);
create unique index decision_policy_granted on decision_policy (brand) where state = 'granted';
create index decision_policy_effective on decision_policy (brand, effective_at desc) where effective_at is not null;
create trigger decision_policy_audit after insert or update on decision_policy
  for each row execute function write_audit('id', 'state', 'sha256', 'effective_at');
create trigger decision_policy_audit_all after truncate on decision_policy execute function write_audit();
create trigger decision_policy_no_delete before delete on decision_policy
  for each row execute function refuse_deletion();
grant select, insert, update (body, sha256, note, state, checked_at, checked_by, effective_at, approval_id)
  on decision_policy to hiram_app;

-- A version changes as a draft alone. It takes effect by an approval of two persons; the first of a brand comes from its file.
create function check_decision_policy() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if is_copying() then
    return new;
  end if;
  if tg_op = 'INSERT' then
    if new.state = 'draft' or (new.state = 'active' and new.version = 1 and new.created_by is null
      and not exists (select from decision_policy where brand = new.brand and version > 1)) then
      return new;
    end if;
    raise exception 'a credit policy begins as a draft' using errcode = 'restrict_violation';
  end if;
  if old.state <> 'draft' and (new.body, new.sha256, new.note) is distinct from (old.body, old.sha256, old.note) then
    raise exception 'a checked credit policy is not changed' using errcode = 'restrict_violation';
  end if;
  if old.effective_at is not null and new.effective_at is distinct from old.effective_at then
    raise exception 'the moment of a credit policy is not changed' using errcode = 'restrict_violation';
  end if;
  if new.state = old.state or (old.state, new.state) in (('draft', 'checked'), ('active', 'superseded')) then
    return new;
  end if;
  if (old.state, new.state) = ('granted', 'active') and new.effective_at <= now() then
    return new;
  end if;
  if (old.state, new.state) = ('checked', 'granted') and new.effective_at >= now() and exists (
    select from approval where id = new.approval_id and state = 'done' and action = 'policy.activate'
      and approved_by is not null and brand = new.brand and subject_id = new.id::text
  ) then
    return new;
  end if;
  raise exception 'a credit policy does not move from % to % without two persons', old.state, new.state
    using errcode = 'restrict_violation';
end $$;
create trigger decision_policy_checked before insert or update on decision_policy
  for each row execute function check_decision_policy();

-- What applications were decided with. The same facts and version give the same result, byte for byte.
create table decision_run (
  borrower_id uuid not null references borrower,
  id uuid not null,
  brand text not null,
  order_id uuid not null,
  policy_version integer not null,
  -- `shadow`: by a checked version that decides nothing.
  kind text not null check (kind in ('active', 'shadow')),
  -- The facts, what was asked for and what could be offered.
  facts_encrypted bytea not null,
  -- A keyed digest of them.
  facts_digest bytea not null,
  -- Canonical JSON of the result, without the values of facts.
  result text not null,
  at timestamptz not null,
  primary key (borrower_id, id),
  foreign key (borrower_id, order_id) references loan_order (borrower_id, id),
  foreign key (brand, policy_version) references decision_policy (brand, version)
);
create index decision_run_order on decision_run (borrower_id, order_id, id);
create index decision_run_recent on decision_run (brand, kind, id);
create trigger decision_run_audit after insert or delete on decision_run for each row execute function write_audit('id');
create trigger decision_run_audit_all after truncate on decision_run execute function write_audit();
grant select, insert on decision_run to hiram_app;

-- Nobody changes a run; the owner may only encrypt its facts with another key.
create function refuse_change_of_run() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'facts_encrypted' = to_jsonb(old) - 'facts_encrypted' then
    return new;
  end if;
  if tg_op = 'DELETE' then
    if public.moves_away(public.table_of(tg_table_name), to_jsonb(old)) then
      return old;
    end if;
  end if;
  raise exception 'decision_run is append-only' using errcode = 'restrict_violation';
end $$;
create trigger decision_run_append_only before update or delete on decision_run
  for each row execute function refuse_change_of_run();
create trigger decision_run_no_truncate before truncate on decision_run execute function refuse_change();
