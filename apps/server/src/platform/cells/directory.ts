import { sql } from 'kysely';
import type { Matcher } from '../crypto/match-key.ts';
import type { Db } from '../database/connection/connect.ts';
import { Unavailable } from '../errors/rejection.ts';

export const directorySchema = 'directory';

/** A digest, the same in every cell, of what identifies a borrower (a kind of `identity_mark`) or a person who is blocked. */
export interface CellMark {
  readonly kind: string;
  readonly digest: Buffer;
}

/** The limit of a day for all cells together. */
export interface Ceiling {
  readonly kind: 'payouts' | 'firstLoans' | 'codes';
  readonly brand: string;
  readonly day: string;
  readonly most: number;
}

/** Questions to another cell. Throws if the cell does not answer. */
export interface OtherCells {
  /** Reports whether a cell has an account of a number. */
  hasAccount(cell: number, brand: string, phone: string): Promise<boolean>;
  /** The borrower of a cell who has an invitation code; undefined: none. */
  inviter(cell: number, brand: string, code: string): Promise<string | undefined>;
}

/**
 * The directory of a database, where the account of each mobile number is. Its digests are made by `matcher`:
 * its own key, the same for all cells. No running loan needs it.
 */
export function openDirectory(db: Db, matcher: () => Promise<Matcher>, { hasAccount, inviter }: OtherCells) {
  const digestOf = async (brand: string, phone: string) => (await matcher()).digest('phone', brand, phone);
  const confirm = async (digest: Buffer, cell: number): Promise<void> => {
    await sql`update entry set confirmed_at = now()
      where kind = 'mobile' and digest = ${digest} and cell = ${cell} and confirmed_at is null`.execute(db);
  };
  /** The marks that other cells have entered. */
  const known = async (cell: number, marks: readonly CellMark[]): Promise<readonly CellMark[]> => {
    const [kinds, digests] = columnsOf(marks);
    const { rows } = await sql<CellMark>`select distinct kind, digest from mark
      join unnest(${kinds}::text[], ${digests}::bytea[]) as asked (kind, digest) using (kind, digest)
      where cell <> ${cell}`.execute(db);
    return rows;
  };
  return {
    known,
    inviter,
    /** The cell that has the number or has reserved it; undefined: none. */
    async cellOf(brand: string, phone: string): Promise<number | undefined> {
      const { rows } = await sql<{ cell: number; moving: boolean }>`
        select cell, moving_to is not null as moving from entry where kind = 'mobile' and digest = ${await digestOf(brand, phone)}`.execute(
        db,
      );
      if (rows[0]?.moving) throw new Unavailable('the borrower moves');
      return rows[0]?.cell;
    },
    /**
     * Reserves a number for a cell, before the cell makes the account: no transaction spans two databases. Returns false if
     * another cell has it. A reservation that nobody confirmed for an hour goes to the next who asks, unless `hasAccount` finds
     * that its cell made the account and could not confirm it.
     */
    async reserve(brand: string, phone: string, cell: number): Promise<boolean> {
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
      const claimed = await sql`update entry set cell = ${cell}, reserved_at = now()
        where kind = 'mobile' and digest = ${digest} and cell = ${held.cell} and confirmed_at is null
          and reserved_at < now() - interval '1 hour'`.execute(db);
      return claimed.numAffectedRows === 1n;
    },
    /** Keeps a number for its cell, once the account is made. */
    confirm: async (brand: string, phone: string, cell: number): Promise<void> =>
      confirm(await digestOf(brand, phone), cell),
    /** Enters numbers of accounts that a cell has. Returns how many another cell has already. */
    async enter(cell: number, accounts: readonly { readonly brand: string; readonly phone: string }[]) {
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
    /** Holds a number back while its borrower moves: until `settle`, the directory does not say where it is. */
    async announce(brand: string, phone: string, from: number, to: number): Promise<void> {
      await sql`insert into entry (kind, digest, cell, confirmed_at, moving_to)
        values ('mobile', ${await digestOf(brand, phone)}, ${from}, now(), ${to})
        on conflict (kind, digest) do update set moving_to = excluded.moving_to`.execute(db);
    },
    /** Says where a number is, once its borrower has moved or stays. */
    async settle(brand: string, phone: string, cell: number): Promise<void> {
      await sql`insert into entry (kind, digest, cell, confirmed_at)
        values ('mobile', ${await digestOf(brand, phone)}, ${cell}, now())
        on conflict (kind, digest) do update set cell = excluded.cell, moving_to = null,
          confirmed_at = coalesce(entry.confirmed_at, excluded.confirmed_at)`.execute(db);
    },
    /** Enters what identifies a cell's borrowers, and answers which of it is known in other cells. */
    async share(cell: number, marks: readonly CellMark[]): Promise<readonly CellMark[]> {
      const [kinds, digests] = columnsOf(marks);
      await sql`insert into mark (kind, digest, cell)
        select * from unnest(${kinds}::text[], ${digests}::bytea[]) cross join (values (${cell}::smallint)) as own (cell)
        on conflict (kind, digest, cell) do update set seen_at = now()`.execute(db);
      return known(cell, marks);
    },
    /** Removes a cell's marks, or those that nobody entered since a moment of the directory. */
    async forget(cell: number, which: readonly CellMark[] | { readonly before: Date }): Promise<void> {
      const [kinds, digests] = columnsOf('before' in which ? [] : which);
      const condition =
        'before' in which
          ? sql`seen_at < ${which.before}`
          : sql`(kind, digest) in (select * from unnest(${kinds}::text[], ${digests}::bytea[]))`;
      await sql`delete from mark where cell = ${cell} and ${condition}`.execute(db);
    },
    /** The directory's moment. */
    async now(): Promise<Date> {
      const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db);
      return rows[0]?.at ?? new Date(0);
    },
    /**
     * Takes a part of what is left of a ceiling, for one cell: `amount` or, if much is left, an eighth of it; 0 if less than
     * `amount` is left.
     */
    async take({ kind, brand, day, most }: Ceiling, amount: number): Promise<number> {
      // A ceiling that was changed meanwhile changes what is left of it.
      await sql`
        insert into ceiling as held (kind, brand, day, most, rest) values (${kind}, ${brand}, ${day}::date, ${most}, ${most})
        on conflict (kind, brand, day) do update set most = excluded.most, rest = held.rest + excluded.most - held.most`.execute(
        db,
      );
      const { rows } = await sql<{ claimed: number }>`
        with held as (
          select case when rest >= ${amount}::bigint then greatest(${amount}::bigint, rest / 8) else 0 end as part
          from ceiling where kind = ${kind} and brand = ${brand} and day = ${day}::date for update
        ) update ceiling set rest = ceiling.rest - held.part from held
        where kind = ${kind} and brand = ${brand} and day = ${day}::date returning held.part::float8 as claimed`.execute(
        db,
      );
      return rows[0]?.claimed ?? 0;
    },
    /** Puts a part back that a cell did not use. */
    async release({ kind, brand, day }: Omit<Ceiling, 'most'>, amount: number): Promise<void> {
      await sql`update ceiling set rest = rest + ${amount}
        where kind = ${kind} and brand = ${brand} and day = ${day}::date`.execute(db);
    },
    /** The cells that take new borrowers. */
    async openCells(): Promise<readonly number[]> {
      const { rows } = await sql<{
        id: number;
      }>`select id from cell where state = 'open' order by id`.execute(db);
      return rows.map(({ id }) => id);
    },
  };
}

export type CellDirectory = ReturnType<typeof openDirectory>;

const columnsOf = (marks: readonly CellMark[]) =>
  [marks.map(({ kind }) => kind), marks.map(({ digest }) => digest)] as const;

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
create table if not exists directory.mark (
  kind text not null check (kind in ('document', 'account', 'device', 'person', 'blocked')),
  digest bytea not null check (octet_length(digest) = 32),
  cell smallint not null references directory.cell,
  seen_at timestamptz not null default now(),
  primary key (kind, digest, cell)
);
create table if not exists directory.ceiling (
  kind text not null check (kind in ('payouts', 'firstLoans', 'codes')),
  brand text not null,
  day date not null,
  most bigint not null,
  -- What no cell has claimed; below 0 after the ceiling was lowered.
  rest bigint not null,
  primary key (kind, brand, day)
);
create table if not exists directory.match_key (
  singleton boolean primary key default true check (singleton),
  encrypted bytea not null
);
create table if not exists directory.reference_key (
  singleton boolean primary key default true check (singleton),
  secret bytea not null check (length(secret) = 32)
);
grant usage on schema directory to hiram_app;
grant select on directory.cell to hiram_app;
grant select, insert, update (cell, reserved_at, confirmed_at, moving_to) on directory.entry to hiram_app;
grant select, insert, update (seen_at), delete on directory.mark to hiram_app;
grant select, insert, update (most, rest) on directory.ceiling to hiram_app;
grant select, insert on directory.match_key to hiram_app;`;
