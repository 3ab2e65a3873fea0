import { arrangeLoan } from '@hiram/contract/console/loan';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ActionDialog } from '../../action/ActionDialog.tsx';
import { dayAfter, isDay } from '../../app/days.ts';
import { DayField } from '../../kit/controls/DayField.tsx';
import { InputField } from '../../kit/controls/Field.tsx';
import type { DialogProps } from './dialog-props.ts';

const usual = { parts: 3, firstAfter: 10, everyDays: 15 };
const maxParts = 6;

/** The parts that the borrower asked for, or the usual ones. */
function startOf({ openArrangement, today }: DialogProps['loan']) {
  const [first, second] = openArrangement?.parts ?? [];
  const between =
    first && second ? (Date.parse(second.date) - Date.parse(first.date)) / 86_400_000 : usual.everyDays;
  return {
    parts: openArrangement?.parts.length ?? usual.parts,
    first: first?.date ?? dayAfter(today, usual.firstAfter),
    between,
  };
}

/** Proposes equal parts. The preview has them beside the plain course. */
export function ArrangeDialog({ loan, ...common }: DialogProps): ReactNode {
  const { t } = useLingui();
  const [start] = useState(() => startOf(loan));
  const [parts, setParts] = useState(start.parts);
  const [first, setFirst] = useState(start.first);
  const [between, setBetween] = useState(start.between);
  const isPossible = isDay(first) && first >= loan.today && parts >= 1 && parts <= maxParts && between >= 1;
  const days = isPossible
    ? Array.from({ length: parts }, (_, index) => dayAfter(first, index * between))
    : undefined;
  const number = (label: string, value: number, max: number, onChange: (value: number) => void) => (
    <InputField
      label={label}
      type="number"
      min={1}
      max={max}
      value={value}
      onChange={(typed) => onChange(Math.trunc(Number(typed)))}
    />
  );
  return (
    <ActionDialog
      title={t`Propose to pay in parts`}
      act={plural(parts, { one: 'Offer # part', other: 'Offer # parts' })}
      done={t`Offered. The borrower is told, and accepts it in the app.`}
      calls={arrangeLoan}
      request={days && { orderId: loan.order.orderId, days }}
      {...common}
    >
      {number(t`Parts`, parts, maxParts, setParts)}
      <DayField isField label={t`First part on`} min={loan.today} value={first} onChange={setFirst} />
      {number(t`Days from part to part`, between, 60, setBetween)}
    </ActionDialog>
  );
}
