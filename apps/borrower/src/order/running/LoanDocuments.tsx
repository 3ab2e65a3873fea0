import type { OrderId } from '@hiram/contract/ids';
import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { href } from '../../app/navigation/href.ts';
import { Link } from '../../app/navigation/Link.tsx';
import { paths } from '../../app/navigation/paths.ts';
import { Card, Rows } from '../../kit/layout/Card.tsx';
import css from '../Order.module.css';
import { OrderNumber } from '../OrderNumber.tsx';
import { PastPayments } from './PastPayments.tsx';
import { StoryFooter } from './StoryFooter.tsx';

/** The balance by date, the payments so far, what was agreed, and the loan's number. */
export function LoanDocuments({
  details,
  orderId,
}: {
  readonly details: LoanDetails;
  readonly orderId: OrderId;
}): ReactNode {
  const { t } = useLingui();
  const { due, rows } = details.order;
  const facts = rows.slice(due?.rows.length ?? 0);
  return (
    <>
      <Card>
        <StoryFooter details={details} />
      </Card>
      <PastPayments details={details} />
      {facts.length > 0 ? (
        <Card heading={details.productName}>
          <Rows rows={facts} />
        </Card>
      ) : null}
      <OrderNumber orderId={orderId} />
      <Link className={css.problem} href={href(paths.contracts, { orderId })}>
        {t`What you agreed to`}
      </Link>
    </>
  );
}
