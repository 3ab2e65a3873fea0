import { listDecisions } from '@hiram/contract/console/decision';
import { useChanges } from '../net/useChanges.ts';
import { useStaffPages } from '../net/useStaffPages.ts';

export const decisionTables = ['review', 'task'];

/** The decisions that wait for a person in a brand, the earliest promise first. */
export function useDecisions(brand: string) {
  useChanges(decisionTables);
  return useStaffPages({
    call: listDecisions.page,
    input: {},
    brand,
    rowsOf: ({ rows }) => rows,
    nextOf: ({ next }) => next,
    inputAfter: (after: string) => ({ after }),
  });
}
