-- The first answer to a request with an idempotency key, for its repeats.
create table idempotency (
  borrower_id uuid not null references borrower,
  call text not null,
  key text not null,
  
  -- Keyed digest of the request that first used the key.
  body_digest bytea not null,
  state text not null check (state in ('running', 'done')),
  http_status integer,
  answer jsonb,
  created_at timestamptz not null,
  primary key (borrower_id, call, key)
);
create index idempotency_age on idempotency (created_at);
grant select, insert, delete, update (state, http_status, answer) on idempotency to hiram_app;
