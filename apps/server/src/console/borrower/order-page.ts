import type { showOrderPage } from '@hiram/contract/console/borrower';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { knownId, newId } from '../../platform/ids.ts';
import type { StaffHandler } from '../access/serve-staff.ts';
import { loadBorrower } from './load-borrower.ts';

/** The borrower's order page as they see it. It is recorded, and the borrower reads that it was opened. */
export const orderPage: StaffHandler<typeof showOrderPage> = async (input, staffRequest) => {
  const { context, db, brand, session, now } = staffRequest;
  const borrower = await loadBorrower(db, brand, input.borrowerId);
  const page = await context.orderPage(borrower, knownId(input.orderId));
  const read = { staff_id: session.staffId, borrower_id: borrower.id, at: now };
  await inTransaction(db, (trx) =>
    trx
      .insertInto('staff_read')
      .values({
        ...read,
        id: newId(),
        subject: 'loan_order',
        subject_id: input.orderId,
        field: 'orderPage',
        encrypted: false,
        reason: 'as they see it',
      })
      .execute(),
  );
  const { due } = page.order;
  return {
    statusTitle: page.statusTitle,
    statusText: page.statusText,
    productName: page.productName,
    language: borrower.language ?? '',
    ...(due
      ? {
          due: {
            amount: due.repayAmount,
            on: due.dueDate,
            overdueDays: due.overdueDays,
            owedInAll: due.owedInAll,
            rows: due.rows.map(({ text, amount }) => ({ text, amount })),
          },
        }
      : {}),
    rows: page.order.rows.map(({ text, value }) => ({ text, value })),
    canExtend: page.canExtend,
    ...(page.safetyTip === undefined ? {} : { safetyTip: page.safetyTip }),
    servicePhone: page.servicePhone,
  };
};
