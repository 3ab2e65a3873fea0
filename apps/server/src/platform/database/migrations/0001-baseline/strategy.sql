-- Which message a borrower is sent on which day before or after a due date, by brand and version. One version
-- of a brand is active.
create table strategy (
  id uuid primary key,
  brand text not null,
  version integer not null check (version > 0),
  steps jsonb not null,
  state text not null check (state in ('draft', 'active', 'superseded')),
  -- Why it was made.
  note text not null default '' check (length(note) <= 500),
  created_at timestamptz not null,
  -- Null: the version of the brand's file.
  created_by uuid references staff,
  effective_at timestamptz,
  approval_id uuid references approval,
  unique (brand, version),
  check ((state = 'draft') = (effective_at is null))
);
create unique index strategy_active on strategy (brand) where state = 'active';
create trigger strategy_audit after insert or update on strategy
  for each row execute function write_audit('id', 'state', 'steps', 'effective_at');
create trigger strategy_audit_all after truncate on strategy execute function write_audit();
create trigger strategy_no_delete before delete on strategy for each row execute function refuse_deletion();
grant select, insert, update (steps, note, state, effective_at, approval_id) on strategy to hiram_app;

-- A version changes as a draft alone, and takes effect by an approval of two persons; the first of a brand comes from its file.
create function check_strategy() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if is_copying() then
    return new;
  end if;
  if tg_op = 'INSERT' then
    if new.state = 'draft' or (new.state = 'active' and new.version = 1 and new.created_by is null
      and not exists (select from strategy where brand = new.brand)) then
      return new;
    end if;
    raise exception 'a strategy begins as a draft' using errcode = 'restrict_violation';
  end if;
  if old.state <> 'draft' and (new.steps, new.note, new.effective_at) is distinct from (old.steps, old.note, old.effective_at) then
    raise exception 'a strategy that was active is not changed' using errcode = 'restrict_violation';
  end if;
  if new.state = old.state or (old.state, new.state) = ('active', 'superseded') then
    return new;
  end if;
  if (old.state, new.state) = ('draft', 'active') and new.steps = old.steps and exists (
    select from approval where id = new.approval_id and state = 'done' and action = 'strategy.activate'
      and approved_by is not null and brand = new.brand and subject_id = new.id::text
  ) then
    return new;
  end if;
  raise exception 'a strategy does not move from % to % without two persons', old.state, new.state
    using errcode = 'restrict_violation';
end $$;
create trigger strategy_checked before insert or update on strategy for each row execute function check_strategy();
