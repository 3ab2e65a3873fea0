import { listComplaints } from '@hiram/contract/console/complaint';
import type { ComplaintList } from '@hiram/contract/console/complaint-view';
import { useChanges } from '../net/useChanges.ts';
import { useStaffPages } from '../net/useStaffPages.ts';

/** A list of complaints, page by page. It is read again when any complaint changes. */
export function useComplaints(brand: string, list: ComplaintList) {
  useChanges(['complaint', 'complaint_message', 'task']);
  return useStaffPages({
    call: listComplaints,
    input: { list },
    brand,
    rowsOf: ({ complaints }) => complaints,
    nextOf: ({ next }) => next,
    inputAfter: (after: string) => ({ list, after }),
  });
}
