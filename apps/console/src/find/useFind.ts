import { findAnything } from '@hiram/contract/console/find';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { useCallback, useEffect, useState } from 'react';
import { sendStaff } from '../net/client.ts';

export type Answer = StaffOutput<typeof findAnything>;

export interface Search {
  /** The text that the answer or the fault belongs to. */
  readonly text: string;
  readonly answer?: Answer;
  readonly fault?: Error;
  /** The duration of the search in milliseconds. */
  readonly ms: number;
}

/** A shorter text names nothing. */
export const minFindText = 3;
/** A search starts after so long without a key: a number that is being typed is not searched digit by digit. */
const pauseMs = 250;

/**
 * Searches while a person types. Not a query of the cache: what a colleague changes must not repeat a search that is recorded
 * and counted. `again` repeats the last one.
 */
export function useFind(
  typed: string,
  brand: string,
): { readonly search: Search | undefined; readonly isPending: boolean; readonly again: () => void } {
  const text = typed.trim();
  const [search, setSearch] = useState<Search>();
  const [tries, setTries] = useState(0);
  const isWanted = text.length >= minFindText;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` is another try of the same text
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    const started = { at: 0 };
    const settle = (result: Pick<Search, 'answer' | 'fault'>) => {
      if (isCurrent) setSearch({ text, ms: Math.round(performance.now() - started.at), ...result });
    };
    const timer = setTimeout(() => {
      started.at = performance.now();
      sendStaff(findAnything, { text }, brand).then(
        (answer) => settle({ answer }),
        (fault: Error) => settle({ fault }),
      );
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, brand, isWanted, tries]);
  const again = useCallback(() => {
    setSearch(undefined);
    setTries((count) => count + 1);
  }, []);
  const isPending = isWanted && search?.text !== text;
  return { search: isWanted ? search : undefined, isPending, again };
}
