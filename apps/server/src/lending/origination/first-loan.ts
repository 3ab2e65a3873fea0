import { createHash } from 'node:crypto';
import type { BorrowerId } from '@hiram/contract/ids';
import type { Db } from '../../platform/database/connection/connect.ts';

/**
 * Records the first loan of a borrower who registered on a landing page, at most once a borrower, with the registration's source
 * and visitor. Runs in the transaction that records the disbursal.
 */
export async function recordFirstLoan(
  trx: Db,
  loan: {
    readonly borrowerId: BorrowerId;
    readonly brand: string;
    readonly day: string;
    readonly disbursedAt: Date;
  },
): Promise<void> {
  const { borrowerId, brand, day, disbursedAt: at } = loan;
  const events = await trx
    .selectFrom('promotion_event')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('kind', 'in', ['registered', 'firstLoan'])
    .execute();
  const [registration] = events;
  if (!registration || events.some((event) => event.kind === 'firstLoan')) return;
  const { visitor, template, page_id, user_from, client_type, utm_tag, app_from } = registration;
  const digest = createHash('sha256')
    .update(JSON.stringify([brand, 'firstLoan', borrowerId]))
    .digest();
  await trx
    .insertInto('promotion_event')
    .values({
      day,
      brand,
      kind: 'firstLoan',
      visitor,
      digest,
      template,
      page_id,
      user_from,
      client_type,
      utm_tag,
      app_from,
      borrower_id: borrowerId,
      at,
    })
    .onConflict((conflict) => conflict.columns(['day', 'digest']).doNothing())
    .execute();
}
