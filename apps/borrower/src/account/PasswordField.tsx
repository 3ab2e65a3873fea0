import { type ReactNode, type Ref, useId, useState } from 'react';
import field from '../kit/controls/Field.module.css';

/** A password field with a button that shows the password: typing it unseen on a small keyboard is error-prone. */
export function PasswordField(props: {
  readonly label: string;
  readonly name?: string;
  readonly hint: string | undefined;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly inputRef: Ref<HTMLInputElement>;
  readonly error: string | undefined;
  readonly show: string;
  readonly hide: string;
}): ReactNode {
  const {
    label,
    name = 'password',
    hint,
    autoComplete,
    value,
    onChange,
    inputRef,
    error,
    show,
    hide,
  } = props;
  const id = useId();
  const [shown, setShown] = useState(false);
  const note = error ?? hint;
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id}>
        {label}
      </label>
      <div className={`${field.box} ${error ? field.wrong : ''}`}>
        <input
          ref={inputRef}
          id={id}
          className={field.input}
          name={name}
          type={shown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          onChange={(event) => onChange(event.target.value)}
        />
        <button type="button" className={field.aside} aria-pressed={shown} onClick={() => setShown(!shown)}>
          {shown ? hide : show}
        </button>
      </div>
      <Note id={`${id}-note`} error={error} hint={hint} />
    </div>
  );
}

/** The line under the field: the error, otherwise the hint, if there is one. */
function Note(props: {
  readonly id: string;
  readonly error: string | undefined;
  readonly hint: string | undefined;
}): ReactNode {
  const { id, error, hint } = props;
  const note = error ?? hint;
  if (!note) return null;
  return (
    <span className={error ? field.error : field.hint} id={id} role={error ? 'alert' : undefined}>
      {note}
    </span>
  );
}
