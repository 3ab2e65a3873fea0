import { defaultPayment } from '@hiram/contract/repay';
import { useEffect } from 'react';
import * as v from 'valibot';

/** The repayment info that `/repaymentOfCode2` shows (CODE-04), as the repayment page left it. */
const storedSchema = v.object({
  repayAmount: v.number(),
  productName: v.string(),
  defDetail: defaultPayment,
});
export type StoredRepayment = v.InferOutput<typeof storedSchema>;

const keyOf = (orderId: string) => `hiram.repayment.${orderId}`;

/** Keeps the info for as long as the web view lives. */
export function useStoredRepayment(
  orderId: string,
  info:
    | { repayAmount: number; productName: string; defDetail?: StoredRepayment['defDetail'] | undefined }
    | undefined,
): void {
  useEffect(() => {
    if (!info) return;
    try {
      if (info.defDetail)
        sessionStorage.setItem(
          keyOf(orderId),
          JSON.stringify({
            repayAmount: info.repayAmount,
            productName: info.productName,
            defDetail: info.defDetail,
          }),
        );
      else sessionStorage.removeItem(keyOf(orderId));
    } catch {
      // Without storage the page asks the server, as it does when it is opened by itself.
    }
  }, [orderId, info]);
}

export function readStoredRepayment(orderId: string): StoredRepayment | undefined {
  try {
    const parsed = v.safeParse(storedSchema, JSON.parse(sessionStorage.getItem(keyOf(orderId)) ?? 'null'));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
