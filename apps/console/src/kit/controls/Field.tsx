import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from '../kit.module.css';

interface FieldProps {
  readonly label: string;
  readonly children: (id: string) => ReactNode;
}

/** A control with its label: `children` gets the control's id. */
export function Field({ label, children }: FieldProps): ReactNode {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}

type Controlled<Tag extends 'input' | 'select'> = Omit<ComponentProps<Tag>, 'id' | 'value' | 'onChange'>;

interface InputFieldProps extends Controlled<'input'> {
  readonly label: string;
  readonly value: string | number;
  readonly onChange: (value: string) => void;
}

/** One line of text, a day or a number, with its label. */
export function InputField({ label, onChange, ...input }: InputFieldProps): ReactNode {
  return (
    <Field label={label}>
      {(id) => <input {...input} id={id} onChange={(event) => onChange(event.currentTarget.value)} />}
    </Field>
  );
}

export interface Option {
  readonly value: string | number;
  readonly label: string;
  readonly disabled?: boolean;
}

interface SelectProps<Options extends readonly Option[]> extends Controlled<'select'> {
  readonly value?: Option['value'];
  readonly options: Options;
  readonly onChange: (value: Options[number]['value']) => void;
}

/** One of several values. */
export function Select<const Options extends readonly Option[]>({
  options,
  onChange,
  ...select
}: SelectProps<Options> & { readonly id?: string }): ReactNode {
  return (
    <select
      {...select}
      onChange={({ currentTarget }) => {
        const chosen = options.find(({ value }) => String(value) === currentTarget.value);
        if (chosen) onChange(chosen.value);
      }}
    >
      {options.map(({ label, ...option }) => (
        <option key={option.value} {...option}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** One of several values, with its label. */
export function SelectField<const Options extends readonly Option[]>({
  label,
  ...select
}: SelectProps<Options> & { readonly label: string }): ReactNode {
  return <Field label={label}>{(id) => <Select {...select} id={id} />}</Field>;
}
