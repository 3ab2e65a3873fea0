-- Views of lists that people save, and the columns that they chose.

create table list_view (
  id uuid primary key,
  list text not null,
  -- '*': all brands were looked at when it was saved.
  brand text not null,
  staff_id uuid not null references staff,
  name text not null check (name ~ '\S' and char_length(name) <= 60),
  -- Filters and order as in the address: no personal value.
  query text not null check (char_length(query) <= 1000),
  -- Whether the team sees it too.
  is_shared boolean not null,
  saved_at timestamptz not null,
  unique (staff_id, list, brand, name)
);
create index list_view_shared on list_view (list, brand) where is_shared;
grant select, insert, delete on list_view to hiram_app;

create table list_columns (
  staff_id uuid not null references staff,
  list text not null,
  columns text[] not null,
  primary key (staff_id, list)
);
grant select, insert, delete on list_columns to hiram_app;
