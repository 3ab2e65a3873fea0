import { asId } from '@hiram/contract/ids';
import type { Db } from '../../platform/database/connection/connect.ts';
import { countBounce } from './addresses.ts';

/**
 * Records what became of a message, as its channel reports it. One that did not reach the borrower goes to the next channel. A
 * repeated receipt, or one after the last word about a message, changes nothing.
 */
export async function receiveReceipt(
  trx: Db,
  { reference, result }: { readonly reference: string; readonly result: 'delivered' | 'bounced' },
  now: Date,
): Promise<'accepted' | 'unknown'> {
  const delivery = await trx
    .selectFrom('delivery')
    .selectAll()
    .where('id', '=', asId(reference))
    .forUpdate()
    .executeTakeFirst();
  if (!delivery) return 'unknown';
  if (delivery.state !== 'sent' && delivery.state !== 'sending') return 'accepted';
  const { borrower_id: borrowerId, notice_id, channel, address_digest: digest } = delivery;
  const isDelivered = result === 'delivered';
  await trx
    .updateTable('delivery')
    .set({ state: result, ended_at: now })
    .where('id', '=', delivery.id)
    .execute();
  if (delivery.contact_id)
    await trx
      .updateTable('contact')
      .set({ outcome: isDelivered ? 'delivered' : 'failed', outcome_at: now })
      .where('borrower_id', '=', borrowerId)
      .where('id', '=', delivery.contact_id)
      .execute();
  await countBounce(trx, { borrowerId, channel, digest }, isDelivered, now);
  await trx
    .updateTable('notice')
    .set(
      isDelivered
        ? { state: 'delivered', send_after: null, claimed_until: null }
        : { state: 'queued', send_after: now, claimed_until: null },
    )
    .where('borrower_id', '=', borrowerId)
    .where('id', '=', notice_id)
    .where('state', 'in', ['sent', 'queued'])
    .execute();
  return 'accepted';
}
