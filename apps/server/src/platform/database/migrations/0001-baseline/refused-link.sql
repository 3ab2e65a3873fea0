-- Links to foreign hosts that a page did not follow.
create table refused_link (
  id uuid primary key,
  brand text not null,
  borrower_id uuid references borrower,
  host text not null,
  seen_at timestamptz not null
);
create index refused_link_age on refused_link (seen_at);
grant select, insert, delete on refused_link to hiram_app;
