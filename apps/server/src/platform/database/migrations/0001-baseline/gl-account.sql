-- The general ledger's accounts by brand. The chart is data: a brand's accounts.json, or the shipped one. What an account is does
-- not change; its name, its parent and the lender's own code may.
create table gl_account (
  brand text not null,
  code text not null check (code ~ '^[A-Za-z0-9][A-Za-z0-9.-]{0,19}$'),
  name text not null check (name <> ''),
  type text not null check (type in ('asset', 'liability', 'equity', 'income', 'expense')),
  -- ISO 4217.
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  parent text,
  -- The account in the lender's own system.
  external_code text,
  primary key (brand, code),
  unique (brand, code, currency),
  foreign key (brand, parent) references gl_account
);
create trigger gl_account_audit after insert or update on gl_account
  for each row execute function write_audit('code', 'name', 'parent', 'external_code');
create trigger gl_account_no_delete before delete on gl_account for each row execute function refuse_deletion();
create trigger gl_account_no_truncate before truncate on gl_account execute function refuse_change();
grant select, insert, update (name, parent, external_code) on gl_account to hiram_app;

create function refuse_other_account() returns trigger language plpgsql as $$
begin
  if (new.brand, new.code, new.type, new.currency) is distinct from (old.brand, old.code, old.type, old.currency) then
    raise exception 'the account % keeps its code, type and currency', old.code using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger gl_account_kept before update on gl_account for each row execute function refuse_other_account();

-- How far the books of a brand are posted. Its row is the lock of everything that posts or closes.
create table gl_book (
  brand text primary key,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The number of the last journal; the trigger of gl_journal counts.
  last_number bigint not null default 0,
  -- Daily runs that were posted. What another run prepared meanwhile is worth nothing.
  runs bigint not null default 0,
  -- The last day that was posted, and when its run began to read.
  posted_through date,
  read_from timestamptz,
  -- The loss rates with which accruals are computed ahead: other ones make the next run compute every loan.
  loss_rates text
);
create trigger gl_book_no_delete before delete on gl_book for each row execute function refuse_deletion();
create trigger gl_book_no_truncate before truncate on gl_book execute function refuse_change();
grant select on gl_book to hiram_app;

-- Opens the books of a brand once.
create function open_gl_book(p_brand text, p_currency text) returns void
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.gl_book (brand, currency) values (p_brand, p_currency) on conflict (brand) do nothing
$$;

-- Waits for everything that posts or closes until the transaction ends.
create function lock_gl_book(p_brand text) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from public.gl_book where brand = p_brand for update;
end $$;
revoke all on function open_gl_book, lock_gl_book from public;
grant execute on function open_gl_book, lock_gl_book to hiram_app;
