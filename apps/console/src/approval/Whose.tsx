import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

interface Props {
  readonly borrower?: { readonly borrowerId: string; readonly name: string } | undefined;
  readonly orderId?: string | undefined;
}

/** Links to the borrower and the loan; a dash for something about no borrower. */
export function Whose({ borrower, orderId }: Props): ReactNode {
  const { t } = useLingui();
  if (!borrower) return '–';
  return (
    <>
      <Link href={`/borrower/${borrower.borrowerId}`}>{borrower.name || t`Borrower`}</Link>
      {orderId !== undefined && (
        <>
          {', '}
          <Link href={`/loan/${orderId}`}>{orderNumber(orderId)}</Link>
        </>
      )}
    </>
  );
}
