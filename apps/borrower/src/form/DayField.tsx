import type { FormItem } from '@hiram/contract/form';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { showDate } from '../app/settings/money.ts';
import { TextField } from '../kit/controls/Field.tsx';
import { dayOfDigits, digitsOfDay, parseDay } from '../kit/dialogs/calendar-day.ts';

/**
 * A day typed as eight digits, with its month in words below: 05 04 1994 is the 5th of April. Its lists open beside it.
 * The value is `YYYY-MM-DD`, or the digits until they are a day.
 */
export function DayField({
  item,
  label,
  value,
  error,
  onChange,
  onOpenLists,
  hold,
}: {
  readonly item: FormItem;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (value: string) => void;
  readonly onOpenLists: () => void;
  readonly hold: (element: HTMLElement | null) => void;
}): ReactNode {
  const { t } = useLingui();
  // What was typed: 05 17 1994 stays as it is, though its day is written in another order.
  const [typed, setTyped] = useState('');
  const digits = dayOfDigits(typed) === value ? typed : digitsOfDay(value);
  return (
    <TextField
      label={label}
      hint={parseDay(value) ? showDate(value) : (item.displayText ?? t`Day, month, year: 17 05 1994`)}
      error={error}
      name={item.code}
      value={digits}
      onChange={(next) => {
        setTyped(next);
        onChange(dayOfDigits(next) ?? next);
      }}
      format="day"
      inputRef={hold}
      aside={{ text: item.subtitle, onTap: onOpenLists }}
    />
  );
}
