import { type ReactNode, useId } from 'react';
import css from './Promotion.module.css';

/**
 * One line of the form. Its value is in the input itself and not in React state, so that a visitor can type before any
 * script has loaded and loses nothing when it does.
 */
export function Entry(props: {
  readonly name: string;
  readonly label: string;
  readonly maxLength: number;
  readonly autoComplete: string;
  readonly inputMode?: 'tel' | 'numeric';
  readonly placeholder?: string;
  /** Keeps only digits (PROM-05). */
  readonly digits?: boolean;
  readonly value?: string | undefined;
  readonly problem: string | undefined;
  readonly aside?: ReactNode;
  readonly below?: ReactNode;
}): ReactNode {
  const { name, label, maxLength, digits, problem } = props;
  const id = useId();
  return (
    <div className={css.entry}>
      <div className={`${css.line} ${problem ? css.wrong : ''}`}>
        <div className={css.typed}>
          <label htmlFor={id}>{label}</label>
          <input
            id={id}
            name={name}
            maxLength={maxLength}
            autoComplete={props.autoComplete}
            inputMode={props.inputMode}
            placeholder={props.placeholder}
            defaultValue={props.value}
            autoCapitalize="off"
            spellCheck={false}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onInput={(event) => {
              const input = event.currentTarget;
              if (!digits || !/\D/.test(input.value)) return;
              input.value = input.value.replace(/\D/g, '').slice(0, maxLength);
            }}
          />
        </div>
        {props.aside}
      </div>
      {problem ? (
        <p className={css.problem} id={`${id}-problem`} role="alert">
          {problem}
        </p>
      ) : null}
      {props.below}
    </div>
  );
}
