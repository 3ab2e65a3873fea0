/** Rows that are checked to be acted on together. The keys are those of `rowKey`. */
export interface CheckedRows {
  readonly keys: ReadonlySet<string>;
  /** The most that one action takes. */
  readonly max: number;
  readonly onChange: (keys: ReadonlySet<string>) => void;
  /** The rows that the box of all rows and its key check; undefined: every row. */
  readonly ofAll?: { readonly keys: ReadonlySet<string>; readonly label: string };
}

/** The first `max` of the keys. */
const atMost = (keys: Iterable<string>, max: number): ReadonlySet<string> =>
  new Set([...new Set(keys)].slice(0, max));

/** Checks a row, or takes the check away. */
export function toggled({ keys, max }: CheckedRows, key: string): ReadonlySet<string> {
  return keys.has(key) ? new Set([...keys].filter((other) => other !== key)) : atMost([...keys, key], max);
}

/** Checks every row from the one that was checked last to this one, in the order of the list. */
export function extended(
  { keys, max }: CheckedRows,
  key: string,
  { order, last }: { readonly order: readonly string[]; readonly last: string | undefined },
): ReadonlySet<string> {
  const ends = [order.indexOf(last ?? key), order.indexOf(key)];
  const from = ends.includes(-1) ? order.indexOf(key) : Math.min(...ends);
  return atMost([...keys, ...order.slice(from, Math.max(...ends) + 1)], max);
}

/** Checks every row of the list, or takes every check away if they all have one. */
export function allToggled({ keys, max }: CheckedRows, order: readonly string[]): ReadonlySet<string> {
  const all = atMost(order, max);
  return [...all].every((key) => keys.has(key)) ? new Set() : all;
}
