import type { Amount } from '@hiram/decision';
import { addDays, type Cents, type LocalDate, type Terms } from '@hiram/loan';
import * as v from 'valibot';
import { brandOf } from '../../../brands/brand-of.ts';
import type { AppContext } from '../../../context/app-context.ts';
import type { Db } from '../../../platform/database/connection/connect.ts';
import { type Order, updateOrder } from '../../loans/order-store.ts';

const counterSchema = v.object({
  outcome: v.literal('counter'),
  offered: v.object({ amount: v.number(), termDays: v.number(), periods: v.number() }),
});

type Decided = Pick<Order, 'status' | 'decision' | 'offer_lapses_on'>;

/** The smaller amount that an application is answered with and that can still be taken; undefined for another order. */
export function openCounterOffer(order: Decided, today: LocalDate): Amount | undefined {
  if (order.status !== 'applied' || order.offer_lapses_on === null || order.offer_lapses_on < today)
    return undefined;
  const parsed = v.safeParse(counterSchema, order.decision);
  return parsed.success ? parsed.output.offered : undefined;
}

/** Reports whether the order waits for its borrower to take this amount of the product. */
export function isCounterOffer(
  order: Decided & Pick<Order, 'product_id'>,
  {
    productId,
    amount,
    today,
  }: { readonly productId: string; readonly amount: number | undefined; readonly today: LocalDate },
): boolean {
  return order.product_id === productId && openCounterOffer(order, today)?.amount === amount;
}

/** Takes a smaller offer: the locked order becomes approved for it, by its terms. The database accepts no other amount. */
export async function acceptCounterOffer(
  trx: Db,
  appContext: AppContext,
  order: Order,
  {
    offer,
    today,
  }: { readonly offer: { readonly amount: Cents; readonly terms: Terms }; readonly today: LocalDate },
): Promise<void> {
  await updateOrder(trx, order, {
    status: 'approved',
    amount: offer.amount,
    terms: JSON.stringify(offer.terms),
    offer_lapses_on: addDays(today, brandOf(appContext, order).offerDays),
    decision: JSON.stringify({ ...(order.decision as object), approved: true, asked: order.amount }),
  });
}

/** Ends an offer that its borrower does not want. They may apply again at once. */
export async function declineCounterOffer(trx: Db, order: Order, today: LocalDate): Promise<void> {
  await updateOrder(trx, order, {
    status: 'rejected',
    decision: JSON.stringify({ outcome: 'refuse', approved: false, reasons: ['declined'] }),
    apply_again_on: today,
    offer_lapses_on: null,
  });
}
