import { maxStopDays, stopCharges } from '@hiram/contract/console/loan';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../../action/ActionDialog.tsx';
import { dayAfter } from '../../app/days.ts';
import { DayField } from '../../kit/controls/DayField.tsx';
import type { DialogProps } from './dialog-props.ts';

const usualDays = 14;

/** Stops late charges until a day. */
export function StopDialog({ loan, ...common }: DialogProps): ReactNode {
  const { t } = useLingui();
  const [until, setUntil] = useState(dayAfter(loan.today, usualDays));
  const last = dayAfter(loan.today, maxStopDays);
  const isPossible = until > loan.today && until <= last;
  return (
    <ActionDialog
      title={t`Stop late charges`}
      calls={stopCharges}
      request={isPossible ? { orderId: loan.order.orderId, until } : undefined}
      {...common}
    >
      <DayField
        isField
        label={t`Until, this day included`}
        min={dayAfter(loan.today, 1)}
        max={last}
        value={until}
        onChange={setUntil}
      />
    </ActionDialog>
  );
}
