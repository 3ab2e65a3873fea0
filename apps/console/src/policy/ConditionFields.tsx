import { type FactName, type FactType, factCatalogue, isFactName } from '@hiram/decision/facts';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { amountFacts, operators, useFactWord } from '../facts/fact-words.ts';
import { Button } from '../kit/controls/Button.tsx';
import { type Json, type Path, typedNumber, valueAt } from './draft-json.ts';
import { AmountInput, NumberInput, SelectInput, TextInput, useEditor, useItems, useText } from './editor.tsx';
import styles from './policy.module.css';

/** Conditions can be nested so deep. */
const maxDepth = 3;

const factNames = Object.keys(factCatalogue) as FactName[];
/** A fact that the draft names and the catalogue has not is edited as a number. */
const definitionOf = (name: string): { readonly type: FactType; readonly words?: readonly string[] } =>
  isFactName(name) ? factCatalogue[name] : { type: 'integer' };

/** The value that a comparison of a fact begins with. */
function usualOf(fact: string): Json {
  const { type, words } = definitionOf(fact);
  return type === 'flag' ? true : type === 'integer' ? 0 : (words?.[0] ?? '');
}

/** A comparison that a new rule begins with. */
export const newComparison: Json = { fact: 'loan.amount', op: '>', value: 0 };

interface Props {
  readonly path: Path;
  /** The name of its owner, for assistive technology. */
  readonly of: string;
  readonly depth?: number;
}

/** The condition of a rule: a comparison, or several of which all or any must hold. */
export function ConditionFields({ path, of, depth = 0 }: Props): ReactNode {
  const { t } = useLingui();
  const { json, set } = useEditor();
  const value = valueAt(json, path);
  const group = ['all', 'any'].find((name) => valueAt(value, [name]) !== undefined);
  const items = useItems([...path, group ?? '']);
  if (group === undefined)
    return (
      <div className={styles.condition}>
        <ComparisonFields path={path} of={of} />
        {depth < maxDepth && (
          <div>
            <Button
              look="quiet"
              aria-label={t`Another condition for ${of}`}
              onClick={() => set(path, { all: [value ?? newComparison, newComparison] })}
            >{t`Add a condition`}</Button>
          </div>
        )}
      </div>
    );
  const remove = (index: number) => {
    const left = items.filter((_item, at) => at !== index);
    set(path, left.length === 1 ? left[0] : { [group]: left });
  };
  return (
    <div className={styles.condition}>
      <div className={styles.fields}>
        <SelectInput
          label={t`Of these`}
          path={path}
          options={[
            { value: 'all', label: t`all must hold` },
            { value: 'any', label: t`one must hold` },
          ]}
          chosen={group}
          onChoose={(chosen) => set(path, { [chosen]: items })}
        />
      </div>
      {items.map((_item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a condition is known by its place alone
        <div key={index}>
          <ConditionFields path={[...path, group, index]} of={`${of} ${index + 1}`} depth={depth + 1} />
          <Button look="quiet" onClick={() => remove(index)}>{t`Take out condition ${index + 1}`}</Button>
        </div>
      ))}
      <div>
        <Button
          look="quiet"
          onClick={() => set([...path, group, items.length], newComparison)}
        >{t`Add a condition`}</Button>
      </div>
    </div>
  );
}

function ComparisonFields({ path, of }: Props): ReactNode {
  const { t } = useLingui();
  const { json, set } = useEditor();
  const factWord = useFactWord();
  const fact = useText([...path, 'fact']);
  const op = useText([...path, 'op']);
  const { type } = definitionOf(fact);
  const isOrdered = type === 'integer' || type === 'day';
  const opWords: Readonly<Record<string, string>> = {
    ...operators,
    between: t`between`,
    in: t`one of`,
    notIn: t`none of`,
  };
  const ops = isOrdered ? Object.keys(opWords) : ['=', '!=', 'in', 'notIn'];
  const first = valueAt(json, [...path, 'value']);
  const plain = Array.isArray(first) ? ((first as readonly Json[])[0] ?? 0) : (first ?? 0);
  const usual = usualOf(fact);
  const chooseFact = (name: string) => {
    const next = definitionOf(name).type;
    const value = type === 'integer' && next === type ? plain : usualOf(name);
    const isFitting =
      !['between', 'in', 'notIn'].includes(op) && (next === 'integer' || op === '=' || op === '!=');
    set(path, { fact: name, op: isFitting ? op : '=', value });
  };
  const chooseOp = (next: string) => {
    const value: Json =
      next === 'between' ? [plain, plain] : next === 'in' || next === 'notIn' ? [plain] : plain;
    set(path, { fact, op: next, value });
  };
  return (
    <div className={styles.fields}>
      <SelectInput
        label={t`Fact of ${of}`}
        path={[...path, 'fact']}
        options={factNames.map((name) => ({ value: name, label: factWord(name) }))}
        onChoose={chooseFact}
      />
      <SelectInput
        label={t`Comparison`}
        path={[...path, 'op']}
        options={ops.map((name) => ({ value: name, label: opWords[name] ?? name }))}
        onChoose={chooseOp}
      />
      {op === 'between' ? (
        <>
          <ValueInput label={t`From`} path={[...path, 'value', 0]} fact={fact} />
          <ValueInput label={t`To`} path={[...path, 'value', 1]} fact={fact} />
        </>
      ) : op === 'in' || op === 'notIn' ? (
        <ListInput path={[...path, 'value']} type={type} usual={usual} />
      ) : (
        <ValueInput label={t`Value`} path={[...path, 'value']} fact={fact} />
      )}
    </div>
  );
}

function ValueInput({ label, path, fact }: { label: string; path: Path; fact: string }): ReactNode {
  const { t } = useLingui();
  const { set } = useEditor();
  const { type, words } = definitionOf(fact);
  if (type === 'flag')
    return (
      <SelectInput
        label={label}
        path={path}
        options={[
          { value: 'true', label: t`yes` },
          { value: 'false', label: t`no` },
        ]}
        onChoose={(chosen) => set(path, chosen === 'true')}
      />
    );
  if (words)
    return (
      <SelectInput label={label} path={path} options={words.map((value) => ({ value, label: value }))} />
    );
  if (amountFacts.has(fact)) return <AmountInput label={label} path={path} />;
  return type === 'integer' ? (
    <NumberInput label={label} path={path} />
  ) : (
    <TextInput label={label} path={path} />
  );
}

/** Several values, with commas between them. */
function ListInput({
  path,
  type,
  usual,
}: {
  readonly path: Path;
  readonly type: string;
  readonly usual: Json;
}): ReactNode {
  const { t } = useLingui();
  const items = useItems(path);
  const read = (text: string): Json => {
    const values = text.split(',').map((each) => each.trim());
    if (values.length === 1 && values[0] === '') return [usual];
    return type === 'integer' ? values.map(typedNumber) : values;
  };
  return <TextInput label={t`Values, with commas`} path={path} text={items.join(', ')} read={read} />;
}
