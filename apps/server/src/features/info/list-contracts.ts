import type { storedContracts } from '@hiram/contract/info';
import type { Handler } from '../../api/serve.ts';
import { loadOrder } from '../../lending/loans/order-store.ts';
import { readText, textHash } from '../../lending/origination/agreements/agreed-text.ts';
import { contractUrl } from '../../lending/origination/agreements/contract-address.ts';

/** The agreements of an order, with signed URLs of their texts. */
export const listContracts: Handler<typeof storedContracts> = async (
  { orderId },
  { appContext, db, brand, borrower, now },
) => {
  const order = await loadOrder(db, borrower.id, orderId);
  const rows = await db
    .selectFrom('agreement')
    .select(['id', 'title', 'html_encrypted', 'sha256', 'agreed_at'])
    .where('borrower_id', '=', borrower.id)
    .where('order_id', '=', order.id)
    .orderBy('version', 'desc')
    .orderBy('position')
    .execute();
  return {
    list: rows.map((row) => ({
      title: row.title,
      agreedOn: order.applied_on,
      sha256: textHash(readText(appContext, brand.id, row)),
      viewUrl: contractUrl(appContext, { borrowerId: borrower.id, id: row.id, form: 'html' }, now),
      pdfUrl: contractUrl(appContext, { borrowerId: borrower.id, id: row.id, form: 'pdf' }, now),
    })),
  };
};
