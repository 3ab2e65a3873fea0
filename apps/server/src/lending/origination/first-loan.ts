import { createHash } from 'node:crypto';
import type { Db } from '../../platform/database/connect.ts';

/**
 * Tells that a borrower who came through a landing page received a first loan, once for ever: in the transaction in which
 * the money is known to have arrived, and with the source and the visitor of the registration.
 */
export async function recordFirstLoan(
  trx: Db,
  loan: { readonly borrowerId: string; readonly brand: string; readonly day: string; readonly at: Date },
): Promise<void> {
  const { borrowerId, brand, day, at } = loan;
  const registered = await trx
    .selectFrom('promotion_event')
    .selectAll()
    .where('borrower_id', '=', borrowerId)
    .where('kind', 'in', ['registered', 'firstLoan'])
    .execute();
  const [from] = registered;
  if (!from || registered.some((event) => event.kind === 'firstLoan')) return;
  const { visitor, template, page_id, user_from, client_type, utm_tag, app_from } = from;
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
