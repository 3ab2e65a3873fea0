/** A pseudo-random generator. The same seed gives the same sequence; each borrower and the run have their own. */
export interface Random {
  /** A number from 0, included, to 1, excluded. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number;
  /** True with this probability. */
  happens(share: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
  shuffled<T>(items: readonly T[]): T[];
}

/** Mulberry32 over an FNV-1a hash of the seed's text. */
export function random(seed: string): Random {
  let state = 0x811c9dc5;
  for (const sign of seed) state = Math.imul(state ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    happens: (share) => next() < share,
    pick: (from) => from[between(0, from.length - 1)] ?? from[0],
    shuffled(items) {
      const copy = [...items];
      for (let last = copy.length - 1; last > 0; last -= 1) {
        const other = between(0, last);
        const [a, b] = [copy[last], copy[other]];
        if (a !== undefined && b !== undefined) [copy[last], copy[other]] = [b, a];
      }
      return copy;
    },
  };
}
