-- How often a caller did something in a window of time, rejected tries included. One atomic statement counts, so that the
-- limit holds for concurrent requests.
create table usage_count (
  brand text not null,
  kind text not null,
  -- A keyed digest of who is counted.
  subject bytea not null,
  window_start timestamptz not null,
  times integer not null check (times >= 0),
  primary key (brand, kind, subject, window_start)
);
create index usage_count_window on usage_count (brand, window_start);
grant select, insert, delete, update (times) on usage_count to hiram_app;
