import * as v from 'valibot';

/**
 * The cells in which a call runs, where a lender has several.
 * - `home`: cell 0, as sessions and views.
 * - `reference`: cell 0, whose staff, policies and stops are copied to the others after the call.
 * - `subject`: that of one borrower, loan, request or file. The ids of the input name it, or the query does; else it is cell 0.
 * - `split`: those of several subjects; each gets its own ids.
 * - `first`: whichever has something, one after the other.
 * - `list`: every one; their rows are merged in order.
 * - `sum`: every one; their figures are added.
 */
export type CallCells = 'home' | 'reference' | 'subject' | 'split' | 'first' | 'list' | 'sum';

/**
 * How a field of an answer is made of what several cells answer, where it is not as usual. As usual numbers
 * are added, items of an array with the same texts become one, true holds, and of two texts the lower one:
 * what is known through a day is known through the earlier one.
 */
export interface OfCells {
  merge?(one: unknown, other: unknown): unknown;
  /** What the items of an array, which are merged as usual, are ordered by. */
  by?(item: unknown): string | number;
  /** Items that are kept at most. */
  readonly most?: number;
}

const ofCells = <Schema extends v.GenericSchema>(schema: Schema, rule: OfCells) =>
  v.pipe(schema, v.metadata({ ofCells: rule }));

/** What two cells have is made one by this function. */
export const merged = <Schema extends v.GenericSchema>(
  schema: Schema,
  merge: (one: v.InferOutput<Schema>, other: v.InferOutput<Schema>) => v.InferOutput<Schema>,
) => ofCells(schema, { merge });

/** Items of several cells that stand in this order: of lower values, or of texts, first. */
export const ordered = <Item extends v.GenericSchema>(
  schema: v.ArraySchema<Item, undefined>,
  by: (item: v.InferOutput<Item>) => string | number,
  most?: number,
) => ofCells(schema, { by, ...(most === undefined ? {} : { most }) });

/** Choices, which several cells may have: each stands there once. */
export const choices = <Item extends v.GenericSchema>(schema: v.ArraySchema<Item, undefined>) =>
  merged(schema, (one, other) => [
    ...new Map([...one, ...other].map((item) => [JSON.stringify(item), item])).values(),
  ]);

/** A limit or a thing that all cells have together. */
export const shared = <Schema extends v.GenericSchema>(schema: Schema) => merged(schema, (one) => one);

/** A last moment: the later one holds. */
export const latest = <Schema extends v.GenericSchema<string>>(schema: Schema) =>
  merged(schema, (one, other) => (one > other ? one : other));
