-- Keyed digests of documents, accounts and devices: they show when two borrowers share one.
create table identity_mark (
  brand text not null,
  kind text not null check (kind in ('document', 'account', 'device', 'person')),
  digest bytea not null,
  borrower_id uuid not null references borrower,
  seen_at timestamptz not null,
  primary key (brand, kind, digest, borrower_id)
);
create index identity_mark_borrower on identity_mark (borrower_id);
grant select, insert, delete on identity_mark to hiram_app;

-- Keyed digests of blocked people's numbers and documents; they stay after an account is erased.
create table blocked_person (
  brand text not null,
  kind text not null check (kind in ('phone', 'document')),
  digest bytea not null,
  reason text not null,
  blocked_at timestamptz not null,
  primary key (brand, kind, digest)
);
create index blocked_person_age on blocked_person (blocked_at);
grant select, insert, delete, update (reason, blocked_at) on blocked_person to hiram_app;
