import { defaultPayment } from '@hiram/contract/repay';
import { useEffect } from 'react';
import * as v from 'valibot';

/** The repayment data that `/repaymentOfCode2` shows (CODE-04), stored by the repayment page. */
const storedSchema = v.object({
  repayAmount: v.number(),
  productName: v.string(),
  defDetail: defaultPayment,
});
export type StoredRepayment = v.InferOutput<typeof storedSchema>;

/** The purpose of the stored code: an order may have one open code for each. */
export type Purpose = 'repayment' | 'extension';

const keyOf = (purpose: Purpose, orderId: string) => `hiram.${purpose}.${orderId}`;

/** Stores the data for as long as the web view lives. */
export function useStoredRepayment(
  purpose: Purpose,
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
          keyOf(purpose, orderId),
          JSON.stringify({
            repayAmount: info.repayAmount,
            productName: info.productName,
            defDetail: info.defDetail,
          }),
        );
      else sessionStorage.removeItem(keyOf(purpose, orderId));
    } catch {
      // Without storage the page asks the server, as it does when it is opened directly.
    }
  }, [purpose, orderId, info]);
}

export function readStoredRepayment(purpose: Purpose, orderId: string): StoredRepayment | undefined {
  try {
    const parsed = v.safeParse(
      storedSchema,
      JSON.parse(sessionStorage.getItem(keyOf(purpose, orderId)) ?? 'null'),
    );
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
