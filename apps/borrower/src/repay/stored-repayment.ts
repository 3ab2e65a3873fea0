import type { OrderId } from '@hiram/contract/ids';
import { defaultPayment } from '@hiram/contract/repay';
import { fromWire, type InternalValue, named, object, toWire } from '@hiram/contract/wire';
import { useEffect } from 'react';
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

/** Stores the data for as long as the web view lives. */
export function useStoredRepayment(
  purpose: Purpose,
  orderId: OrderId,
  info:
    | {
        repayAmount: number;
        productName: string;
        permanentCode?: StoredRepayment['permanentCode'] | undefined;
      }
    | undefined,
): void {
  useEffect(() => {
    if (!info) return;
    try {
      if (info.permanentCode)
        sessionStorage.setItem(
          keyOf(purpose, orderId),
          JSON.stringify(
            toWire(storedSchema, {
              repayAmount: info.repayAmount,
              productName: info.productName,
              permanentCode: info.permanentCode,
            }),
          ),
        );
      else sessionStorage.removeItem(keyOf(purpose, orderId));
    } catch {
      // Without storage the page asks the server, as it does when it is opened directly.
    }
  }, [purpose, orderId, info]);
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
