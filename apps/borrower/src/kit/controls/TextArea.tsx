import { type ReactNode, type Ref, useId } from 'react';
import css from './Field.module.css';

/**
 * Text of several lines with a counter. Text beyond `maxLength` characters, as a person counts them, is ignored (CMP-06,
 * CMP-07).
 */
export function TextArea(props: {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly maxLength: number;
  readonly placeholder?: string;
  /** Stays above the text, where a placeholder would go. */
  readonly hint?: string;
  readonly error?: string | undefined;
  /** Returns the number of characters of a text, and the text cut to `maxLength` of them. */
  readonly count: (text: string) => number;
  readonly cut: (text: string, maxLength: number) => string;
  readonly onChange: (value: string) => void;
  readonly areaRef?: Ref<HTMLTextAreaElement>;
}): ReactNode {
  const { label, name, value, maxLength, placeholder, hint, error, count, cut, onChange, areaRef } = props;
  const id = useId();
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      {hint ? (
        <span className={css.hint} id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      <div className={`${css.box} ${css.tall} ${error ? css.wrong : ''}`}>
        <textarea
          ref={areaRef}
          id={id}
          className={css.area}
          name={name}
          rows={5}
          value={value}
          placeholder={placeholder}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${error ? `${id}-error ` : ''}${hint ? `${id}-hint ` : ''}${id}-count`}
          onChange={(event) => {
            const area = event.target;
            const text = cut(area.value, maxLength);
            if (text !== area.value) area.value = text;
            onChange(text);
          }}
        />
        <span id={`${id}-count`} className={css.counter}>
          {count(value)}/{maxLength}
        </span>
      </div>
      {error ? (
        <span className={css.error} id={`${id}-error`} role="alert">
          {error}
        </span>
      ) : null}
    </div>
  );
}
