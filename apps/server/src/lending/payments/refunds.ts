import { addDays, allocations, type LocalDate } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import type { Db } from '../../platform/database/connect.ts';
import { engineEvents, type Order, type StoredEvent } from '../loans/loans.ts';

/** Credit that came by one provider. Amounts in cents. */
export interface CreditBy {
  readonly provider: string;
  readonly amount: number;
  /** What of it no channel can take back any more, and from when the next of the rest can be refunded. */
  readonly free: number;
  readonly nextFrom: LocalDate | undefined;
}

/**
 * An order's credit by the way it came, less what went back by that way: a refund goes back the same way, after the days in
 * which the payment's channel may still take it back.
 */
export async function creditByProvider(
  db: Db,
  brand: Brand,
  order: Order,
  stored: readonly StoredEvent[],
  today: LocalDate,
): Promise<readonly CreditBy[]> {
  const where = allocations(order.terms, engineEvents(stored), today);
  const safeFrom = await safeDays(db, brand, order);
  const ways = new Map<string, { free: number; later: number; nextFrom: LocalDate | undefined }>();
  for (const { event, provider = '' } of stored) {
    const credit = where.get(event.id)?.credit ?? 0;
    if (credit === 0) continue;
    const way = ways.get(provider) ?? { free: 0, later: 0, nextFrom: undefined };
    ways.set(provider, way);
    const from = event.kind === 'paid' ? safeFrom.get(event.id) : undefined;
    if (from === undefined || from <= today) way.free += credit;
    else {
      way.later += credit;
      if (way.nextFrom === undefined || from < way.nextFrom) way.nextFrom = from;
    }
  }
  return [...ways].flatMap(([provider, { free, later, nextFrom }]) =>
    free + later > 0 ? [{ provider, amount: free + later, free: Math.max(0, free), nextFrom }] : [],
  );
}

/** The first day on which each payment of an order cannot be taken back any more. */
async function safeDays(db: Db, brand: Brand, order: Order): Promise<ReadonlyMap<string, LocalDate>> {
  const payments = await db
    .selectFrom('payment')
    .leftJoin('payment_code', (join) =>
      join
        .onRef('payment_code.borrower_id', '=', 'payment.borrower_id')
        .onRef('payment_code.id', '=', 'payment.code_id'),
    )
    .select(['payment.id', 'payment.confirmed_on', 'payment_code.channel'])
    .where('payment.borrower_id', '=', order.borrower_id)
    .where('payment.order_id', '=', order.id)
    .execute();
  const ways = [...brand.channels, ...brand.transfers];
  // A channel that is offered no more, and a transfer by hand: the longest of all.
  const longest = Math.max(...ways.map((way) => way.reversalDays));
  return new Map(
    payments.map(({ id, confirmed_on, channel }) => {
      const days = ways.find((way) => way.number === channel)?.reversalDays ?? longest;
      return [id, addDays(confirmed_on as LocalDate, days + 1)];
    }),
  );
}
