-- The funnel desk: what came of the visitors of landing pages, and sources that are paused.

insert into role_right (role, "right") values
  ('controller', 'funnel.pause'),
  ('controller', 'funnel.read'),
  ('marketer', 'funnel.pause'),
  ('marketer', 'funnel.read'),
  ('risk', 'funnel.read');

insert into authority (role, action, brand, second_person_from) values
  ('controller', 'funnel.pause', '*', null),
  ('marketer', 'funnel.pause', '*', null);

-- Sources of visitors who get no code. One without an end is in force on every server.
create table source_pause (
  id uuid primary key,
  brand text not null,
  -- As in the advertisement's link; empty: visitors without a source.
  user_from text not null,
  paused_at timestamptz not null,
  -- The approval by which it was paused, and the one by which it was resumed.
  approval_id uuid not null references approval,
  resumed_at timestamptz,
  resume_approval_id uuid references approval,
  check ((resumed_at is null) = (resume_approval_id is null))
);
create unique index source_pause_open on source_pause (brand, user_from) where resumed_at is null;
create trigger source_pause_audit after insert or update on source_pause
  for each row execute function write_audit('id', 'resumed_at');
create trigger source_pause_audit_all after truncate on source_pause execute function write_audit();
create trigger source_pause_kept before delete on source_pause for each row execute function refuse_deletion();
grant select, insert on source_pause to hiram_app;

-- The funnel of a range of days, and the visitors of the last hour.
create index promotion_event_day on promotion_event (brand, day);
create index visitor_brand on visitor (brand, created_at);
