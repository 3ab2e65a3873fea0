create table sms (
  id uuid primary key,
  brand text not null,
  phone text not null,
  purpose text not null,
  body_encrypted bytea not null,
  -- Read aloud in a call instead of sent as a text.
  voice boolean not null default false,
  state text not null check (state in ('queued', 'sent', 'failed')),
  created_at timestamptz not null,
  sent_at timestamptz
);
create index sms_phone on sms (phone, created_at desc);
create index sms_unsent on sms (created_at) where state <> 'sent';
create index sms_age on sms (created_at);
grant select, insert, delete, update (state, sent_at) on sms to hiram_app;
