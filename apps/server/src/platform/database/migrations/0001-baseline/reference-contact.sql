create table reference_contact (
  borrower_id uuid not null references borrower,
  id uuid not null,
  -- Three places, each taken once, so that concurrent requests cannot add a fourth contact.
  place smallint not null check (place between 1 and 3),
  name_encrypted bytea not null,
  phone_encrypted bytea not null,
  phone_digest bytea not null,
  relation text not null check (relation in ('family', 'friend', 'colleague', 'other')),
  created_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, place),
  unique (borrower_id, phone_digest)
);
grant select, insert, delete on reference_contact to hiram_app;
