import { randomUUID } from 'node:crypto';
import { utrSubmit } from '@hiram/contract/repay';
import { expect, inject, test } from 'vitest';
import { complain } from '../../test/support/borrowers/complaints.ts';
import { borrowerIdOfPhone } from '../../test/support/database/rows.ts';
import { codeAndText, runHiram, settingsOf } from '../../test/support/processes/run-hiram.ts';
import { setUpHiram } from '../../test/support/processes/set-up.ts';
import { openComplaints } from '../lending/complaints/open-complaints.ts';
import { loadOrder } from '../lending/loans/order-store.ts';
import { openReview } from '../lending/loans/review-queue.ts';
import { waitingReviews } from '../lending/review/resolve-application.ts';
import { reviewQueue } from '../lending/review/waiting.ts';
import { inTransaction } from '../platform/database/connection/connect.ts';
import { newUtr } from '../sandbox/fill/bank-statement.ts';

const cluster = inject('cluster');
const hiram = setUpHiram();

test('an operator’s list has the oldest entries up to its limit, and the number of all [T1798]', async () => {
  const { db } = hiram.server.appContext;
  for (const amount of [200_000, 300_000]) {
    const borrower = await hiram.borrower({ state: '180' });
    await complain(hiram, borrower);
    const utr = newUtr();
    const claim = { orderId: borrower.orderId, channelNumber: '10005', utr, amount };
    await hiram.send(utrSubmit, claim, borrower.context, { key: randomUUID() });
    const now = new Date();
    const borrowerId = await borrowerIdOfPhone(hiram.owner, borrower.phone);
    const order = await loadOrder(db, borrowerId, borrower.orderId);
    await inTransaction(db, (trx) =>
      openReview(trx, { order, kind: 'application', reasons: ['identity'], dueAt: now, now }),
    );
  }
  const [complaints, queue, reviews] = await Promise.all([
    openComplaints(db, undefined, 1),
    reviewQueue(db, 1),
    waitingReviews(db, undefined, 1),
  ]);
  expect([complaints.complaints.length, complaints.total]).toEqual([1, 2]);
  expect([queue.entries.map(({ amount }) => amount), queue.total]).toEqual([[200_000], 2]);
  expect([reviews.reviews.length, reviews.total]).toEqual([1, 2]);
  expect(await openComplaints(db, 'ph')).toEqual({ complaints: [], total: 0 });
  expect(await waitingReviews(db, 'ph')).toEqual({ reviews: [], total: 0 });
  const settings = settingsOf(cluster, hiram.database);
  for (const list of ['payments', 'reviews', 'complaints'])
    expect(await codeAndText(runHiram([list, 'list'], settings))).toEqual({
      code: 0,
      output: expect.stringMatching(/^2 (?:in the review queue|are waiting|unanswered)\.$/m),
    });
});
