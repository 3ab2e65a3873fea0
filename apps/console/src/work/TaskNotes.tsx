import type { Task } from '@hiram/contract/console/work';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { OpenOfLoan } from '../app/OpenOfLoan.tsx';
import kit from '../kit/kit.module.css';
import { Status } from '../kit/Status.tsx';

/** What a person must know before they take a task: who has asked already, or what is open about a late loan. */
export function TaskNotes({ task: { askedBy, open } }: { readonly task: Task }): ReactNode {
  const { t } = useLingui();
  return (
    <>
      {askedBy !== undefined && (
        <span className={kit.under}>
          <Status tone="waiting">{t`asked by ${askedBy}, waits for a second person`}</Status>
        </span>
      )}
      <OpenOfLoan open={open} />
    </>
  );
}
