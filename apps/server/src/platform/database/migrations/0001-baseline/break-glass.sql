-- Decisions about money from the shell, for an emergency in which the console cannot be used. Two named persons stand for each.
create table break_glass (
  -- The decision: one run of a command.
  id uuid primary key,
  -- The row that was decided on.
  subject text not null check (subject in ('loan_event', 'payment', 'utr_submission', 'provider_message', 'review', 'staff')),
  subject_id text not null,
  order_id uuid references loan_order (id),
  decided_by text not null check (decided_by <> ''),
  seconded_by text not null check (seconded_by <> '' and lower(seconded_by) <> lower(decided_by)),
  at timestamptz not null default now()
);
create index break_glass_at on break_glass (at);
create trigger break_glass_append_only before update or delete on break_glass for each row execute function refuse_change();
create trigger break_glass_no_truncate before truncate on break_glass execute function refuse_change();
create trigger break_glass_audit after insert on break_glass for each row execute function write_audit('id', 'subject', 'subject_id');
grant select on break_glass to hiram_app;

-- Whether the owner's login decides, which an operator's command uses in an emergency. It must name two persons in the setting
-- hiram.break_glass; the decision is recorded once. False for the server's login, which needs an approval.
create function is_break_glass(p_subject text, p_subject_id text, p_order uuid) returns boolean language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  named jsonb := nullif(current_setting('hiram.break_glass', true), '')::jsonb;
begin
  if current_user = 'hiram_app' then
    return false;
  end if;
  if coalesce(trim(named ->> 'by'), '') = '' or coalesce(trim(named ->> 'second'), '') = '' then
    raise exception 'a decision by hand needs two named persons' using errcode = 'restrict_violation';
  end if;
  insert into break_glass (id, subject, subject_id, order_id, decided_by, seconded_by)
    values ((named ->> 'id')::uuid, p_subject, p_subject_id, p_order, trim(named ->> 'by'), trim(named ->> 'second'))
    on conflict (id) do nothing;
  return true;
end $$;
