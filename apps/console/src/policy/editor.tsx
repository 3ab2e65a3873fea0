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

interface Editor {
  readonly json: Json;
  readonly set: (path: Path, value: Json | undefined) => void;
  readonly faults: readonly { readonly path: string; readonly fault: string }[];
}

export const EditorContext = createContext<Editor>({ json: null, set: () => {}, faults: [] });

export const useEditor = () => useContext(EditorContext);

/** The items of a list of the draft. */
export function useItems(path: Path): readonly Json[] {
  const items = valueAt(useEditor().json, path);
  return Array.isArray(items) ? items : [];
}

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
      <legend className="visually-hidden">{legend}</legend>
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

type Kind = 'text' | 'number' | 'optionalNumber' | 'amount' | 'percent' | 'words' | 'numbers' | 'flag';

/** A field of a line: one of `options` if there are some, else a text of its kind. */
export interface FieldOf {
  readonly label: string;
  readonly kind?: Kind;
  readonly options?: readonly { readonly value: string; readonly label: string }[] | undefined;
  /** Called in place of storing the chosen option. */
  readonly onChoose?: (value: string) => void;
}

interface Notation {
  readonly inputMode?: 'numeric' | 'decimal';
  /** The text of a stored number. */
  readonly write?: (value: number) => string;
  /** What is stored of a text. What the kind cannot read stays a text, so that the check names its line. */
  readonly read: (text: string) => Json | undefined;
}

const separated = (text: string) => (text.trim() === '' ? [] : text.split(',').map((each) => each.trim()));

function useNotation(kind: Kind): Notation {
  const { money } = useBrandFormat();
  const notations: Readonly<Record<Kind, Notation>> = {
    text: { read: (text) => text },
    number: { inputMode: 'numeric', read: typedNumber },
    optionalNumber: { inputMode: 'numeric', read: (text) => (text === '' ? undefined : typedNumber(text)) },
    amount: {
      inputMode: 'decimal',
      write: (cents) => formatCents(cents, { ...money, symbol: '' }).trim(),
      read: (text) => {
        const typed = parseCents(text, money);
        return typed.ok ? typed.cents : text;
      },
    },
    percent: {
      inputMode: 'decimal',
      write: (ppm) => String(ppm / 10_000),
      read: (text) => (/^\d{1,3}(\.\d{1,4})?$/.test(text.trim()) ? Math.round(Number(text) * 10_000) : text),
    },
    words: { read: separated },
    numbers: { read: (text) => separated(text).map(typedNumber) },
    flag: { read: (text) => text === 'true' },
  };
  return notations[kind];
}

/** A field of the draft, which stores what is typed or chosen at its path. */
export function DraftField({
  path,
  label,
  kind = 'text',
  options,
  onChoose,
}: FieldOf & { readonly path: Path }): ReactNode {
  const { json, set } = useEditor();
  const { inputMode, write = String, read } = useNotation(kind);
  const [typed, setTyped] = useState<string>();
  const value = valueAt(json, path);
  const written = Array.isArray(value)
    ? value.join(', ')
    : typeof value === 'number'
      ? write(value)
      : String(value ?? '');
  if (options)
    return (
      <SelectField
        label={label}
        value={written}
        options={
          options.some((option) => option.value === written)
            ? options
            : [{ value: written, label: written || '–' }, ...options]
        }
        onChange={onChoose ?? ((chosen) => set(path, chosen === '' ? undefined : read(chosen)))}
      />
    );
  // A stored value that is not the one of what was typed was changed from elsewhere, such as by loaded JSON.
  const isTyped = typed !== undefined && JSON.stringify(read(typed)) === JSON.stringify(value);
  return (
    <InputField
      label={label}
      maxLength={200}
      autoComplete="off"
      inputMode={inputMode}
      value={isTyped ? typed : written}
      onChange={(text) => {
        setTyped(text);
        set(path, read(text));
      }}
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
  /** The fields of an item by their names in it. */
  readonly fields: Readonly<Record<string, FieldOf>>;
  /** After the fields of an item. */
  readonly more?: (own: Path, item: Json) => ReactNode;
}

/** The items of a list of the draft, a line each, and a button that adds one. */
export function List({ title, path, addWords, fresh, legendOf, first, fields, more }: ListProps): ReactNode {
  const { set } = useEditor();
  const items = useItems(path);
  return (
    <Card
      title={title}
      aside={<Button onClick={() => set([...path, items.length], fresh())}>{addWords}</Button>}
      isFlush
    >
      {first}
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what names an item is edited here, so its place is the key
        <Line key={index} path={[...path, index]} legend={legendOf(item, index)} isRemovable>
          {Object.entries(fields).map(([name, field]) => (
            <DraftField key={name} path={[...path, index, name]} {...field} />
          ))}
          {more?.([...path, index], item)}
        </Line>
      ))}
    </Card>
  );
}
