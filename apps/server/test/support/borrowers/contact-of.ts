import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { DemoBorrower, Hiram } from '../processes/running-server.ts';

/** An automatic message to a late borrower of an hour in which each law allows it; its id. */
export async function contactOf(
  hiram: Pick<Hiram, 'owner'>,
  { orderId }: Pick<DemoBorrower, 'orderId'>,
): Promise<string> {
  const id = randomUUID();
  await sql`insert into contact (borrower_id, id, order_id, channel, purpose, by_kind, started_at)
    select borrower_id, ${id}, id, 'sms', 'service', 'system', now() from loan_order where id = ${orderId}`.execute(
    hiram.owner,
  );
  return id;
}
