-- What was certified, encrypted, one row per group of fields. `revision` counts the saves, so that a form can tell whether
-- another one was faster.
create table borrower_profile (
  borrower_id uuid not null references borrower,
  data_group text not null check (data_group in ('public', 'personal', 'job', 'extra', 'bank')),
  encrypted bytea not null,
  revision integer not null default 1 check (revision > 0),
  updated_at timestamptz not null,
  -- The device that saved the group first. A later save from another device does not change it.
  device_id text,
  primary key (borrower_id, data_group)
);
create trigger profile_audit after insert or update or delete on borrower_profile
  for each row execute function write_audit('data_group', 'revision');
create trigger borrower_profile_audit_all after truncate on borrower_profile execute function write_audit();
grant select, insert, delete, update (encrypted, updated_at, revision) on borrower_profile to hiram_app;

-- Values that were typed and not submitted yet.
create table profile_draft (
  borrower_id uuid not null references borrower,
  data_group text not null check (data_group in ('public', 'personal', 'job', 'extra')),
  encrypted bytea not null,
  updated_at timestamptz not null,
  primary key (borrower_id, data_group)
);
create index profile_draft_age on profile_draft (updated_at);
grant select, insert, delete, update (encrypted, updated_at) on profile_draft to hiram_app;

-- Former values of a group: a decision must be explained by what was known when it was made.
create table profile_history (
  borrower_id uuid not null references borrower,
  id uuid not null,
  data_group text not null,
  revision integer not null,
  encrypted bytea not null,
  replaced_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, data_group, revision)
);
grant select, insert, delete on profile_history to hiram_app;
