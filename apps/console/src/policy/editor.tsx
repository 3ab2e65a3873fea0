import { formatCents } from '@hiram/loan';
import { parseCents } from '@hiram/loan/parse';
import { useLingui } from '@lingui/react/macro';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { useBrandFormat } from '../kit/brand-format.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { InputField, SelectField } from '../kit/controls/Field.tsx';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { type Json, type Path, typedNumber, valueAt } from './draft-json.ts';
import styles from './policy.module.css';

interface Fault {
  readonly path: string;
  readonly fault: string;
}

interface Editor {
  readonly json: Json;
  readonly set: (path: Path, value: Json | undefined) => void;
  readonly faults: readonly Fault[];
}

export const EditorContext = createContext<Editor>({ json: null, set: () => {}, faults: [] });

export const useEditor = () => useContext(EditorContext);

/** The items of a list of the draft. */
export function useItems(path: Path): readonly Json[] {
  const items = valueAt(useEditor().json, path);
  return Array.isArray(items) ? items : [];
}

export const useText = (path: Path): string => {
  const value = valueAt(useEditor().json, path);
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
};

export const lineId = (path: string) => `line-${path.replaceAll('.', '-')}`;

interface LineProps {
  readonly path: Path;
  readonly legend: string;
  /** True: it can be removed. */
  readonly isRemovable?: boolean;
  readonly children: ReactNode;
}

/** A line of a draft with its fields, and the faults that the check found in it. */
export function Line({ path, legend, isRemovable = false, children }: LineProps): ReactNode {
  const { t } = useLingui();
  const { faults, set } = useEditor();
  const name = path.join('.');
  const own = faults.filter((fault) => fault.path === name || fault.path.startsWith(`${name}.`));
  return (
    <fieldset
      id={lineId(name)}
      className={styles.line}
      data-fault={own.length > 0 ? '' : undefined}
      tabIndex={-1}
    >
      <legend className={styles.hidden}>{legend}</legend>
      <div className={styles.fields}>
        {children}
        {isRemovable && (
          <Button
            aria-label={t`Take out: ${legend}`}
            onClick={() => set(path, undefined)}
          >{t`Take out`}</Button>
        )}
      </div>
      {own.map(({ path: at, fault }) => (
        <p key={`${at} ${fault}`} className={kit.fault} role="alert">
          {fault}
        </p>
      ))}
    </fieldset>
  );
}

interface InputProps {
  readonly label: string;
  readonly path: Path;
}

/** A line of text of the draft. `read`: what is stored of a text. */
export function TextInput({
  label,
  path,
  text,
  read = (typed) => typed,
  inputMode,
}: InputProps & {
  readonly text?: string;
  readonly read?: (typed: string) => Json | undefined;
  readonly inputMode?: 'numeric' | 'decimal';
}): ReactNode {
  const { set } = useEditor();
  const stored = useText(path);
  return (
    <InputField
      label={label}
      maxLength={200}
      autoComplete="off"
      inputMode={inputMode}
      value={text ?? stored}
      onChange={(typed) => set(path, read(typed))}
    />
  );
}

/** A whole number of the draft. `isOptional`: empty takes it out. */
export function NumberInput({
  isOptional = false,
  ...input
}: InputProps & { readonly isOptional?: boolean }): ReactNode {
  const read = (text: string) => (isOptional && text === '' ? undefined : typedNumber(text));
  return <TextInput {...input} inputMode="numeric" read={read} />;
}

/** A number that is stored as another one: cents as an amount of the brand, parts of a million as per cent. */
function ScaledInput({
  label,
  path,
  shown,
  read,
}: InputProps & {
  readonly shown: (value: number) => string;
  readonly read: (text: string) => number | undefined;
}): ReactNode {
  const value = valueAt(useEditor().json, path);
  const written = typeof value === 'number' ? shown(value) : value === undefined ? '' : String(value);
  const [typed, setTyped] = useState({ text: written, value });
  // Changed from elsewhere, such as by loaded JSON.
  if (typed.value !== value) setTyped({ text: written, value });
  const store = (text: string) => {
    const next = read(text) ?? text;
    setTyped({ text, value: next });
    return next;
  };
  return <TextInput label={label} path={path} inputMode="decimal" text={typed.text} read={store} />;
}

export function AmountInput(props: InputProps): ReactNode {
  const { money } = useBrandFormat();
  return (
    <ScaledInput
      {...props}
      shown={(cents) => formatCents(cents, { ...money, symbol: '' }).trim()}
      read={(text) => {
        const typed = parseCents(text, money);
        return typed.ok ? typed.cents : undefined;
      }}
    />
  );
}

export function PercentInput(props: InputProps): ReactNode {
  return (
    <ScaledInput
      {...props}
      shown={(ppm) => String(ppm / 10_000)}
      read={(text) =>
        /^\d{1,3}(\.\d{1,4})?$/.test(text.trim()) ? Math.round(Number(text) * 10_000) : undefined
      }
    />
  );
}

interface SelectProps extends InputProps {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The chosen one; undefined: the value at the path. */
  readonly chosen?: string;
  /** Called instead of storing the value. */
  readonly onChoose?: (value: string) => void;
}

export function SelectInput({ label, path, options, chosen, onChoose }: SelectProps): ReactNode {
  const { set } = useEditor();
  const stored = useText(path);
  const value = chosen ?? stored;
  const isKnown = options.some((option) => option.value === value);
  return (
    <SelectField
      label={label}
      value={value}
      options={isKnown ? options : [{ value, label: value || '–' }, ...options]}
      onChange={onChoose ?? ((text) => set(path, text || undefined))}
    />
  );
}

interface ListProps {
  readonly title: string;
  readonly path: Path;
  readonly addWords: string;
  /** What is added. */
  readonly fresh: () => Json;
  readonly legendOf: (item: Json, index: number) => string;
  /** Before the items. */
  readonly first?: ReactNode;
  readonly fieldsOf: (own: Path, item: Json) => ReactNode;
}

/** The items of a list of the draft, a line each, and a button that adds one. */
export function List({ title, path, addWords, fresh, legendOf, first, fieldsOf }: ListProps): ReactNode {
  const { set } = useEditor();
  const items = useItems(path);
  return (
    <Card
      title={title}
      aside={<Button onClick={() => set([...path, items.length], fresh())}>{addWords}</Button>}
      isFlush
    >
      <div className={styles.lines}>
        {first}
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what names an item is edited here, so its place is the key
          <Line key={index} path={[...path, index]} legend={legendOf(item, index)} isRemovable>
            {fieldsOf([...path, index], item)}
          </Line>
        ))}
      </div>
    </Card>
  );
}
