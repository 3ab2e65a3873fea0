import { useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useBrandFormat } from '../kit/brand-format.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { Field, InputField } from '../kit/controls/Field.tsx';
import kit from '../kit/kit.module.css';
import type { ColumnFilter } from '../kit/table/table-types.ts';
import styles from './list.module.css';
import type { FilterValue } from './list-address.ts';

interface Props {
  /** The column's words. */
  readonly label: string;
  readonly filter: ColumnFilter;
  readonly value: FilterValue | undefined;
  readonly onChange: (value: FilterValue | undefined) => void;
  /** The distribution of the column's values, with the typed range. */
  readonly spread?: (range: TypedRange) => ReactNode;
}

/** The ends of a range as they are typed; empty: open. */
export interface TypedRange {
  readonly from: string;
  readonly to: string;
}

/** Narrows a list by one column: by values, a range or a beginning. */
export function FilterForm({ label, filter, value, onChange, spread }: Props): ReactNode {
  const { t } = useLingui();
  const [draft, setDraft] = useState(value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(draft);
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-label={t`Only some of ${label}`}>
      {filter.kind === 'set' && <Values label={label} filter={filter} value={draft} onChange={setDraft} />}
      {filter.kind === 'range' && <Range filter={filter} value={draft} onChange={setDraft} />}
      {filter.kind === 'range' &&
        filter.hasSpread &&
        spread?.(draft?.kind === 'range' ? draft : { from: '', to: '' })}
      {filter.kind === 'text' && <Beginning value={draft} onChange={setDraft} />}
      <div className={kit.row}>
        <Button type="submit" look="primary">{t`Show`}</Button>
        {value && <Button onClick={() => onChange(undefined)}>{t`Clear`}</Button>}
      </div>
    </form>
  );
}

interface PartProps<Filter> {
  readonly filter: Filter;
  readonly value: FilterValue | undefined;
  readonly onChange: (value: FilterValue | undefined) => void;
}

function Values({
  label,
  filter,
  value,
  onChange,
}: PartProps<ColumnFilter & { readonly kind: 'set' }> & { readonly label: string }): ReactNode {
  const values = value?.kind === 'set' ? value.values : [];
  const toggle = (one: string) => {
    const next = values.includes(one) ? values.filter((other) => other !== one) : [...values, one];
    onChange(next.length === 0 ? undefined : { kind: 'set', values: next });
  };
  return (
    <fieldset className={styles.values}>
      <legend>{label}</legend>
      {filter.options.map((option) => (
        <label key={option.value} className={styles.value}>
          <input
            type="checkbox"
            checked={values.includes(option.value)}
            onChange={() => toggle(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}

function Range({
  filter: { of },
  value,
  onChange,
}: PartProps<ColumnFilter & { readonly kind: 'range' }>): ReactNode {
  const { t } = useLingui();
  const { money } = useBrandFormat();
  const range = value?.kind === 'range' ? value : { from: '', to: '' };
  const change = (end: Partial<typeof range>) => {
    const { from, to } = { ...range, ...end };
    onChange(from === '' && to === '' ? undefined : { kind: 'range', from, to });
  };
  const kind =
    of === 'days'
      ? { type: 'date' }
      : { type: 'number', min: 0, max: 9_999_999_999, step: of === 'money' ? 0.01 : 1 };
  const unit = of === 'money' && money.symbol !== '' ? ` (${money.symbol})` : '';
  return (
    <div className={styles.range}>
      <InputField
        label={t`From` + unit}
        {...kind}
        value={range.from}
        onChange={(value) => change({ from: value })}
      />
      <InputField
        label={t`To` + unit}
        {...kind}
        {...(range.from === '' ? {} : { min: range.from })}
        value={range.to}
        onChange={(value) => change({ to: value })}
      />
    </div>
  );
}

function Beginning({ value, onChange }: Omit<PartProps<never>, 'filter'>): ReactNode {
  const { t } = useLingui();
  return (
    <Field label={t`Begins with`}>
      {(id) => (
        <input
          id={id}
          maxLength={40}
          autoComplete="off"
          value={value?.kind === 'text' ? value.text : ''}
          onChange={({ currentTarget: { value: text } }) =>
            onChange(text.trim() === '' ? undefined : { kind: 'text', text })
          }
        />
      )}
    </Field>
  );
}
