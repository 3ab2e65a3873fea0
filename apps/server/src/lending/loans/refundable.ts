import { addDays, allocations, type LocalDate } from '@hiram/loan';
import type { Brand } from '../../brands/brand.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { engineEvents, type Order, type StoredEvent } from './order-store.ts';

/** A loan's events, on a business day. */
export interface LoanOnDay {
  readonly order: Order;
  readonly stored: readonly StoredEvent[];
  readonly today: LocalDate;
}

/** A part of an order's credit, in cents, by the event that it came from. A refund or a reversal is a part below 0. */
export interface CreditPart {
  readonly provider: string;
  readonly amount: number;
  /** The first day on which it can be refunded; undefined: it was never a payment, and is free at once. */
  readonly refundableOn: LocalDate | undefined;
}

/** An order's credit in parts. A part can be refunded once the channel of its payment can no longer reverse it. */
export async function creditParts(
  db: Db,
  brand: Brand,
  { order, stored, today }: LoanOnDay,
): Promise<readonly CreditPart[]> {
  const allocationByEvent = allocations(order.terms, engineEvents(stored), today);
  const refundableFrom = await irreversibleFrom(db, brand, order);
  return stored.flatMap(({ event, provider = '' }) => {
    const amount = allocationByEvent.get(event.id)?.credit ?? 0;
    const refundableOn = event.kind === 'paid' ? refundableFrom.get(event.id) : undefined;
    return amount === 0 ? [] : [{ provider, amount, refundableOn }];
  });
}

/** The first day on which all of an order's credit can be refunded, today at the earliest. */
export async function wholeCreditRefundableOn(db: Db, brand: Brand, loan: LoanOnDay): Promise<LocalDate> {
  const parts = await creditParts(db, brand, loan);
  return parts.reduce(
    (latest, { amount, refundableOn }) =>
      amount > 0 && refundableOn !== undefined && refundableOn > latest ? refundableOn : latest,
    loan.today,
  );
}

/** The first day on which each payment of an order is past its channel's window for reversals. */
export async function irreversibleFrom(
  db: Db,
  brand: Brand,
  order: Order,
): Promise<ReadonlyMap<string, LocalDate>> {
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
