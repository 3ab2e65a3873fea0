import type { Instalment } from '@hiram/contract/console/loan-shapes';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Day } from '../../app/cells.tsx';
import { Status } from '../../kit/Status.tsx';

/** Shows whether an instalment was paid, is late or is to come. */
export function InstalmentState({ instalment }: { readonly instalment: Instalment }): ReactNode {
  const { t } = useLingui();
  const { paidOn, daysLate, dueDate, moved } = instalment;
  if (paidOn !== undefined)
    return paidOn <= dueDate ? (
      <Status tone="good">{t`paid in time`}</Status>
    ) : (
      <Status tone="good">
        {t`paid`} <Day on={paidOn} />
      </Status>
    );
  if (daysLate > 0)
    return <Status tone="danger">{t`${plural(daysLate, { one: '# day', other: '# days' })} late`}</Status>;
  return moved ? <Status tone="clock">{t`extended`}</Status> : <Status tone="plain">{t`to come`}</Status>;
}
