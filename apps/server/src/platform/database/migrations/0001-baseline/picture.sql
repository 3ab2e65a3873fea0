create table picture (
  borrower_id uuid not null references borrower,
  id uuid not null,
  purpose text not null check (purpose in ('complaint', 'receipt', 'answer', 'identity')),
  -- The file's name: random, never the sender's.
  file text not null unique,
  -- The key that encrypts the file, of identity documents alone.
  key_encrypted bytea,
  -- The upload's idempotency key.
  upload_key text,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, upload_key),
  check ((purpose = 'identity') = (key_encrypted is not null))
);
create index picture_recent on picture (borrower_id, created_at);
create index picture_created on picture (created_at);
create index picture_identity on picture (created_at) where purpose = 'identity';
-- An unused picture can be deleted. Foreign keys keep one that was sent with a complaint or a transfer.
grant select, insert, delete on picture to hiram_app;
