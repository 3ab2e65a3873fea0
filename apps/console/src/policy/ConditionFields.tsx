import { type FactName, type FactType, factCatalogue, isFactName } from '@hiram/decision/facts';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { amountFacts, operators, useFactWord } from '../facts/fact-words.ts';
import { Button } from '../kit/controls/Button.tsx';
import { SelectField } from '../kit/controls/Field.tsx';
import { type Json, type Path, valueAt } from './draft-json.ts';
import { DraftField, type FieldOf, useEditor } from './editor.tsx';
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
  const group = (['all', 'any'] as const).find((name) => valueAt(value, [name]) !== undefined);
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
  const inner = valueAt(value, [group]);
  const items: readonly Json[] = Array.isArray(inner) ? inner : [];
  const remove = (index: number) => {
    const left = items.filter((_item, at) => at !== index);
    set(path, left.length === 1 ? left[0] : { [group]: left });
  };
  return (
    <div className={styles.condition}>
      <div className={styles.fields}>
        <SelectField
          label={t`Of these`}
          value={group}
          options={[
            { value: 'all', label: t`all must hold` },
            { value: 'any', label: t`one must hold` },
          ]}
          onChange={(chosen) => set(path, { [chosen]: items })}
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
  const comparison = valueAt(json, path);
  const fact = String(valueAt(comparison, ['fact']) ?? '');
  const op = String(valueAt(comparison, ['op']) ?? '');
  const { type } = definitionOf(fact);
  const opWords: Readonly<Record<string, string>> = {
    ...operators,
    between: t`between`,
    in: t`one of`,
    notIn: t`none of`,
  };
  const isOrdered = type === 'integer' || type === 'day';
  const ops = isOrdered ? Object.keys(opWords) : ['=', '!=', 'in', 'notIn'];
  const first = valueAt(comparison, ['value']);
  const plain = (Array.isArray(first) ? (first as readonly Json[])[0] : first) ?? 0;
  const chooseFact = (name: string) => {
    const next = definitionOf(name).type;
    const isFitting = op === '=' || op === '!=' || (next === 'integer' && op in operators);
    set(path, {
      fact: name,
      op: isFitting ? op : '=',
      value: type === 'integer' && next === type ? plain : usualOf(name),
    });
  };
  const chooseOp = (next: string) =>
    set(path, {
      fact,
      op: next,
      value: next === 'between' ? [plain, plain] : next === 'in' || next === 'notIn' ? [plain] : plain,
    });
  const values: readonly (FieldOf & { readonly at: Path })[] =
    op === 'between'
      ? [
          { label: t`From`, at: ['value', 0] },
          { label: t`To`, at: ['value', 1] },
        ]
      : [{ label: t`Value`, at: ['value'] }];
  const valueKind = useValueKind(fact);
  return (
    <div className={styles.fields}>
      <DraftField
        label={t`Fact of ${of}`}
        path={[...path, 'fact']}
        options={factNames.map((name) => ({ value: name, label: factWord(name) }))}
        onChoose={chooseFact}
      />
      <DraftField
        label={t`Comparison`}
        path={[...path, 'op']}
        options={ops.map((name) => ({ value: name, label: opWords[name] ?? name }))}
        onChoose={chooseOp}
      />
      {op === 'in' || op === 'notIn' ? (
        <DraftField
          label={t`Values, with commas`}
          path={[...path, 'value']}
          kind={type === 'integer' ? 'numbers' : 'words'}
        />
      ) : (
        values.map(({ label, at }) => (
          <DraftField key={label} label={label} path={[...path, ...at]} {...valueKind} />
        ))
      )}
    </div>
  );
}

/** The field of a value that a fact is compared with. */
function useValueKind(fact: string): Pick<FieldOf, 'kind' | 'options'> {
  const { t } = useLingui();
  const { type, words } = definitionOf(fact);
  if (type === 'flag')
    return {
      kind: 'flag',
      options: [
        { value: 'true', label: t`yes` },
        { value: 'false', label: t`no` },
      ],
    };
  if (words) return { options: words.map((value) => ({ value, label: value })) };
  if (amountFacts.has(fact)) return { kind: 'amount' };
  return { kind: type === 'integer' ? 'number' : 'text' };
}
