import type { effect } from '@hiram/contract/console/effect';
import type { InferOutput } from 'valibot';
import type { Effect } from './action.ts';

/** An effect as the console's calls answer it. */
export function shownEffect(changes: Effect): InferOutput<typeof effect> {
  const { amount, lines, journal, borrowerReads, warning, notes, facts } = changes;
  return {
    ...(amount === undefined ? {} : { amount }),
    lines: [...lines],
    ...(journal === undefined ? {} : { journal: [...journal] }),
    ...(borrowerReads === undefined ? {} : { borrowerReads }),
    ...(warning === undefined ? {} : { warning }),
    ...(notes === undefined ? {} : { notes: [...notes] }),
    ...(facts === undefined ? {} : { facts: [...facts] }),
  };
}
