import type { Task } from '@hiram/contract/console/work';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Money } from '../app/cells.tsx';
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
    </>
  );
}
