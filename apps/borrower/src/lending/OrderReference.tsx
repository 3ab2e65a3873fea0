import { orderNumber } from '@hiram/loan/format';
import type { ReactNode } from 'react';

/** A line that ends with an order's number, which does not break. */
export function OrderReference({
  text,
  orderId,
}: {
  readonly text: string;
  readonly orderId: string;
}): ReactNode {
  return (
    <>
      <span>{text}</span> · <span className="num nowrap">{orderNumber(orderId)}</span>
    </>
  );
}
