import type { ShownApproval } from '@hiram/contract/console/approval';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

/** The digits of a loan’s number that are shown. */
const shownDigits = 8;

/** The borrower and the loan that a request changes, with links to both; a dash for one about no borrower. */
export function Whose({ approval }: { readonly approval: ShownApproval }): ReactNode {
  const { t } = useLingui();
  const { borrower, orderId } = approval;
  if (!borrower) return '–';
  return (
    <>
      <Link href={`/borrower/${borrower.borrowerId}`}>{borrower.name || t`Borrower`}</Link>
      {orderId !== undefined && (
        <>
          {' · '}
          <Link href={`/loan/${orderId}`}>{t`Loan …${orderId.slice(-shownDigits)}`}</Link>
        </>
      )}
    </>
  );
}
