import type { problemList } from '@hiram/contract/complaint';
import type { Handler } from '../../api/serve.ts';
import { complaintTypes, titleOf } from '../../lending/complaints/kinds.ts';
import { listComplaints, needsScore } from './complaints.ts';

/** The borrower's complaints in two tabs: open and answered. */
export const showComplaints: Handler<typeof problemList> = async (_input, { db, borrower, translate }) => {
  const complaints = await listComplaints(db, borrower.id);
  const types = complaintTypes(translate);
  const shown = (answered: boolean) =>
    complaints
      .filter((complaint) => (complaint.answered_at !== null) === answered)
      .map((complaint) => ({
        id: complaint.id,
        date: complaint.received_on,
        type: titleOf(types, complaint.type),
        content: complaint.detail,
        reference: complaint.reference,
        ...(answered ? {} : { promisedBy: complaint.promised_by }),
        asksForRating: needsScore(complaint),
      }));
  return {
    tabs: [
      { title: translate('complaint.tab.open'), list: shown(false) },
      { title: translate('complaint.tab.answered'), list: shown(true) },
    ],
  };
};
