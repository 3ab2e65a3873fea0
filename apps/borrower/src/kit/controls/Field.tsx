import { type ChangeEvent, type ReactNode, type Ref, useId } from 'react';
import { Icon } from '../layout/Icon.tsx';
import css from './Field.module.css';
import { formatDigits, type Grouping, type InputFormat, typedDigits } from './format-input.ts';

interface FieldText {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

function Frame({
  label,
  hint,
  error,
  id,
  children,
  aside,
}: FieldText & {
  readonly id: string;
  readonly children: ReactNode;
  readonly aside?: ReactNode;
}): ReactNode {
  return (
    <div className={`${css.field} ${error ? css.wrong : ''}`}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <div className={css.box}>
        {children}
        {aside}
      </div>
      {error ? (
        <span className={css.error} id={`${id}-error`} role="alert">
          {error}
        </span>
      ) : null}
      {hint ? (
        <span className={css.hint} id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
    </div>
  );
}

/** The ids of a field's fault and of its hint, which stays while the fault is mended. */
function describedBy(id: string, { error, hint }: FieldText): string | undefined {
  return [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ') || undefined;
}

/** Groups the typed digits in the input, keeps the caret in place, and returns the digits alone. */
function regroup(
  event: ChangeEvent<HTMLInputElement>,
  format: InputFormat | Grouping,
  maxDigits: number | undefined,
): string {
  const input = event.target;
  const { digits, text, caret } = typedDigits(format, {
    text: input.value,
    caret: input.selectionStart ?? input.value.length,
    maxDigits,
  });
  // Group here and not in the next render: React would put the caret at the end, and would not render at all if only a
  // space or a letter was typed.
  input.value = text;
  const { nativeEvent } = event;
  const deletedForward =
    nativeEvent instanceof InputEvent && nativeEvent.inputType === 'deleteContentForward';
  // The Delete key deletes a grouping sign, which would come back; delete the digit after it instead.
  const position = deletedForward && /\D/.test(text.charAt(caret)) ? caret + 1 : caret;
  input.setSelectionRange(position, position);
  return digits;
}

/**
 * A line of text. With a format it keeps only digits, groups them while typing and keeps the caret in place; `value`
 * is then the digits alone.
 */
export function TextField(
  props: FieldText & {
    readonly name: string;
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly format?: InputFormat | Grouping | undefined;
    readonly autoComplete?: string;
    readonly maxLength?: number | undefined;
    /** The keyboard for text without a format; digits set their own. */
    readonly inputMode?: 'text' | 'decimal';
    readonly inputRef?: Ref<HTMLInputElement>;
    readonly aside?: { readonly text: string; readonly onTap: () => void; readonly disabled?: boolean };
  },
): ReactNode {
  const { name, value, onChange, format, autoComplete, maxLength, inputMode, inputRef, aside, ...text } =
    props;
  const id = useId();
  const shown = format ? formatDigits(format, value) : value;

  return (
    <Frame
      {...text}
      id={id}
      aside={
        aside ? (
          <button type="button" className={css.aside} onClick={aside.onTap} disabled={aside.disabled}>
            {aside.text}
          </button>
        ) : null
      }
    >
      <input
        ref={inputRef}
        id={id}
        className={css.input}
        name={name}
        value={shown}
        inputMode={format ? 'numeric' : (inputMode ?? 'text')}
        autoComplete={autoComplete ?? 'off'}
        maxLength={format ? undefined : maxLength}
        aria-invalid={text.error ? true : undefined}
        aria-describedby={describedBy(id, text)}
        onChange={(event) => onChange(format ? regroup(event, format, maxLength) : event.target.value)}
      />
    </Frame>
  );
}

/** A field whose value is picked in a sheet. */
export function PickerField(
  props: FieldText & {
    readonly value: string;
    readonly placeholder: string;
    readonly onTap: () => void;
    readonly buttonRef?: Ref<HTMLButtonElement>;
  },
): ReactNode {
  const { value, placeholder, onTap, buttonRef, ...text } = props;
  const id = useId();
  return (
    <Frame {...text} id={id}>
      <button
        ref={buttonRef}
        type="button"
        id={id}
        className={`${css.input} ${css.picker}`}
        aria-haspopup="dialog"
        aria-label={`${text.label}: ${value || placeholder}`}
        aria-invalid={text.error ? true : undefined}
        aria-describedby={describedBy(id, text)}
        // The list gives the focus back: after a tap without its ring, which a key shows again.
        onClick={(event) => {
          if (event.detail > 0) event.currentTarget.dataset.tapped = '';
          onTap();
        }}
        onKeyUp={(event) => {
          delete event.currentTarget.dataset.tapped;
        }}
      >
        <span className={value ? undefined : css.placeholder}>{value || placeholder}</span>
        <Icon name="down" size={20} />
      </button>
    </Frame>
  );
}
