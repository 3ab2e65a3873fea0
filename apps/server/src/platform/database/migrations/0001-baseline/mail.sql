-- Electronic mail, each to one recipient.
create table mail (
  id uuid primary key,
  -- Null: the lender's own, to its staff.
  brand text,
  recipient text not null,
  purpose text not null,
  subject text not null,
  body_encrypted bytea not null,
  state text not null check (state in ('queued', 'sent', 'rejected', 'expired')),
  created_at timestamptz not null,
  -- Later it is not sent any more: what it says has expired. Null: it is sent whenever it can be.
  send_before timestamptz,
  sent_at timestamptz,
  -- The answer of a server that refused it.
  refusal text
);
create index mail_age on mail (created_at);
grant select, insert, delete, update (state, sent_at, refusal) on mail to hiram_app;
