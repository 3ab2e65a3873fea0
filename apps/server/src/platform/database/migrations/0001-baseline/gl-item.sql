-- What a line is made of: a part for each loan and component.
create table gl_item (
  -- The trigger below looks for it: once a statement, for a run inserts millions of rows.
  journal_id uuid not null,
  -- A loan, or a line of a bank's statement that no loan has.
  order_id uuid not null,
  component text not null,
  -- Cents, debit positive.
  amount bigint not null check (amount <> 0),
  primary key (journal_id, order_id, component)
);
create index gl_item_order on gl_item (order_id);
create trigger gl_item_append_only before update or delete on gl_item for each row execute function refuse_change();
create trigger gl_item_no_truncate before truncate on gl_item execute function refuse_change();
grant select on gl_item to hiram_app;

create function check_gl_items() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$
declare
  -- Read first: Citus joins no table with a trigger's fresh rows.
  journals uuid[] := array(select distinct journal_id from new_item);
begin
  if (select count(*) from gl_journal where id = any (journals)) < cardinality(journals) then
    raise exception 'an item is of a journal' using errcode = 'foreign_key_violation';
  end if;
  perform check_gl_period(month.brand, month.posted_on) from (
    select distinct journal.brand, journal.posted_on from gl_journal journal where journal.id = any (journals)
  ) month;
  return null;
end $$;
create trigger gl_item_checked after insert on gl_item referencing new table as new_item
  for each statement execute function check_gl_items();
