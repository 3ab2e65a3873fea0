-- The installation as a whole.

-- Whether this is a sandbox's database, and the newest migration that a server must know to work on it.
create table installation (
  singleton boolean primary key default true check (singleton),
  sandbox boolean not null,
  needed_migration text not null,
  -- Its number among the cells of the lender; 0 where there is one.
  cell smallint not null default 0 check (cell >= 0),
  created_at timestamptz not null default now()
);
grant select on installation to hiram_app;

-- The sandbox's business day may run ahead of the calendar, never behind it.
create table business_clock (
  singleton boolean primary key default true check (singleton),
  offset_days integer not null default 0 check (offset_days >= 0)
);
insert into business_clock default values;
grant select, update (offset_days) on business_clock to hiram_app;

-- A value that the data key encrypted: a server with another key notices at its start, before it serves a borrower.
create table key_check (
  singleton boolean primary key default true check (singleton),
  encrypted bytea not null
);
create trigger key_audit after update on key_check for each row execute function write_audit('singleton', 'encrypted');
grant select, insert on key_check to hiram_app;

-- The key of all identity digests, encrypted with the data key.
create table match_key (
  singleton boolean primary key default true check (singleton),
  encrypted bytea not null
);
grant select, insert on match_key to hiram_app;

-- Servers try here whether the database can still be written: a row that needs a page of its own, in a transaction that is
-- rolled back. The table is always empty.
create table write_probe (filler text storage plain not null);
grant select, insert on write_probe to hiram_app;
