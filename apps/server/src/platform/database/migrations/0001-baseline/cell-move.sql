-- Borrowers who left for another cell or came from one. The owner's login alone writes here, so the server's cannot feign a move.

-- Notes the transaction at the table: on Citus the caller's is another one, which a default would take.
create function note_transaction() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.transaction_id := pg_current_xact_id();
  return new;
end $$;

create table cell_move (
  -- The same in both cells.
  id uuid primary key,
  borrower_id uuid not null,
  direction text not null check (direction in ('out', 'in')),
  other_cell smallint not null check (other_cell >= 0),
  -- A hash of the rows that moved; null until they are read, in the same transaction.
  sha256 bytea check (length(sha256) = 32),
  -- What left, until it has arrived.
  parcel text check (parcel is null or direction = 'out'),
  -- In whose course the borrower's rows may go and come.
  transaction_id xid8 not null,
  moved_at timestamptz not null default clock_timestamp()
);
create index cell_move_borrower on cell_move (borrower_id);
create index cell_move_under_way on cell_move (moved_at) where parcel is not null;
create trigger cell_move_noted before insert on cell_move for each row execute function note_transaction();
create trigger cell_move_no_truncate before truncate on cell_move execute function refuse_change();
grant select on cell_move to hiram_app;

create function refuse_change_of_move() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (new.parcel is null and to_jsonb(new) - 'parcel' = to_jsonb(old) - 'parcel')
      or (old.sha256 is null and old.transaction_id = pg_current_xact_id()) then
      return new;
    end if;
  end if;
  raise exception 'cell_move is append-only' using errcode = 'restrict_violation';
end $$;
create trigger cell_move_append_only before update or delete on cell_move
  for each row execute function refuse_change_of_move();

-- Ids, hashes of tokens and codes by which a request may still ask this cell for a borrower who left.
create table moved_mark (
  value text primary key,
  borrower_id uuid not null,
  move_id uuid not null references cell_move
);
create index moved_mark_borrower on moved_mark (borrower_id);
grant select on moved_mark to hiram_app;

-- The borrower whom this transaction moves; null: it moves nobody. A setting names them, and a move of this
-- transaction must exist.
create function moved_now() returns uuid language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
declare
  named text := nullif(current_setting('hiram.moves', true), '');
begin
  -- The server's login can set it too.
  if named is null or session_user = 'hiram_app' then
    return null;
  end if;
  return (select borrower_id from cell_move
    where borrower_id = named::uuid and transaction_id = pg_current_xact_id_if_assigned() limit 1);
end $$;

-- Whether a row that is deleted goes to another cell with its borrower. What was recorded of them by others stays.
create function moves_away(p_table text, p_row jsonb) returns boolean language plpgsql stable
set search_path = pg_catalog, public, pg_temp as $$
declare
  moving uuid := moved_now();
begin
  return moving is not null and p_table not in ('audit_entry', 'staff_read', 'feed_event') and moving = coalesce(
    (p_row ->> 'borrower_id')::uuid,
    (select borrower_id from loan_order where id = (p_row ->> 'order_id')::uuid),
    (select borrower_id from payout where id = (p_row ->> 'payout_id')::uuid));
end $$;
