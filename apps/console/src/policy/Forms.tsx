import { policyRules, waitReasons } from '@hiram/contract/console/decision';
import { reasonsToRefuse } from '@hiram/contract/console/decision-words';
import { type FactName, factCatalogue } from '@hiram/decision/facts';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useFactWord, useRuleWord } from '../facts/fact-words.ts';
import { useStageNames, useThenWords } from '../facts/part-words.ts';
import { Button } from '../kit/controls/Button.tsx';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { ConditionFields, newComparison } from './ConditionFields.tsx';
import { type Json, type Path, valueAt } from './draft-json.ts';
import { DraftField, type FieldOf, Line, List, useEditor, useItems } from './editor.tsx';
import styles from './policy.module.css';

const reasons: readonly string[] = [...new Set([...reasonsToRefuse, ...policyRules, ...waitReasons])];
const integerFacts = (Object.keys(factCatalogue) as FactName[]).filter(
  (name) => factCatalogue[name].type === 'integer' && name !== 'score.points',
);
/** Debts that an instalment can be added to: facts of cents a month. */
const debtFacts = integerFacts.filter(
  (name) => 'unit' in factCatalogue[name] && name.startsWith('bureau.monthly'),
);
const effects = ['refuse', 'refer'] as const;

/** An id that no rule of the draft has. */
function newRuleId(json: Json): string {
  const text = JSON.stringify(json);
  let number = 1;
  while (text.includes(`"rule${number}"`)) number += 1;
  return `rule${number}`;
}

const idOf = (rule: Json, index: number) => String(valueAt(rule, ['id']) ?? index + 1);

/** The fields that lines of several stages have. */
function useCommonFields() {
  const { t } = useLingui();
  const then = useThenWords();
  const ruleWord = useRuleWord();
  const choice = (label: string, values: readonly (keyof typeof then)[]): FieldOf => ({
    label,
    options: values.map((value) => ({ value, label: then[value] })),
  });
  return {
    // biome-ignore lint/suspicious/noThenProperty: a rule's own name for it
    then: choice(t`Then`, effects),
    reason: { label: t`Reason`, options: reasons.map((value) => ({ value, label: ruleWord(value) })) },
    missing: choice(t`If a fact is missing`, [...effects, 'skip']),
  };
}

/** The six stages in forms. */
export function Forms({ products }: { readonly products: readonly string[] }): ReactNode {
  return (
    <div className={styles.editor}>
      <RuleLines />
      <ScorecardLines />
      <ShareLine />
      <LadderLines products={products} />
    </div>
  );
}

function RuleLines(): ReactNode {
  const { t } = useLingui();
  const names = useStageNames();
  const { json } = useEditor();
  const fields = { id: { label: t`Id` }, ...useCommonFields() };
  return (['law', 'fraud', 'bureau'] as const).map((name, stage) => (
    <List
      key={name}
      title={`${stage + 1} ${names[name]}`}
      path={['stages', stage, 'rules']}
      addWords={t`Add a rule`}
      fresh={() => ({
        id: newRuleId(json),
        if: newComparison,
        // biome-ignore lint/suspicious/noThenProperty: a rule's own name for it
        then: 'refer',
        reason: 'detailsUnclear',
        missing: 'skip',
      })}
      legendOf={(rule, index) => t`Rule ${idOf(rule, index)}`}
      fields={fields}
      more={(own, rule) => (
        <div className={styles.full}>
          <ConditionFields path={[...own, 'if']} of={idOf(rule, Number(own.at(-1)))} />
        </div>
      )}
    />
  ));
}

const base: Path = ['stages', 3, 'base'];
const cards: Path = ['stages', 3, 'cards'];
const bands: Path = ['stages', 3, 'bands'];

function ScorecardLines(): ReactNode {
  const { t } = useLingui();
  const names = useStageNames();
  const factWord = useFactWord();
  const { then, reason } = useCommonFields();
  const hasBands = useItems(bands).length > 0;
  return (
    <>
      <List
        title={`4 ${names.scorecard}`}
        path={cards}
        addWords={t`Add a fact`}
        fresh={() => ({ fact: 'history.settledLoans', missing: 0, bands: [{ from: 0, points: 0 }] })}
        first={
          <Line path={base} legend={t`Points at the start`}>
            <DraftField label={t`Points at the start`} path={base} kind="number" />
          </Line>
        }
        legendOf={(card) => t`Points by ${factWord(String(valueAt(card, ['fact']) ?? ''))}`}
        fields={{
          fact: {
            label: t`Fact`,
            options: integerFacts.map((value) => ({ value, label: factWord(value) })),
          },
          missing: { label: t`Points if missing`, kind: 'number' },
        }}
        more={(own) => <CardBands path={[...own, 'bands']} />}
      />
      <List
        title={t`4 What a sum of points decides`}
        path={bands}
        addWords={t`Add a band`}
        // biome-ignore lint/suspicious/noThenProperty: a band's own name for it
        fresh={() => ({ below: 0, then: 'refer', reason: 'score' })}
        first={!hasBands && <p className={styles.none}>{t`No number of points decides.`}</p>}
        legendOf={(_band, index) => t`Band ${index + 1}`}
        fields={{ below: { label: t`Below`, kind: 'number' }, then, reason }}
      />
    </>
  );
}

/** The points of a card from each value on. */
function CardBands({ path }: { readonly path: Path }): ReactNode {
  const { t } = useLingui();
  const { set } = useEditor();
  const items = useItems(path);
  const last = valueAt(items.at(-1), ['from']);
  const from = typeof last === 'number' ? last + 1 : 0;
  return (
    <>
      {items.map((_band, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a band has no name
        <div key={at} className={styles.pair}>
          <DraftField label={t`From`} path={[...path, at, 'from']} kind="number" />
          <DraftField label={t`Points`} path={[...path, at, 'points']} kind="number" />
          {items.length > 1 && (
            <Button aria-label={t`Take out band ${at + 1}`} onClick={() => set([...path, at], undefined)}>
              ×
            </Button>
          )}
        </div>
      ))}
      <Button
        look="quiet"
        onClick={() => set([...path, items.length], { from, points: 0 })}
      >{t`Add a band`}</Button>
    </>
  );
}

function ShareLine(): ReactNode {
  const { t } = useLingui();
  const names = useStageNames();
  const factWord = useFactWord();
  const { set } = useEditor();
  const path = ['stages', 4];
  const debts = useItems([...path, 'debts']);
  return (
    <Card title={`5 ${names.affordability}`} isFlush>
      <Line path={path} legend={names.affordability}>
        <DraftField label={t`At most, % of income`} path={[...path, 'maxShare']} kind="percent" />
        {debtFacts.map((fact) => (
          <label key={fact} className={kit.choice}>
            <input
              type="checkbox"
              checked={debts.includes(fact)}
              onChange={({ currentTarget }) =>
                set(
                  [...path, 'debts'],
                  currentTarget.checked ? [...debts, fact] : debts.filter((debt) => debt !== fact),
                )
              }
            />
            {t`Together with: ${factWord(fact)}`}
          </label>
        ))}
      </Line>
    </Card>
  );
}

function LadderLines({ products }: { readonly products: readonly string[] }): ReactNode {
  const { t } = useLingui();
  const names = useStageNames();
  const path = ['stages', 5, 'ladder'];
  const last = valueAt(useItems(path).at(-1), ['settled']);
  const every = { value: '', label: t`every product` };
  return (
    <List
      title={`6 ${names.limit}`}
      path={path}
      addWords={t`Add a row`}
      fresh={() => ({ settled: Number(last) || 0, max: 0 })}
      legendOf={(_row, index) => t`Row ${index + 1}`}
      fields={{
        product: {
          label: t`Product`,
          options: [every, ...products.map((value) => ({ value, label: value }))],
        },
        settled: { label: t`Repaid loans`, kind: 'number' },
        maxDaysLate: { label: t`Most days late`, kind: 'optionalNumber' },
        max: { label: t`Up to`, kind: 'amount' },
      }}
    />
  );
}
