import * as v from 'valibot';
import { calendarDay, text, whole } from '../fields/fields.ts';
import { merged } from './of-cells.ts';
import type { Right } from './rights.ts';
import { brandCall, type StaffCall } from './staff-call.ts';

/** Rows of a page of every list. */
export const listPageSize = 50;
/** More rows than this are not counted one by one. */
export const maxCountedRows = 10_000;

/** A filter by some of a column's values. */
export const someOf = <const Value extends string>(values: readonly Value[]) =>
  v.pipe(
    v.array(v.picklist(values)),
    v.minLength(1, 'names no value'),
    v.maxLength(values.length, 'names a value twice'),
  );

/** A filter from one amount (cents) or number to another one, both included. */
export const numbersBetween = v.strictObject({ from: v.optional(whole), to: v.optional(whole) });
export type NumbersBetween = v.InferOutput<typeof numbersBetween>;

/** A filter from one day of the brand to another one, both included. */
export const daysBetween = v.strictObject({ from: v.optional(calendarDay), to: v.optional(calendarDay) });
export type DaysBetween = v.InferOutput<typeof daysBetween>;

/** Parts of a spread, from the lowest to the highest value. */
export const spreadParts = 10;

/** The distribution of a column's values between the lowest and the highest: the rows in each of ten equal parts. */
const spreadShape = v.object({ low: whole, high: whole, counts: v.array(whole) });
export type Spread = v.InferOutput<typeof spreadShape>;

/** The parts of two spreads as parts of the range of both: the values of a part are taken to be in its middle. */
function joinSpreads(one: Spread, other: Spread): Spread {
  const [low, high] = [Math.min(one.low, other.low), Math.max(one.high, other.high)];
  const counts = Array.from({ length: spreadParts }, () => 0);
  for (const each of [one, other])
    for (const [index, count] of each.counts.entries()) {
      const middle = each.low + ((index + 0.5) * (each.high + 1 - each.low)) / spreadParts;
      const part = Math.min(spreadParts - 1, Math.floor(((middle - low) / (high + 1 - low)) * spreadParts));
      counts[part] = (counts[part] ?? 0) + count;
    }
  return { low, high, counts };
}

/** The two calls of a list. */
export interface ListCalls {
  /** A page of rows. */
  readonly page: StaffCall;
  /** The number of rows: counted apart, so that a page never waits for it. */
  readonly count: StaffCall;
}

/**
 * Declares the calls of a list: `page` answers 50 rows after the cursor `after`, in the order `sort` (`-due`: descending),
 * `count` how many there are, and how a column of `spreads` lies among them. `only` narrows both by columns. Only columns that an
 * index serves are in `sorts`.
 */
export function listCalls<
  const Parts extends v.ObjectEntries,
  const Filters extends v.ObjectEntries,
  const Sort extends string,
  const Row extends v.GenericSchema,
  const Spreads extends string = never,
>(declaration: {
  /** The calls are named `<name>` and `<name>Count`. */
  readonly name: string;
  /** Path of the page: `/work/list`. */
  readonly path: string;
  readonly right: Right;
  /** The tab whose rows are listed. */
  readonly parts: Parts;
  /** Filters by column. */
  readonly filters: { readonly [Column in keyof Filters]: Filters[Column] };
  readonly sorts: readonly Sort[];
  /** Columns of numbers whose spread is shown beside their filter. */
  readonly spreads?: readonly Spreads[];
  readonly row: Row;
}) {
  const { name, path, right, parts, filters, sorts, spreads = [], row } = declaration;
  const narrowed = v.object(filters as Filters);
  const only = v.optional(v.strictObject(v.partial(narrowed).entries));
  const directions = sorts.flatMap((sort): readonly (Sort | `-${Sort}`)[] => [sort, `-${sort}`]);
  return {
    page: brandCall({
      name,
      path,
      right,
      cells: 'list',
      input: v.strictObject({
        ...parts,
        only,
        sort: v.optional(v.picklist(directions)),
        /** `next` of the page before, of the same order. */
        after: v.optional(text(200)),
      }),
      output: v.object({ rows: v.array(row), next: v.optional(v.string()) }),
    }),
    count: brandCall({
      name: `${name}Count`,
      path: `${path}-count`,
      right,
      cells: 'sum',
      input: v.strictObject({ ...parts, only, spread: v.optional(v.picklist(spreads)) }),
      /**
       * `isMore`: there are more than were counted. `spread`: of the first 10,000; absent: it was not asked,
       * or there is no row.
       */
      output: v.object({
        count: whole,
        isMore: v.boolean(),
        spread: v.optional(merged(spreadShape, joinSpreads)),
      }),
    }),
  };
}

export function isListCalls(value: unknown): value is ListCalls {
  return typeof value === 'object' && value !== null && 'page' in value && 'count' in value;
}
