import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { DayField } from '../kit/controls/DayField.tsx';
import styles from './funnel.module.css';
import type { ShownFunnel } from './types.ts';

/** The days, the source and the page that are shown; absent: the last seven days, all. */
export interface Choice {
  readonly from?: string;
  readonly to?: string;
  readonly userFrom?: string;
  readonly template?: string;
}

interface Props {
  readonly choice: Choice;
  readonly shown: ShownFunnel | undefined;
  readonly onChange: (choice: Choice) => void;
}

/** Reports whether the text is a day of the calendar, ISO 8601. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  new Date(Date.parse(`${text}T00:00:00Z`) || 0).toISOString().startsWith(text);

/** The range of days. */
export function Range({ choice, shown, onChange }: Props): ReactNode {
  const { t } = useLingui();
  const change = (name: 'from' | 'to') => (value: string) => {
    if (isDay(value)) onChange({ ...daysOf(choice, shown), ...choice, [name]: value });
  };
  const { from = '', to = '' } = { ...daysOf(choice, shown), ...choice };
  return (
    <div className={styles.range}>
      <DayField label={t`From`} value={from} max={to} onChange={change('from')} />
      <span aria-hidden="true">–</span>
      <DayField label={t`To`} value={to} min={from} onChange={change('to')} />
    </div>
  );
}

const daysOf = (choice: Choice, shown: ShownFunnel | undefined): Choice =>
  shown === undefined ? choice : { from: shown.from, to: shown.to };
