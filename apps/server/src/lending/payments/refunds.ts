import { addDays, allocations, type LocalDate } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import type { Db } from '../../platform/database/connect.ts';
import { engineEvents, type Order, type StoredEvent } from '../loans/loans.ts';

/** Credit from payments of one provider. Amounts in cents. */
export interface CreditBy {
  readonly provider: string;
  readonly amount: number;
  /** The part that no channel can reverse any more. `nextFrom` is the day from which the next part can be refunded. */
  readonly free: number;
  readonly nextFrom: LocalDate | undefined;
}

/**
 * An order's credit by provider, less the refunds to that provider. A refund uses the payment's provider, after the days in
 * which its channel can reverse the payment.
 */
export async function creditByProvider(
  db: Db,
  brand: Brand,
  {
    order,
    stored,
    today,
  }: { readonly order: Order; readonly stored: readonly StoredEvent[]; readonly today: LocalDate },
): Promise<readonly CreditBy[]> {
  const allocationByEvent = allocations(order.terms, engineEvents(stored), today);
  const refundableFrom = await irreversibleFrom(db, brand, order);
  const byProvider = new Map<string, { free: number; later: number; nextFrom: LocalDate | undefined }>();
  for (const { event, provider = '' } of stored) {
    const credit = allocationByEvent.get(event.id)?.credit ?? 0;
    if (credit === 0) continue;
    const entry = byProvider.get(provider) ?? { free: 0, later: 0, nextFrom: undefined };
    byProvider.set(provider, entry);
    const refundableOn = event.kind === 'paid' ? refundableFrom.get(event.id) : undefined;
    if (refundableOn === undefined || refundableOn <= today) entry.free += credit;
    else {
      entry.later += credit;
      if (entry.nextFrom === undefined || refundableOn < entry.nextFrom) entry.nextFrom = refundableOn;
    }
  }
  return [...byProvider].flatMap(([provider, { free, later, nextFrom }]) =>
    free + later > 0 ? [{ provider, amount: free + later, free: Math.max(0, free), nextFrom }] : [],
  );
}

/** The first day on which each payment of an order can no longer be reversed. */
async function irreversibleFrom(db: Db, brand: Brand, order: Order): Promise<ReadonlyMap<string, LocalDate>> {
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
  const channels = [...brand.channels, ...brand.transfers];
  // For a removed channel and a manual transfer, the longest period applies.
  const maxDays = Math.max(...channels.map((candidate) => candidate.reversalDays));
  return new Map(
    payments.map(({ id, confirmed_on, channel }) => {
      const days = channels.find((candidate) => candidate.number === channel)?.reversalDays ?? maxDays;
      return [id, addDays(confirmed_on as LocalDate, days + 1)];
    }),
  );
}
