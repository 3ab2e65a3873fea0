import type { OrderId } from '@hiram/contract/ids';
import { useEffect } from 'react';
import { later } from '../../kit/runtime/later.ts';
import type { Purpose, StoredRepayment } from './stored-repayment.ts';

const stored = later(() => import('./stored-repayment.ts'));

/** Stores the repayment of a page for `/repaymentOfCode2`, or removes it if there is no code. */
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
    const { repayAmount, productName, permanentCode } = info;
    stored.load().then(
      ({ storeRepayment }) =>
        storeRepayment(purpose, orderId, permanentCode && { repayAmount, productName, permanentCode }),
      // The page asks the server then.
      () => undefined,
    );
  }, [purpose, orderId, info]);
}
