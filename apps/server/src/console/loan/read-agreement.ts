import type { readAgreement } from '@hiram/contract/console/loan';
import { readText, textHash } from '../../lending/origination/agreements/agreed-text.ts';
import { isRejection, NotFound } from '../../platform/errors/rejection.ts';
import { knownId } from '../../platform/ids.ts';
import { readEncrypted } from '../access/personal-data/read-encrypted.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { loadLoan } from './load-loan.ts';

/**
 * An agreement of the order, as the borrower agreed to it. An agreement of another order is NotFound, and
 * nothing is recorded.
 */
export const openAgreement: StaffHandler<typeof readAgreement> = async (input, request) => {
  const { context, db, brand } = request;
  const order = await loadLoan(db, brand, input.orderId);
  const agreement = await db
    .selectFrom('agreement')
    .select(['html_encrypted', 'sha256', 'acknowledged_at'])
    .where('borrower_id', '=', order.borrower_id)
    .where('order_id', '=', order.id)
    .where('id', '=', knownId(input.agreementId))
    .executeTakeFirst();
  if (!agreement) throw new NotFound('no agreement of the order');
  const opened = await readEncrypted(
    request,
    {
      borrowerId: order.borrower_id,
      subject: 'agreement',
      subjectId: input.agreementId,
      field: 'agreement',
      reason: input.reason,
    },
    async (_trx, decrypt) =>
      readText({ cipher: { decrypt }, matcher: context.appContext.matcher }, order.brand, agreement),
  );
  if (isRejection(opened)) return opened;
  const { acknowledged_at: acknowledgedAt } = agreement;
  return {
    html: opened.value,
    sha256: textHash(opened.value),
    ...(acknowledgedAt === null ? {} : { acknowledgedAt: acknowledgedAt.toISOString() }),
  };
};
