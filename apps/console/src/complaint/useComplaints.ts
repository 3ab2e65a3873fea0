import { listComplaints } from '@hiram/contract/console/complaint';
import type { ComplaintList } from '@hiram/contract/console/complaint-view';
import { useChanges } from '../net/useChanges.ts';
import { useStaffPages } from '../net/useStaffPages.ts';

/** Tables whose changes change a list of complaints. */
export const complaintTables = ['complaint', 'complaint_message', 'task'];

/** A list of complaints, page by page. It is read again when any complaint changes. */
export function useComplaints(brand: string, list: ComplaintList) {
  useChanges(complaintTables);
  return useStaffPages({
    call: listComplaints.page,
    input: { list },
    brand,
    rowsOf: ({ rows }) => rows,
    nextOf: ({ next }) => next,
    inputAfter: (after: string) => ({ list, after }),
  });
}
