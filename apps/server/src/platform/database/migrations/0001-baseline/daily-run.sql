-- Which of a day's works are done, so that one of several servers does each.
create table daily_run (
  name text not null,
  brand text not null,
  day date not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  counts jsonb,
  primary key (name, brand, day)
);
create trigger daily_run_audit after update on daily_run for each row execute function write_audit('name', 'finished_at');
grant select, insert, update (started_at, finished_at, counts) on daily_run to hiram_app;
