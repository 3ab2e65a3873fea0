-- Loans that borrowers save in the calculator. They need not exist.
create table saved_loan (
  borrower_id uuid not null references borrower,
  id uuid not null,
  -- Fifty places, each taken once, so that concurrent requests cannot save more.
  place smallint not null check (place between 1 and 50),
  name text not null check (name ~ '\S' and char_length(name) <= 40),
  -- Cents.
  principal bigint not null check (principal between 10000 and 10000000000),
  -- Millionths a year.
  rate integer not null check (rate between 0 and 10000000),
  -- Months.
  tenure smallint not null check (tenure between 1 and 360),
  start_date date not null,
  -- Cents a month.
  emi bigint not null check (emi > 0),
  created_at timestamptz not null,
  primary key (borrower_id, id),
  unique (borrower_id, place)
);
grant select, insert, delete on saved_loan to hiram_app;
