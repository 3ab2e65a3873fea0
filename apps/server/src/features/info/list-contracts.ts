import { arrangementScene } from '@hiram/contract/arrangement-scene';
import type { storedContracts } from '@hiram/contract/info';
import type { Handler } from '../../api/serve.ts';
import { loadOrder } from '../../lending/loans/order-store.ts';
import { readText, textHash } from '../../lending/origination/agreements/agreed-text.ts';
import { contractUrl } from '../../lending/origination/agreements/contract-address.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import { wholePeriod } from './account-records.ts';
import { type RecordKind, recordUrl } from './record-address.ts';

/** The agreements of an order and the documents of its account, with signed URLs of their texts. */
export const listContracts: Handler<typeof storedContracts> = async (
  { orderId },
  { appContext, db, brand, borrower, translate, now, today },
) => {
  const order = await loadOrder(db, borrower.id, orderId);
  const rows = await db
    .selectFrom('agreement')
    .select(['id', 'title', 'html_encrypted', 'sha256', 'scene', 'agreed_at'])
    .where('borrower_id', '=', borrower.id)
    .where('order_id', '=', order.id)
    .orderBy('scene')
    .orderBy('version', 'desc')
    .orderBy('position')
    .execute();
  const on = await today();
  const recordOf = (kind: RecordKind) => {
    const record = { borrowerId: borrower.id, orderId: order.id, kind, language: brand.language, on };
    return {
      title: translate(`record.${kind}`),
      viewUrl: recordUrl(appContext, { ...record, form: 'html' }, now),
      pdfUrl: recordUrl(appContext, { ...record, form: 'pdf' }, now),
    };
  };
  return {
    list: rows.map((row) => ({
      title: row.title,
      agreedOn: row.scene === arrangementScene ? dayIn(brand.timeZone, row.agreed_at) : order.applied_on,
      sha256: textHash(readText(appContext, brand.id, row)),
      viewUrl: contractUrl(appContext, { borrowerId: borrower.id, id: row.id, form: 'html' }, now),
      pdfUrl: contractUrl(appContext, { borrowerId: borrower.id, id: row.id, form: 'pdf' }, now),
    })),
    ...(order.disbursed_on === null
      ? {}
      : { statement: { ...recordOf('statement'), ...wholePeriod(order, on) } }),
    ...(order.status === 'settled' ? { certificate: recordOf('certificate') } : {}),
  };
};
