import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useDates } from '../dates.ts';
import kit from '../kit.module.css';
import styles from './DayField.module.css';

/** A day as the console writes days. A press opens the browser's calendar; with the focus it can be typed. */
export function DayField({
  label,
  value,
  min,
  max,
  isField = false,
  onChange,
}: {
  readonly label: string;
  /** `YYYY-MM-DD`; empty: none is chosen. */
  readonly value: string;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  /** True in a form: its label stands above. */
  readonly isField?: boolean;
  readonly onChange: (day: string) => void;
}): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const field = (
    <span className={styles.day}>
      <span aria-hidden="true">{value === '' ? t`Choose a day` : dates.day(value)}</span>
      <input
        type="date"
        aria-label={label}
        value={value}
        min={min}
        max={max}
        onClick={({ currentTarget }) => currentTarget.showPicker?.()}
        onChange={({ currentTarget }) => currentTarget.value !== '' && onChange(currentTarget.value)}
      />
    </span>
  );
  if (!isField) return field;
  return (
    <div className={kit.field}>
      <span className={kit.label} aria-hidden="true">
        {label}
      </span>
      {field}
    </div>
  );
}
