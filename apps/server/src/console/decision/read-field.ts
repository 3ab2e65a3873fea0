import type { DecisionField, readDecisionField } from '@hiram/contract/console/decision';
import { brandOf } from '../../brands/brand-of.ts';
import { documentsIn } from '../../lending/borrowers/identity-marks.ts';
import { certifiedValues } from '../../lending/borrowers/profile.ts';
import type { Review } from '../../lending/loans/review-queue.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { readEncrypted } from '../access/personal-data/read-encrypted.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { accountOfReview } from './account-of-review.ts';
import { loadReview } from './load-review.ts';

type Decrypt = (encrypted: Buffer) => string;

/** Opens one encrypted field of an application or a payout; the read is recorded. */
export const readField: StaffHandler<typeof readDecisionField> = async (input, staffRequest) => {
  const { context, db } = staffRequest;
  const { field, reason } = input;
  const review = await loadReview(db, staffRequest.brand, input.reviewId);
  const brand = brandOf(context.appContext, review);
  const { borrower_id: borrowerId } = review;
  const read = { borrowerId, subject: 'review', subjectId: review.id, field, reason };
  return readEncrypted(staffRequest, read, async (trx, decrypt) => {
    if (field === 'accountHolder' || field === 'accountNumber')
      return accountField(trx, review, field, decrypt);
    const values = await certifiedValues(trx, { decrypt }, borrowerId);
    return field === 'document' ? documentsIn(brand, values).join(', ') : textOf(values[field]);
  });
};

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

async function accountField(
  trx: Db,
  review: Review,
  field: Extract<DecisionField, 'accountHolder' | 'accountNumber'>,
  decrypt: Decrypt,
): Promise<string> {
  const account = await accountOfReview(trx, review);
  if (!account) return '';
  return decrypt(field === 'accountHolder' ? account.holder_encrypted : account.number_encrypted);
}
