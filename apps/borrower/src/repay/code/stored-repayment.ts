import type { OrderId } from '@hiram/contract/ids';
import { defaultPayment } from '@hiram/contract/repay';
import { fromWire, type InternalValue, named, object, toWire } from '@hiram/contract/wire';
import * as v from 'valibot';

/** The repayment data that `/repaymentOfCode2` shows (CODE-04), stored by the repayment page. */
const storedSchema = object({
  repayAmount: v.number(),
  productName: v.string(),
  permanentCode: named('defDetail', defaultPayment),
});
export type StoredRepayment = InternalValue<typeof storedSchema>;

/** The purpose of the stored code: an order may have one open code for each. */
export type Purpose = 'repayment' | 'extension';

const keyOf = (purpose: Purpose, orderId: OrderId) => `hiram.${purpose}.${orderId}`;

/** Stores the data for as long as the web view lives. Without them it removes former ones. */
export function storeRepayment(purpose: Purpose, orderId: OrderId, info: StoredRepayment | undefined): void {
  const key = keyOf(purpose, orderId);
  try {
    if (info) sessionStorage.setItem(key, JSON.stringify(toWire(storedSchema, info)));
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage the page asks the server, as it does when it is opened directly.
  }
}

export function readStoredRepayment(purpose: Purpose, orderId: OrderId): StoredRepayment | undefined {
  try {
    const parsed = v.safeParse(
      storedSchema,
      JSON.parse(sessionStorage.getItem(keyOf(purpose, orderId)) ?? 'null'),
    );
    return parsed.success ? fromWire(storedSchema, parsed.output) : undefined;
  } catch {
    return undefined;
  }
}
