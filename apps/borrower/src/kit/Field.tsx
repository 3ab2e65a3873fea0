import { type ReactNode, type Ref, useId, useLayoutEffect, useRef } from 'react';
import css from './Field.module.css';
import { caretAfter, digitsOf, formatDigits, type InputFormat } from './format-input.ts';
import { Icon } from './Icon.tsx';

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
}: FieldText & { readonly id: string; readonly children: ReactNode; readonly aside?: ReactNode }): ReactNode {
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      <div className={`${css.box} ${error ? css.wrong : ''}`}>
        {children}
        {aside}
      </div>
      {error ? (
        <span className={css.error} id={`${id}-error`} role="alert">
          {error}
        </span>
      ) : hint ? (
        <span className={css.hint} id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
    </div>
  );
}

/** A line of text. With a format it keeps digits only, groups them while typing and leaves the caret where it was; `value` is the digits alone. */
export function TextField(
  props: FieldText & {
    readonly name: string;
    readonly value: string;
    readonly onChange: (value: string) => void;
    readonly format?: InputFormat | undefined;
    readonly autoComplete?: string;
    readonly maxLength?: number | undefined;
    readonly inputRef?: Ref<HTMLInputElement>;
    readonly aside?: { readonly text: string; readonly onTap: () => void; readonly disabled?: boolean };
  },
): ReactNode {
  const { name, value, onChange, format, autoComplete, maxLength, inputRef, aside, ...text } = props;
  const id = useId();
  const own = useRef<HTMLInputElement | null>(null);
  const caret = useRef<number | undefined>(undefined);
  const shown = format ? formatDigits(format, value) : value;

  // React puts the caret at the end of a changed value; it goes back behind the digit that it stood behind.
  useLayoutEffect(() => {
    const input = own.current;
    if (!input || caret.current === undefined || document.activeElement !== input) return;
    const position = caretAfter(shown, caret.current);
    input.setSelectionRange(position, position);
    caret.current = undefined;
  });

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
        ref={(element) => {
          own.current = element;
          if (typeof inputRef === 'function') inputRef(element);
          else if (inputRef) inputRef.current = element;
        }}
        id={id}
        className={css.input}
        name={name}
        value={shown}
        inputMode={format ? 'numeric' : 'text'}
        autoComplete={autoComplete ?? 'off'}
        maxLength={format ? undefined : maxLength}
        aria-invalid={text.error ? true : undefined}
        aria-describedby={text.error ? `${id}-error` : text.hint ? `${id}-hint` : undefined}
        onChange={(event) => {
          const { value: typed, selectionStart } = event.target;
          if (!format) return onChange(typed);
          caret.current = digitsOf(format, typed.slice(0, selectionStart ?? typed.length)).length;
          const digits = digitsOf(format, typed);
          onChange(maxLength ? digits.slice(0, maxLength) : digits);
        }}
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
        aria-describedby={text.error ? `${id}-error` : undefined}
        onClick={onTap}
      >
        <span className={value ? undefined : css.placeholder}>{value || placeholder}</span>
        <Icon name="down" size={20} />
      </button>
    </Frame>
  );
}

export function Checkbox({
  checked,
  onChange,
  children,
}: {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly children: ReactNode;
}): ReactNode {
  const id = useId();
  return (
    <div className={css.check}>
      <input type="checkbox" id={id} checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <label htmlFor={id}>{children}</label>
    </div>
  );
}

/** Tabs by the platform's own pattern: arrows move, the chosen one is in the tab order. */
export function Tabs<Key extends string | number>({
  tabs,
  chosen,
  onChoose,
  label,
}: {
  readonly tabs: readonly { readonly key: Key; readonly name: string }[];
  readonly chosen: Key;
  readonly onChoose: (key: Key) => void;
  readonly label: string;
}): ReactNode {
  const list = useRef<HTMLDivElement>(null);
  const move = (by: number) => {
    const index = tabs.findIndex((tab) => tab.key === chosen);
    const next = tabs[(index + by + tabs.length) % tabs.length];
    if (!next) return;
    onChoose(next.key);
    const button = list.current?.querySelectorAll('button')[tabs.indexOf(next)];
    button?.focus();
  };
  return (
    <div
      ref={list}
      className={css.tabs}
      role="tablist"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key === 'ArrowRight') move(1);
        if (event.key === 'ArrowLeft') move(-1);
      }}
    >
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          role="tab"
          className={css.tab}
          aria-selected={tab.key === chosen}
          tabIndex={tab.key === chosen ? 0 : -1}
          onClick={() => onChoose(tab.key)}
        >
          {tab.name}
        </button>
      ))}
    </div>
  );
}
