import { policyRules, waitReasons } from '@hiram/contract/console/decision';
import { reasonsToRefuse } from '@hiram/contract/console/decision-words';
import { findPolicyFaults, savePolicyDraft, showPolicy } from '@hiram/contract/console/policy';
import { type FactName, factCatalogue } from '@hiram/decision/facts';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { Link, useLocation } from 'wouter';
import { useChoiceInAddress } from '../app/in-address.ts';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { useDraft } from '../app/useDraft.ts';
import { useFactWord, useRuleWord } from '../facts/fact-words.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Tabs } from '../kit/controls/Tabs.tsx';
import { TextArea } from '../kit/controls/TextArea.tsx';
import kit from '../kit/kit.module.css';
import { Card, Page, SidePanel } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { useToast } from '../kit/toast.tsx';
import { Fault } from '../net/Fault.tsx';
import { Loaded, MayNotSee } from '../net/Loaded.tsx';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import { ConditionFields, newComparison } from './ConditionFields.tsx';
import { type Json, type Path, valueAt, withValue } from './draft-json.ts';
import {
  AmountInput,
  EditorContext,
  Line,
  List,
  lineId,
  NumberInput,
  PercentInput,
  SelectInput,
  TextInput,
  useEditor,
  useItems,
} from './editor.tsx';
import styles from './policy.module.css';
import { policyHref, type ShownPolicy } from './policy-of.ts';
import { useStageNames, useThenWords } from './words.ts';

/** A version in forms: a draft is saved as itself, any other version as the next one. */
export function Draft({ person, params }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const brand = params.brand ?? '';
  const version = Number(params.version);
  const query = useStaffCall(showPolicy, { version }, brand);
  if (!hasRight(person, 'policy.edit', brand)) return <MayNotSee right="policy.edit" brand={brand} />;
  return query.data ? (
    <Editing key={query.data.sha256} shown={query.data} brand={brand} />
  ) : (
    <Page title={t`Draft of a policy`} brand={brand}>
      <Loaded query={query}>{() => null}</Loaded>
    </Page>
  );
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function Editing({ shown, brand }: { readonly shown: ShownPolicy; readonly brand: string }): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const [, navigate] = useLocation();
  const { version } = shown;
  const isDraft = shown.state === 'draft';
  const [tab, setTab] = useChoiceInAddress('tab', ['forms', 'json']);
  // Named by its contents: what somebody else saved meanwhile is not hidden by what was typed before.
  const [typed, setTyped, clear] = useDraft(`policy ${brand} ${version} ${shown.sha256}`);
  const [note, setNote, clearNote] = useDraft(`policy note ${brand} ${version}`);
  const text = typed === '' ? shown.body : typed;
  const json = useMemo(() => parsed(text), [text]);
  const checked = useDeferredValue(text);
  const check = useStaffCall(findPolicyFaults, { body: checked }, brand, { isOn: json !== undefined });
  const faults = json === undefined ? [] : (check.data?.faults ?? []);
  const saving = useStaffAction(savePolicyDraft, brand);
  const set = (path: Path, value: Json | undefined) =>
    setTyped(JSON.stringify(withValue(json ?? null, path, value), null, 2));
  const isFine = json !== undefined && check.data !== undefined && faults.length === 0 && checked === text;
  const save = () =>
    saving.mutate(
      { ...(isDraft ? { version } : {}), note: note === '' && isDraft ? shown.note : note, body: text },
      {
        onSuccess: (saved) => {
          clear();
          clearNote();
          toast(t`Version ${saved.version} is saved as a draft.`);
          navigate(policyHref(brand, saved.version));
        },
      },
    );
  const forms =
    json === undefined ? (
      <p className={kit.fault}>{t`This is no JSON. Mend it under JSON: nothing of it is lost.`}</p>
    ) : (
      <Forms products={shown.products} />
    );
  return (
    <EditorContext value={{ json: json ?? null, set, faults }}>
      <Page
        title={isDraft ? t`Draft ${version}` : t`The version after ${version}`}
        brand={brand}
        parent={<Link href={policyHref(brand, version)}>{t`Policy, version ${version}`}</Link>}
        status={typed !== '' && <Status tone="waiting" isPill>{t`not saved`}</Status>}
        actions={
          <Tabs
            label={t`How it is edited`}
            options={[
              { value: 'forms', label: t`Forms` },
              { value: 'json', label: t`JSON` },
            ]}
            value={tab}
            onChange={setTab}
          />
        }
      >
        <SidePanel
          label={t`Save the draft`}
          list={tab === 'json' ? <JsonText text={text} onChange={setTyped} /> : forms}
          stays
        >
          <Faults isJson={json !== undefined} isChecked={check.data !== undefined && checked === text} />
          <TextArea label={t`Why this version`} max={500} value={note} onChange={setNote} />
          <div className={kit.row}>
            <Button look="primary" hotkey="Ctrl+Enter" disabled={!isFine || saving.isPending} onClick={save}>
              {isDraft ? t`Save draft ${version}` : t`Save as a draft`}
            </Button>
            <Button disabled={typed === ''} onClick={clear}>{t`Discard what I changed`}</Button>
          </div>
          <p className={kit.muted}>
            {t`A draft decides nothing. It is checked, runs in shadow, and decides when a second person approves it.`}
          </p>
          <Fault error={saving.error} />
        </SidePanel>
      </Page>
    </EditorContext>
  );
}

interface JsonTextProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** The draft as JSON: pasted, or read from a file. */
function JsonText({ text, onChange }: JsonTextProps): ReactNode {
  const { t } = useLingui();
  const read = async (file: File | undefined) => {
    if (file) onChange(await file.text());
  };
  return (
    <Card
      title={t`As JSON`}
      aside={
        <input
          type="file"
          accept="application/json,.json"
          aria-label={t`Read a file`}
          onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
        />
      }
      isFlush
    >
      <textarea
        className={styles.json}
        aria-label={t`The draft as JSON`}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Card>
  );
}

/** The findings of the check, each leading to its line. */
function Faults({ isJson, isChecked }: { readonly isJson: boolean; readonly isChecked: boolean }): ReactNode {
  const { t } = useLingui();
  const { faults } = useEditor();
  const count = faults.length;
  const goTo = (path: string) => {
    const parts = path.split('.');
    for (let length = parts.length; length > 0; length -= 1) {
      const line = document.getElementById(lineId(parts.slice(0, length).join('.')));
      if (!line) continue;
      line.scrollIntoView({ block: 'center' });
      line.focus();
      return;
    }
  };
  return (
    <div aria-live="polite" className={styles.checks}>
      <h2>{t`Check`}</h2>
      {!isJson ? (
        <Status tone="danger">{t`This is no JSON.`}</Status>
      ) : !isChecked ? (
        <Status tone="plain">{t`Checking…`}</Status>
      ) : count === 0 ? (
        <Status tone="good">{t`Every rule can fire, no bands overlap, not weaker than the law.`}</Status>
      ) : (
        <>
          <Status tone="danger">{count === 1 ? t`1 line to mend` : t`${count} lines to mend`}</Status>
          <ul>
            {faults.map(({ path, fault }) => (
              <li key={`${path} ${fault}`}>
                <Button look="quiet" onClick={() => goTo(path)}>
                  {path}
                </Button>{' '}
                {fault}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

const reasons: readonly string[] = [...new Set([...reasonsToRefuse, ...policyRules, ...waitReasons])];
const integerFacts = (Object.keys(factCatalogue) as FactName[]).filter(
  (name) => factCatalogue[name].type === 'integer' && name !== 'score.points',
);

/** The six stages in forms. */
function Forms({ products }: { readonly products: readonly string[] }): ReactNode {
  return (
    <div className={styles.editor}>
      <RuleLines stage={0} name="law" />
      <RuleLines stage={1} name="fraud" />
      <RuleLines stage={2} name="bureau" />
      <CardLines />
      <BandLines />
      <ShareLine />
      <LadderLines products={products} />
    </div>
  );
}

/** An id that no rule of the draft has. */
function newRuleId(json: Json): string {
  const text = JSON.stringify(json);
  let number = 1;
  while (text.includes(`"rule${number}"`)) number += 1;
  return `rule${number}`;
}

const effects = ['refuse', 'refer'] as const;

function EffectInput({
  label,
  path,
  values = effects,
}: {
  readonly label: string;
  readonly path: Path;
  readonly values?: readonly (keyof ReturnType<typeof useThenWords>)[];
}): ReactNode {
  const then = useThenWords();
  return (
    <SelectInput label={label} path={path} options={values.map((value) => ({ value, label: then[value] }))} />
  );
}

function ReasonInput({ path }: { readonly path: Path }): ReactNode {
  const { t } = useLingui();
  const ruleWord = useRuleWord();
  return (
    <SelectInput
      label={t`Reason`}
      path={path}
      options={reasons.map((value) => ({ value, label: ruleWord(value) }))}
    />
  );
}

function RuleLines({
  stage,
  name,
}: {
  readonly stage: number;
  readonly name: 'law' | 'fraud' | 'bureau';
}): ReactNode {
  const { t } = useLingui();
  const names = useStageNames();
  const { json } = useEditor();
  const idOf = (rule: Json, index: number) => String(valueAt(rule, ['id']) ?? index + 1);
  return (
    <List
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
      fieldsOf={(own, rule) => (
        <>
          <TextInput label={t`Id`} path={[...own, 'id']} />
          <EffectInput label={t`Then`} path={[...own, 'then']} />
          <ReasonInput path={[...own, 'reason']} />
          <EffectInput
            label={t`If a fact is missing`}
            path={[...own, 'missing']}
            values={[...effects, 'skip']}
          />
          <div className={styles.full}>
            <ConditionFields path={[...own, 'if']} of={idOf(rule, Number(own.at(-1)))} />
          </div>
        </>
      )}
    />
  );
}

const scorecard = ['stages', 3];

function CardLines(): ReactNode {
  const { t } = useLingui();
  const names = useStageNames();
  const factWord = useFactWord();
  return (
    <List
      title={`4 ${names.scorecard}`}
      path={[...scorecard, 'cards']}
      addWords={t`Add a fact`}
      fresh={() => ({ fact: 'history.settledLoans', missing: 0, bands: [{ from: 0, points: 0 }] })}
      first={
        <Line path={[...scorecard, 'base']} legend={t`Points at the start`}>
          <NumberInput label={t`Points at the start`} path={[...scorecard, 'base']} />
        </Line>
      }
      legendOf={(card) => t`Points by ${factWord(String(valueAt(card, ['fact']) ?? ''))}`}
      fieldsOf={(own) => (
        <>
          <SelectInput
            label={t`Fact`}
            path={[...own, 'fact']}
            options={integerFacts.map((value) => ({ value, label: factWord(value) }))}
          />
          <NumberInput label={t`Points if missing`} path={[...own, 'missing']} />
          <CardBands path={[...own, 'bands']} />
        </>
      )}
    />
  );
}

/** The points of a card from each value on. */
function CardBands({ path }: { readonly path: Path }): ReactNode {
  const { t } = useLingui();
  const { set } = useEditor();
  const bands = useItems(path);
  const last = valueAt(bands.at(-1), ['from']);
  const from = typeof last === 'number' ? last + 1 : 0;
  return (
    <>
      {bands.map((_band, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a band has no name
        <div key={at} className={styles.pair}>
          <NumberInput label={t`From`} path={[...path, at, 'from']} />
          <NumberInput label={t`Points`} path={[...path, at, 'points']} />
          {bands.length > 1 && (
            <Button aria-label={t`Take out band ${at + 1}`} onClick={() => set([...path, at], undefined)}>
              ×
            </Button>
          )}
        </div>
      ))}
      <Button
        look="quiet"
        onClick={() => set([...path, bands.length], { from, points: 0 })}
      >{t`Add a band`}</Button>
    </>
  );
}

function BandLines(): ReactNode {
  const { t } = useLingui();
  const path = [...scorecard, 'bands'];
  const isEmpty = useItems(path).length === 0;
  return (
    <List
      title={t`4 What a sum of points decides`}
      path={path}
      addWords={t`Add a band`}
      // biome-ignore lint/suspicious/noThenProperty: a band's own name for it
      fresh={() => ({ below: 0, then: 'refer', reason: 'score' })}
      first={isEmpty && <p className={styles.none}>{t`No number of points decides.`}</p>}
      legendOf={(_band, index) => t`Band ${index + 1}`}
      fieldsOf={(own) => (
        <>
          <NumberInput label={t`Below`} path={[...own, 'below']} />
          <EffectInput label={t`Then`} path={[...own, 'then']} />
          <ReasonInput path={[...own, 'reason']} />
        </>
      )}
    />
  );
}

/** Debts that an instalment can be added to: facts of cents a month. */
const debtFacts = integerFacts.filter(
  (name) => 'unit' in factCatalogue[name] && name.startsWith('bureau.monthly'),
);

function ShareLine(): ReactNode {
  const { t } = useLingui();
  const names = useStageNames();
  const factWord = useFactWord();
  const { set } = useEditor();
  const path = ['stages', 4];
  const debts = useItems([...path, 'debts']);
  return (
    <Card title={`5 ${names.affordability}`} isFlush>
      <div className={styles.lines}>
        <Line path={path} legend={names.affordability}>
          <PercentInput label={t`At most, % of income`} path={[...path, 'maxShare']} />
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
      </div>
    </Card>
  );
}

function LadderLines({ products }: { readonly products: readonly string[] }): ReactNode {
  const { t } = useLingui();
  const names = useStageNames();
  const path = ['stages', 5, 'ladder'];
  const last = valueAt(useItems(path).at(-1), ['settled']);
  return (
    <List
      title={`6 ${names.limit}`}
      path={path}
      addWords={t`Add a row`}
      fresh={() => ({ settled: Number(last) || 0, max: 0 })}
      legendOf={(_row, index) => t`Row ${index + 1}`}
      fieldsOf={(own) => (
        <>
          <SelectInput
            label={t`Product`}
            path={[...own, 'product']}
            options={[
              { value: '', label: t`every product` },
              ...products.map((value) => ({ value, label: value })),
            ]}
          />
          <NumberInput label={t`Repaid loans`} path={[...own, 'settled']} />
          <NumberInput label={t`Most days late`} path={[...own, 'maxDaysLate']} isOptional />
          <AmountInput label={t`Up to`} path={[...own, 'max']} />
        </>
      )}
    />
  );
}
