import { listPageSize } from '@hiram/contract/console/list-calls';
import { type RawBuilder, sql } from 'kysely';
import { BadRequest } from '../../platform/errors/rejection.ts';
import { notePlaces } from '../access/cells/merge-answers.ts';

/** A column that an index serves, by which a list is sorted. */
export interface SortColumn {
  readonly by: RawBuilder<unknown>;
  readonly type: 'bigint' | 'date' | 'text' | 'timestamptz' | 'uuid';
}

/** The part of a statement that reads one page after a cursor. */
export interface Keyset {
  /** To be selected as `sort_key`: the value by which the row is sorted, exact. */
  readonly key: RawBuilder<string>;
  /** True if a row comes after the cursor. */
  readonly isBeyond: RawBuilder<boolean>;
  readonly order: RawBuilder<unknown>;
  /** One row more than a page has. */
  readonly limit: number;
  /** The rows of the page, and the cursor of the next one, if any. */
  pageOf<Row extends { readonly sort_key: string; readonly id: string }>(
    rows: readonly Row[],
  ): { readonly rows: readonly Row[]; readonly next: string | undefined };
}

/** The form of a cursor's value of a type, so that no text is a fault of the database. */
const values: Readonly<Record<SortColumn['type'], RegExp>> = {
  bigint: /^-?\d{1,18}$/,
  date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  text: /^[^\0]*$/u,
  timestamptz: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d(:\d\d)?$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
};

const writeCursor = (parts: readonly string[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** Value and id of the last row of the page before. Throws BadRequest for text that is no cursor of this order. */
function readCursor(after: string, sort: string, type: SortColumn['type']): readonly [string, string] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(after, 'base64url').toString());
    if (Array.isArray(parts) && parts.length === 3 && parts[0] === sort) {
      const [, value, id] = parts.map(String);
      if (value !== undefined && id !== undefined && values[type].test(value) && values.uuid.test(id))
        return [value, id];
    }
  } catch {
    // Said below.
  }
  throw new BadRequest('after', 'is no page of this order');
}

/**
 * Pages of a list by keyset: a row after the last one is found by an index, however far the list was read.
 * `sort`: one of the columns, with `-` for descending.
 */
export function keyset<Column extends string>(
  columns: Readonly<Record<Column, SortColumn>>,
  id: RawBuilder<unknown>,
  { sort, after }: { readonly sort: Column | `-${Column}`; readonly after: string | undefined },
): Keyset {
  const isDescending = sort.startsWith('-');
  const { by, type } = columns[(isDescending ? sort.slice(1) : sort) as Column];
  const direction = sql.raw(isDescending ? 'desc' : 'asc');
  const comparison = sql.raw(isDescending ? '<' : '>');
  const cursor = after === undefined ? undefined : readCursor(after, sort, type);
  return {
    key: sql<string>`(${by})::text`,
    isBeyond: cursor
      ? sql<boolean>`(${by}, ${id}) ${comparison} (${cursor[0]}::${sql.raw(type)}, ${cursor[1]}::uuid)`
      : sql<boolean>`true`,
    order: sql`${by} ${direction}, ${id} ${direction}`,
    limit: listPageSize + 1,
    pageOf(rows) {
      const page = rows.slice(0, listPageSize);
      const last = page.at(-1);
      notePlaces(
        'rows',
        page,
        ({ sort_key: key, id }) => ({ key: [key, id], cursor: writeCursor([sort, key, id]) }),
        isDescending,
      );
      const isLast = rows.length <= listPageSize || last === undefined;
      return { rows: page, next: isLast ? undefined : writeCursor([sort, last.sort_key, last.id]) };
    },
  };
}
