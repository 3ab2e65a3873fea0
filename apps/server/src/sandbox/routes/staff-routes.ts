import {
  sandboxComplaintAnswer,
  sandboxComplaints,
  sandboxTransfers,
  sandboxUtrReview,
} from '@hiram/contract/sandbox';
import type { Server } from '../../api/serve.ts';
import { mobileNumber } from '../../brands/phone.ts';
import { answerComplaint } from '../../lending/complaints/answer-complaint.ts';
import { normalUtr, reviewTransfer } from '../../lending/payments/transfers/transfers.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';

/** The work of the lender's staff: answers to complaints and reviews of transfers. */
export function staffRoutes({ serveOpen, appContext }: Server): void {
  serveOpen(sandboxComplaintAnswer, async ({ complaintId, answer, asksForRating }, { brand, db, now }) => {
    const today = await appContext.clock.today(db, brand.timeZone);
    const answered = await inTransaction(appContext.db, (trx) =>
      answerComplaint(trx, { complaintId, text: answer, needsScore: asksForRating ?? false, today, now }),
    );
    return answered ? {} : reject('alreadyAnswered', { field: 'complaintId' });
  });

  serveOpen(sandboxComplaints, async ({ phone }, { brand, db }) => ({
    complaints: (
      await db
        .selectFrom('complaint')
        .innerJoin('borrower', 'borrower.id', 'complaint.borrower_id')
        .select(['complaint.id', 'complaint.reference', 'complaint.detail'])
        .where('borrower.brand', '=', brand.id)
        .where('borrower.phone', '=', mobileNumber(brand, phone) ?? phone)
        .where('complaint.answered_at', 'is', null)
        .orderBy('complaint.id', 'desc')
        .limit(5)
        .execute()
    ).map((row) => ({ complaintId: row.id, reference: row.reference, content: row.detail })),
  }));

  serveOpen(sandboxTransfers, async ({ phone }, { brand, db }) => ({
    transfers: await db
      .selectFrom('utr_submission')
      .innerJoin('borrower', 'borrower.id', 'utr_submission.borrower_id')
      .select(['utr_submission.utr', 'utr_submission.amount'])
      .where('borrower.brand', '=', brand.id)
      .where('borrower.phone', '=', mobileNumber(brand, phone) ?? phone)
      .where('utr_submission.state', '=', 'review')
      .orderBy('utr_submission.sent_at', 'desc')
      .limit(5)
      .execute(),
  }));

  serveOpen(sandboxUtrReview, async ({ utr, result, amount, reason }, { brand, db, now }) => {
    const paidOn = await appContext.clock.today(db, brand.timeZone);
    const reviewed = await inTransaction(appContext.db, (trx) =>
      reviewTransfer(trx, appContext, {
        brand: brand.id,
        utr: normalUtr(utr) ?? '',
        accepted: result === 'accepted',
        amount,
        paidOn,
        reason,
        now,
      }),
    );
    return reviewed ? {} : reject('unknownUtr', { field: 'utr' });
  });
}
