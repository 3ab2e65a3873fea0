-- The decision desk: applications and payouts that wait for a person.

insert into role_right (role, "right") values
  ('controller', 'decision.read'),
  ('controller', 'decision.grant'),
  ('reviewer', 'decision.read'),
  ('reviewer', 'decision.readField'),
  ('reviewer', 'decision.decide');

-- Amounts are cents of each brand's currency: a brand with another one has rows of its own.
insert into authority (role, action, brand, second_person_from) values
  ('reviewer', 'decision.approve', '*', 2000000),
  ('reviewer', 'decision.release', '*', 1000000),
  ('reviewer', 'decision.refuse', '*', null),
  ('reviewer', 'decision.ask', '*', null);

-- The same name and birth date at another borrower is shown beside a decision.
alter table identity_mark drop constraint identity_mark_kind_check;
alter table identity_mark add constraint identity_mark_kind_check
  check (kind in ('document', 'account', 'device', 'person'));

alter table review
  -- By which approval a member of staff decided it; null: an operator's command, or the end of a hold.
  add column approval_id uuid references approval,
  -- What the borrower was asked to correct while the application waits, and when they next saved their details.
  add column asked text[] check (cardinality(asked) between 1 and 4),
  add column asked_at timestamptz,
  add column answered_at timestamptz,
  add check ((asked is null) = (asked_at is null)),
  add check (answered_at is null or asked_at is not null);

-- The list of what waits, the promise that is broken first at its top.
create index task_decision on task (due_at, id) where closed_at is null and kind in ('application', 'payout');

-- The server's login decides a review by an approval of exactly this review and decision alone; an operator's command needs two
-- named persons. A payout that waits for a replaced account alone is released when its hold has ended.
create function check_decided_review() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.state = old.state or new.state in ('waiting', 'cancelled')
    or (new.state = 'released' and old.reasons <@ array['accountChanged'] and old.hold_until <= now())
    or is_break_glass('review', new.id::text, new.order_id)
    -- The sandbox's own buttons need no approval, its staff does.
    or ((new.approval_id is not null or coalesce(current_setting('hiram.actor', true), '') !~ '(^| )staff ')
      and is_decided(new.approval_id, case new.state
        when 'approved' then 'decision.approve' when 'released' then 'decision.release'
        when 'refused' then 'decision.refuse' else 'decision.ask' end, 'review', new.id::text)) then
    return new;
  end if;
  raise exception 'a review is decided by an approval alone' using errcode = 'restrict_violation';
end $$;
create trigger review_decided before update on review for each row execute function check_decided_review();
