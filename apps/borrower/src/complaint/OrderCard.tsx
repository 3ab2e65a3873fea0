import type { ComplaintOrder } from '@hiram/contract/complaint';
import type { ReactNode } from 'react';
import { market } from '../app/settings/market.ts';
import { Card, Head, Rows } from '../kit/layout/Card.tsx';
import { OrderReference } from '../lending/OrderReference.tsx';
import css from './Complaint.module.css';

/** The order that a complaint is about. */
export function OrderCard({
  order,
  children,
}: {
  readonly order: ComplaintOrder;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <Card>
      <Head
        name={order.productName}
        logo={order.productLogo}
        sub={<OrderReference text={order.statusText} orderId={order.orderId} />}
      >
        {children}
      </Head>
      {market.specifiedCopy ? (
        <div className={css.rows}>
          <Rows rows={order.rows.map(({ title, value }) => ({ text: title, value }))} />
        </div>
      ) : null}
    </Card>
  );
}
