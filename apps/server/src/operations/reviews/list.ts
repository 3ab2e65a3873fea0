import { decimalText } from '@hiram/loan/format';
import { needsReviewer } from '../../lending/loans/review-queue.ts';
import { type SharingBorrower, sharingBorrowers } from '../../lending/review/evidence.ts';
import { type WaitingReview, waitingReviews } from '../../lending/review/resolve-application.ts';
import { defineCommand } from '../command.ts';
import { restOf } from '../format.ts';
import { brand } from '../parameters.ts';

function linesOf(
  { review, amount, decideBy, language }: WaitingReview,
  others: readonly SharingBorrower[],
): readonly string[] {
  const { id, kind, brand, borrower_id, order_id, reasons, hold_until, opened_at } = review;
  const holdNote = hold_until ? `, held until ${hold_until.toISOString()}` : '';
  const due = kind === 'application' ? `, decision promised by ${decideBy}` : '';
  const releaseNote = needsReviewer(review) ? '' : ' (is released automatically)';
  const reads = language === '' ? '' : `, reads ${language}`;
  return [
    `${id}: ${kind} of ${brand}, ${decimalText(amount)}, order ${order_id}, borrower ${borrower_id}${reads}: ` +
      `${reasons.join(', ')}${holdNote}${due}; since ${opened_at.toISOString()}${releaseNote}`,
    ...others.map((other) => `  ${other.kind} also of borrower ${other.borrowerId}`),
  ];
}

function dataOf({ review, amount, decideBy, language }: WaitingReview, others: readonly SharingBorrower[]) {
  const { id, kind, brand, borrower_id, order_id, reasons, hold_until, opened_at } = review;
  return {
    id,
    kind,
    brand,
    amount,
    order: order_id,
    borrower: borrower_id,
    language: language || undefined,
    reasons,
    heldUntil: hold_until ?? undefined,
    decideBy: kind === 'application' ? decideBy : undefined,
    since: opened_at,
    needsPerson: needsReviewer(review),
    sharedWith: others.map((other) => ({ what: other.kind, borrower: other.borrowerId })),
  };
}

export const listReviews = defineCommand({
  name: 'reviews list',
  summary: 'applications and payouts in the review queue, oldest first',
  arguments: {},
  options: { brand },
  examples: ['reviews list', 'reviews list --brand ph --json'],
  async run({ brand }, session) {
    const { result } = await session.withApp(async ({ db }) => {
      const { reviews, total } = await waitingReviews(db, brand);
      const waiting = await Promise.all(
        reviews.map(async (entry) => ({
          entry,
          others: await sharingBorrowers(db, entry.review.borrower_id),
        })),
      );
      return { waiting, total };
    });
    const { waiting, total } = result;
    return {
      data: { waiting: waiting.map(({ entry, others }) => dataOf(entry, others)), total },
      lines: [
        ...waiting.flatMap(({ entry, others }) => linesOf(entry, others)),
        total === 0 ? 'The review queue is empty.' : `${total} are waiting${restOf(waiting.length, total)}.`,
      ],
    };
  },
});
