-- Daily runs that were posted, for ever.
create table gl_run (
  brand text not null references gl_book,
  run bigint not null,
  posted_on date not null,
  -- The last day that was posted before it; null: none was.
  previous date check (previous <= posted_on),
  -- When it began to read.
  read_from timestamptz not null,
  posted_at timestamptz not null default now(),
  -- Loans that were left as they were, because they would differ from their own ledger.
  refused integer not null,
  primary key (brand, run)
);
create trigger gl_run_append_only before update or delete on gl_run for each row execute function refuse_change();
create trigger gl_run_no_truncate before truncate on gl_run execute function refuse_change();
grant select on gl_run to hiram_app;

-- Journals of the general ledger. Append-only for everyone; the trigger numbers them, without gaps in a brand.
create table gl_journal (
  id uuid primary key,
  brand text not null references gl_book,
  number bigint not null,
  posted_on date not null,
  -- The day that it belongs to, if what it says arrived after that day was posted.
  relates_to date check (relates_to < posted_on),
  kind text not null check (kind in ('accrual', 'allowance', 'money', 'loss', 'settlement', 'unidentified', 'manual', 'transfer')),
  -- The product's code, for journals of loans.
  product text,
  -- What it is made from, once: a run, a settlement, an approval, a move of a borrower.
  source text not null,
  -- The daily run that posted it; null: a settlement, or a journal by hand.
  run bigint,
  approval_id uuid references approval,
  -- What a person wrote about it.
  note text not null default '',
  created_at timestamptz not null default now(),
  unique (brand, number),
  unique (brand, source),
  foreign key (brand, run) references gl_run,
  check ((kind = 'manual') = (note <> ''))
);
create index gl_journal_day on gl_journal (brand, posted_on);
create index gl_journal_run on gl_journal (brand, run);
create trigger gl_journal_append_only before update or delete on gl_journal for each row execute function refuse_change();
create trigger gl_journal_no_truncate before truncate on gl_journal execute function refuse_change();
create trigger gl_journal_audit after insert on gl_journal
  for each row when (new.kind = 'manual') execute function write_audit('id');
grant select on gl_journal to hiram_app;

create function number_gl_journal() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
begin
  perform check_gl_period(new.brand, new.posted_on);
  update gl_book set last_number = last_number + 1 where brand = new.brand returning last_number into new.number;
  return new;
end $$;
create trigger gl_journal_numbered before insert on gl_journal for each row execute function number_gl_journal();
