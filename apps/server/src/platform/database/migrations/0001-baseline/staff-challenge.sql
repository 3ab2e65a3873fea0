-- Challenges of passkeys, and tickets of files: each is used once. The `nonce` of a file is what it is made of.
create table staff_challenge (
  challenge bytea primary key,
  purpose text not null check (purpose in ('signIn', 'unlock', 'register', 'approve', 'changeKeys', 'file', 'post')),
  staff_id uuid references staff,
  approval_id uuid references approval,
  nonce bytea,
  expires_at timestamptz not null
);
create index staff_challenge_age on staff_challenge (expires_at);
grant select, insert, delete on staff_challenge to hiram_app;
