import { sql } from 'kysely';
import type { Matcher } from '../crypto/match-key.ts';
import type { Db } from '../database/connect.ts';
import { Unavailable } from '../errors/rejection.ts';

export const directorySchema = 'directory';

/** Where a mobile number's account is. It holds digests alone, and no running loan needs it. */
export interface CellDirectory {
  /** The cell that has the number or has reserved it; undefined: none. */
  cellOf(brand: string, phone: string): Promise<number | undefined>;
  /**
   * Reserves a number for a cell, before the cell makes the account: no transaction spans two databases. Returns false if
   * another cell has it. A reservation that nobody confirmed for an hour goes to the next who asks, unless `hasAccount` finds
   * that its cell made the account and could not confirm it.
   */
  reserve(brand: string, phone: string, cell: number): Promise<boolean>;
  /** Keeps a number for its cell, once the account is made. */
  confirm(brand: string, phone: string, cell: number): Promise<void>;
  /** Enters numbers of accounts that a cell has. Returns how many another cell has already. */
  enter(
    cell: number,
    accounts: readonly { readonly brand: string; readonly phone: string }[],
  ): Promise<number>;
  /** Holds a number back while its borrower moves: until `settle`, the directory does not say where it is. */
  announce(brand: string, phone: string, from: number, to: number): Promise<void>;
  /** Says where a number is, once its borrower has moved or stays. */
  settle(brand: string, phone: string, cell: number): Promise<void>;
  /** The cells that take new borrowers. */
  openCells(): Promise<readonly number[]>;
}

/** Reports whether a cell has an account of a number. Throws if the cell does not answer. */
export type HasAccount = (cell: number, brand: string, phone: string) => Promise<boolean>;

/** The directory of a database, whose digests `matcher` makes: its own key, the same for all cells. */
export function openDirectory(
  db: Db,
  matcher: () => Promise<Matcher>,
  hasAccount: HasAccount,
): CellDirectory {
  const digestOf = async (brand: string, phone: string) => (await matcher()).digest('phone', brand, phone);
  const confirm = async (digest: Buffer, cell: number): Promise<void> => {
    await sql`update entry set confirmed_at = now()
      where kind = 'mobile' and digest = ${digest} and cell = ${cell} and confirmed_at is null`.execute(db);
  };
  return {
    async cellOf(brand, phone) {
      const { rows } = await sql<{ cell: number; moving: boolean }>`
        select cell, moving_to is not null as moving from entry where kind = 'mobile' and digest = ${await digestOf(brand, phone)}`.execute(
        db,
      );
      if (rows[0]?.moving) throw new Unavailable('the borrower moves');
      return rows[0]?.cell;
    },
    async reserve(brand, phone, cell) {
      const digest = await digestOf(brand, phone);
      const { rows } = await sql<{ cell: number; lapsed: boolean; moving: boolean }>`
        insert into entry (kind, digest, cell) values ('mobile', ${digest}, ${cell})
        on conflict (kind, digest) do update set reserved_at =
          case when entry.cell = excluded.cell then excluded.reserved_at else entry.reserved_at end
        returning cell, confirmed_at is null and reserved_at < now() - interval '1 hour' as lapsed,
          moving_to is not null as moving`.execute(db);
      const [held] = rows;
      if (held?.moving) throw new Unavailable('the borrower moves');
      if (held?.cell === cell) return true;
      if (!held?.lapsed) return false;
      if (await hasAccount(held.cell, brand, phone)) {
        await confirm(digest, held.cell);
        return false;
      }
      const taken = await sql`update entry set cell = ${cell}, reserved_at = now()
        where kind = 'mobile' and digest = ${digest} and cell = ${held.cell} and confirmed_at is null
          and reserved_at < now() - interval '1 hour'`.execute(db);
      return taken.numAffectedRows === 1n;
    },
    confirm: async (brand, phone, cell) => confirm(await digestOf(brand, phone), cell),
    async enter(cell, accounts) {
      const { digest } = await matcher();
      const digests = accounts.map(({ brand, phone }) => digest('phone', brand, phone));
      const { rows } = await sql<{ elsewhere: number }>`
        with entered as (
          insert into entry (kind, digest, cell, confirmed_at)
          select 'mobile', each, ${cell}, now() from unnest(${digests}::bytea[]) as each
          on conflict (kind, digest) do update set confirmed_at = coalesce(entry.confirmed_at, excluded.confirmed_at)
            where entry.cell = excluded.cell
          returning 1
        ) select (${digests.length} - count(*))::int as elsewhere from entered`.execute(db);
      return rows[0]?.elsewhere ?? 0;
    },
    async announce(brand, phone, from, to) {
      await sql`insert into entry (kind, digest, cell, confirmed_at, moving_to)
        values ('mobile', ${await digestOf(brand, phone)}, ${from}, now(), ${to})
        on conflict (kind, digest) do update set moving_to = excluded.moving_to`.execute(db);
    },
    async settle(brand, phone, cell) {
      await sql`insert into entry (kind, digest, cell, confirmed_at)
        values ('mobile', ${await digestOf(brand, phone)}, ${cell}, now())
        on conflict (kind, digest) do update set cell = excluded.cell, moving_to = null,
          confirmed_at = coalesce(entry.confirmed_at, excluded.confirmed_at)`.execute(db);
    },
    async openCells() {
      const { rows } = await sql<{
        id: number;
      }>`select id from cell where state = 'open' order by id`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}

/** The SQL that `hiram cells add` runs as the owner. The server's login sees digests, and changes no cell's state. */
export const directoryTables = `
create schema if not exists directory;
create table if not exists directory.cell (
  id smallint primary key check (id >= 0),
  state text not null default 'open' check (state in ('open', 'full'))
);
create table if not exists directory.entry (
  kind text not null check (kind = 'mobile'),
  digest bytea not null check (octet_length(digest) = 32),
  cell smallint not null references directory.cell,
  reserved_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- Its borrower moves there now.
  moving_to smallint references directory.cell,
  primary key (kind, digest)
);
create table if not exists directory.match_key (
  singleton boolean primary key default true check (singleton),
  encrypted bytea not null
);
grant usage on schema directory to hiram_app;
grant select on directory.cell to hiram_app;
grant select, insert, update (cell, reserved_at, confirmed_at, moving_to) on directory.entry to hiram_app;
grant select, insert on directory.match_key to hiram_app;`;
