import { listDecisions } from '@hiram/contract/console/decision';
import { useChanges } from '../net/useChanges.ts';
import { useStaffPages } from '../net/useStaffPages.ts';

/** The applications of a brand that wait for a person, the earliest promise first. */
export function useDecisions(brand: string) {
  useChanges(['review', 'task']);
  return useStaffPages({
    call: listDecisions,
    input: {},
    brand,
    rowsOf: ({ rows }) => rows,
    nextOf: ({ rows, isLast }) => (isLast ? undefined : rows.at(-1)?.reviewId),
    inputAfter: (after) => ({ after }),
  });
}
