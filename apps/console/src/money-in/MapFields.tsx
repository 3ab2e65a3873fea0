import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Field } from '../kit/Field.tsx';
import type { TypedMap } from './map.ts';
import styles from './money-in.module.css';

interface Props {
  readonly map: TypedMap;
  readonly onChange: (map: TypedMap) => void;
}

/** The assignment of columns to fields. It is saved for the account. */
export function MapFields({ map, onChange }: Props): ReactNode {
  const { columns, choices } = useFields();
  return (
    <div className={styles.map}>
      {columns.map(({ name, label }) => (
        <Field key={name} label={label}>
          {(id) => (
            <input
              id={id}
              inputMode="numeric"
              maxLength={3}
              value={map[name]}
              onChange={(event) => onChange({ ...map, [name]: event.currentTarget.value })}
            />
          )}
        </Field>
      ))}
      {choices.map(({ name, label, options }) => (
        <Field key={name} label={label}>
          {(id) => (
            <select
              id={id}
              value={map[name]}
              onChange={(event) => onChange({ ...map, [name]: event.currentTarget.value })}
            >
              {options.map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
    </div>
  );
}

/** The fields of a map with their names, and what can be chosen in each. */
function useFields() {
  const { t } = useLingui();
  const columns = [
    { name: 'date', label: t`Column of the day` },
    { name: 'reference', label: t`Column of the reference` },
    { name: 'amount', label: t`Column of the amount, or of what came in` },
    { name: 'debit', label: t`Column of what went out (or empty)` },
    { name: 'currency', label: t`Column of the currency (or empty)` },
    { name: 'balance', label: t`Column of the balance (or empty)` },
    { name: 'skip', label: t`Lines above the first one` },
  ] as const;
  const choices = [
    {
      name: 'delimiter',
      label: t`Between columns`,
      options: [
        [',', t`comma`],
        [';', t`semicolon`],
        ['\t', t`tab`],
        ['|', t`bar`],
      ],
    },
    {
      name: 'dateOrder',
      label: t`Days are written`,
      options: [
        ['YMD', t`year, month, day`],
        ['DMY', t`day, month, year`],
        ['MDY', t`month, day, year`],
      ],
    },
    {
      name: 'decimal',
      label: t`Amounts are written`,
      options: [
        ['.', '1,234.56'],
        [',', '1.234,56'],
      ],
    },
  ] as const;
  return { columns, choices };
}
