-- Each message that a webhook accepted, once by the provider's id.
create table provider_message (
  provider text not null,
  message_id text not null,
  received_at timestamptz not null,
  body jsonb not null,
  outcome text not null,
  detail text,
  -- How often it arrived, and when last if more than once.
  times integer not null default 1,
  last_at timestamptz,
  -- When an operator resolved what the message left open, and the note.
  settled_at timestamptz,
  settled_note text,
  approval_id uuid references approval,
  primary key (provider, message_id)
);
create index provider_message_waiting on provider_message (received_at)
  where outcome in ('unknown', 'contradicted') and settled_at is null;
create index provider_message_alone on provider_message (message_id);
create index provider_message_reversal on provider_message (provider, (body ->> 'paymentId'))
  where body ->> 'kind' = 'reversal';
create trigger provider_message_audit after update on provider_message
  for each row execute function write_audit('message_id', 'settled_at');
create trigger provider_message_decided before update of settled_at on provider_message
  for each row when (old.settled_at is null and new.settled_at is not null) execute function check_decided_by_hand();
grant select, insert, update (outcome, detail, settled_at, settled_note, approval_id, times, last_at)
  on provider_message to hiram_app;

-- Messages that a webhook rejected or deferred, counted by the hour and reason, so that forged ones cannot fill a disk.
create table rejected_message (
  provider text not null,
  hour timestamptz not null,
  reason text not null check (reason in ('forged', 'malformed', 'deferred')),
  times bigint not null check (times > 0),
  last_at timestamptz not null,
  
  -- Keyed digest of the last body, which may contain an account's number.
  last_digest bytea not null,
  primary key (provider, hour, reason)
);
grant select, insert, update (times, last_at, last_digest) on rejected_message to hiram_app;
