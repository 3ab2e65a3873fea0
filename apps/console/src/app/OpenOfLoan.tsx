import type { LateLoan } from '@hiram/contract/console/collections';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import kit from '../kit/kit.module.css';
import { Status } from '../kit/Status.tsx';
import { Money } from './cells.tsx';
import { Requested } from './Requested.tsx';

/** What is open about a late loan that a collector asks about first: a payment that is not matched, a complaint, a request. */
export function OpenOfLoan({ open }: { readonly open: LateLoan['open'] }): ReactNode {
  const { t } = useLingui();
  return (
    <>
      {open && open.waiting > 0 && (
        <span className={kit.under}>
          <Status tone="warn">
            {t`payment not matched yet:`} <Money cents={open.waiting} />
          </Status>
        </span>
      )}
      {open && open.complaints > 0 && (
        <span className={kit.under}>
          <Status tone="warn">{t`complaint open`}</Status>
        </span>
      )}
      {open?.requests.map((request) => (
        <span key={`${request.action} ${request.amount}`} className={kit.under}>
          <Status tone="warn">
            <Requested {...request} /> {t`waits for approval`}
          </Status>
        </span>
      ))}
    </>
  );
}
