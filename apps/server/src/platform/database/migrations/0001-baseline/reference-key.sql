-- Reference data of a lender with several cells: staff, roles, limits, policies, strategies, stops. Cell 0 is its home, where two
-- persons change it. Cell 0's database signs it, a server carries it, and another cell's database accepts what is signed alone.

-- The secret that the owners of the cells' databases share. `hiram cells add` writes it; the server's login may not read it.
create table reference_key (
  singleton boolean primary key default true check (singleton),
  secret bytea not null check (length(secret) = 32)
);

-- The moment of cell 0 whose reference data this cell has.
create table reference_copy (
  singleton boolean primary key default true check (singleton),
  version timestamptz not null
);
grant select on reference_copy to hiram_app;

-- The transaction that copies now. The server's login cannot write it.
create table reference_copying (transaction_id xid8 primary key);
create trigger reference_copying_noted before insert on reference_copying for each row execute function note_transaction();

create function is_copying() returns boolean language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from reference_copying where transaction_id = pg_current_xact_id_if_assigned())
$$;

-- Whether a row was made in this cell: an id of another cell than 0 is a UUIDv8.
create function is_of_this_cell(p_id uuid) returns boolean language sql stable
set search_path = pg_catalog, public, pg_temp as $$
  select (get_byte(uuid_send(p_id), 6) >> 4 = 8) = ((select cell from installation) > 0)
$$;
