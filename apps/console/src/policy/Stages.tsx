import { changedParts, type Part, partsOf } from '@hiram/decision/parts';
import type { Policy } from '@hiram/decision/policy';
import { useLingui } from '@lingui/react/macro';
import { type ComponentProps, createContext, type ReactNode, useContext } from 'react';
import { Money } from '../app/cells.tsx';
import { useFactWord, useRuleWord } from '../facts/fact-words.ts';
import {
  lower,
  signed,
  useConditionWords,
  usePartWords,
  useStageNames,
  useThenWords,
} from '../facts/part-words.ts';
import kit from '../kit/kit.module.css';
import { None } from '../kit/None.tsx';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { PlainTable } from '../kit/table/PlainTable.tsx';
import styles from './policy.module.css';
import { thenTones } from './words.ts';

type PartOf<Kind extends Part['kind']> = Extract<Part, { kind: Kind }>;

interface Shown {
  /** Undefined: the part is as in the other version. `was`: its former contents in words; undefined: it is new. */
  readonly differenceOf: (part: Part) => { readonly was: string | undefined } | undefined;
  /** Number of times that a line of the trace fired in 30 days; undefined: the version decided nothing. */
  readonly fired: (line: string) => number | undefined;
}

const ShownContext = createContext<Shown>({ differenceOf: () => undefined, fired: () => 0 });

interface Props {
  readonly policy: Policy;
  /** The policy whose differences are marked; undefined: none are. */
  readonly base: Policy | undefined;
  readonly baseVersion: number | undefined;
  /** Undefined: the version decided nothing. */
  readonly fired: ReadonlyMap<string, number> | undefined;
  /** Beside the differences. */
  readonly aside?: ReactNode;
}

/** The six stages of a policy as tables, with what differs from another version. */
export function Stages({ policy, base, baseVersion = 0, fired, aside }: Props): ReactNode {
  const { t } = useLingui();
  const names = useStageNames();
  const { nameOf, textOf } = usePartWords();
  const parts = partsOf(policy);
  const changes = base ? changedParts(base, policy) : [];
  const shown: Shown = {
    differenceOf: ({ place }) => {
      const change = changes.find((each) => each.place === place);
      return change && { was: change.before && textOf(change.before) };
    },
    fired: (line) => fired && (fired.get(line) ?? 0),
  };
  const ofKind = <Kind extends Part['kind']>(kind: Kind, stage?: Part['stage']) =>
    parts.filter(
      (part): part is PartOf<Kind> => part.kind === kind && (stage === undefined || part.stage === stage),
    );
  const rules = (stage: Part['stage']) => {
    const own = ofKind('rule', stage);
    return own.length > 0 && <Rules rules={own} stage={names[stage]} />;
  };
  const points = [...ofKind('base'), ...ofKind('card')];
  const hasPoints = ofKind('band').length > 0 || points.some(({ kind }) => kind === 'card');
  const [share] = ofKind('share');
  const [reason] = ofKind('reason');
  const contents: Readonly<Record<Part['stage'], ReactNode>> = {
    law: rules('law'),
    fraud: rules('fraud'),
    bureau: rules('bureau'),
    scorecard: hasPoints && <Scorecard points={points} bands={ofKind('band')} />,
    affordability: share && <Affordability share={share} />,
    limit: <Ladder rows={ofKind('row')} reason={reason} />,
  };
  const card = (stage: Part['stage'], index: number) => {
    const own = changes.filter((change) => (change.after ?? change.before)?.stage === stage);
    const gone = own.flatMap(({ before, after }) => (before && !after ? [before] : []));
    return (
      <section key={stage} id={`stage-${index + 1}`} className={styles.stage}>
        <Card
          title={`${index + 1} ${names[stage]}`}
          aside={
            own.length === 0 ? (
              contents[stage] === false && t`none in this version`
            ) : (
              <Status tone="warn">
                {own.length === 1
                  ? t`1 line differs from ${baseVersion}`
                  : t`${own.length} lines differ from ${baseVersion}`}
              </Status>
            )
          }
          isFlush
        >
          {contents[stage]}
          {gone.length > 0 && (
            <ul className={styles.gone}>
              {gone.map((part) => (
                <li key={part.place}>
                  {t`Left out:`} <del>{`${nameOf(part)}: ${textOf(part)}`}</del>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </section>
    );
  };
  return (
    <ShownContext value={shown}>
      {changes.length > 0 && (
        <Card
          title={
            changes.length === 1
              ? t`1 change from version ${baseVersion}`
              : t`${changes.length} changes from version ${baseVersion}`
          }
          aside={aside}
          isFlush
        >
          <ul className={styles.differences}>
            {changes.map(({ place, before, after }) => (
              <li key={place}>
                <strong>{nameOf((after ?? before) as Part)}</strong>
                <span>
                  {before && <del>{textOf(before)}</del>}
                  {before && after && ' → '}
                  {after ? <b>{textOf(after)}</b> : t`left out`}
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <div className={styles.stages}>{(Object.keys(contents) as Part['stage'][]).map(card)}</div>
    </ShownContext>
  );
}

/** The name of a line, marked if the other version does not have it. */
function Name({ part, children }: { readonly part: Part; readonly children: ReactNode }): ReactNode {
  const { t } = useLingui();
  const difference = useContext(ShownContext).differenceOf(part);
  return (
    <>
      {children}
      {difference && difference.was === undefined && <span className={styles.new}>{t`new`}</span>}
    </>
  );
}

/** The former contents of a line that differs. */
function Was({ part }: { readonly part: Part }): ReactNode {
  const was = useContext(ShownContext).differenceOf(part)?.was;
  return was !== undefined && <del className={kit.under}>{was}</del>;
}

/** Parts of a stage, those that differ marked. */
function PartTable<Shown extends Part>(
  table: Pick<ComponentProps<typeof PlainTable<Shown>>, 'caption' | 'className' | 'columns' | 'rows'>,
): ReactNode {
  const { differenceOf } = useContext(ShownContext);
  return (
    <PlainTable
      {...table}
      className={`${styles.rules} ${table.className ?? ''}`}
      rowKey={({ place }) => place}
      rowProps={(part) => ({ 'data-changed': differenceOf(part) && '' })}
    />
  );
}

function Rules({
  rules,
  stage,
}: {
  readonly rules: readonly PartOf<'rule'>[];
  readonly stage: string;
}): ReactNode {
  const { t } = useLingui();
  const { fired } = useContext(ShownContext);
  const condition = useConditionWords();
  const { nameOfRule } = usePartWords();
  const then = useThenWords();
  return (
    <PartTable
      caption={t`Rules of the stage ${stage}`}
      className={styles.aligned}
      rows={rules}
      columns={[
        {
          header: t`Rule`,
          isHead: true,
          cell: (part) => (
            <>
              <Name part={part}>{nameOfRule(part.value)}</Name>
            </>
          ),
        },
        {
          header: t`When`,
          cell: (part) => (
            <>
              {condition(part.value.if)}
              <Was part={part} />
            </>
          ),
        },
        {
          header: t`Then`,
          cell: ({ value }) => <Status tone={thenTones[value.then]}>{then[value.then]}</Status>,
        },
        { header: t`If missing`, cell: ({ value }) => then[value.missing] },
        {
          header: t`Fired, 30 days`,
          isRight: true,
          cell: (part) => fired(`${part.stage} ${part.value.id}`) ?? <None />,
        },
      ]}
    />
  );
}

interface ScorecardProps {
  readonly points: readonly PartOf<'base' | 'card'>[];
  readonly bands: readonly PartOf<'band'>[];
}

function Scorecard({ points, bands }: ScorecardProps): ReactNode {
  const { t } = useLingui();
  const { fired } = useContext(ShownContext);
  const factWord = useFactWord();
  const ruleWord = useRuleWord();
  const then = useThenWords();
  return (
    <>
      <PartTable
        caption={t`Points by fact`}
        rows={points}
        columns={[
          {
            header: t`Fact`,
            isHead: true,
            cell: (part) =>
              part.kind === 'base' ? t`At the start` : <Name part={part}>{factWord(part.value.fact)}</Name>,
          },
          {
            header: t`Points from a value on`,
            cell: (part) => (
              <>
                {part.kind === 'base' ? part.value : <Bands bands={part.value.bands} />}
                <Was part={part} />
              </>
            ),
          },
          {
            header: t`If missing`,
            isRight: true,
            cell: (part) => part.kind === 'card' && signed(part.value.missing),
          },
        ]}
      />
      <PartTable
        caption={t`What a sum of points decides`}
        rows={bands}
        columns={[
          {
            header: t`Sum of points`,
            isHead: true,
            cell: (part) => (
              <>
                <Name part={part}>{t`below ${part.value.below}`}</Name>
                <Was part={part} />
              </>
            ),
          },
          {
            header: t`Then`,
            cell: ({ value }) => <Status tone={thenTones[value.then]}>{then[value.then]}</Status>,
          },
          { header: t`Reason`, cell: ({ value }) => ruleWord(value.reason) },
          {
            header: t`Fired, 30 days`,
            isRight: true,
            cell: ({ value }) => fired(`scorecard ${value.reason}`) ?? <None />,
          },
        ]}
      />
    </>
  );
}

function Bands({ bands }: Pick<PartOf<'card'>['value'], 'bands'>): ReactNode {
  return (
    <span className={styles.bands}>
      {bands.map(({ from, points }) => (
        <span key={from}>
          {from}+ → <strong>{signed(points)}</strong>
        </span>
      ))}
    </span>
  );
}

function Affordability({ share }: { readonly share: PartOf<'share'> }): ReactNode {
  const { t } = useLingui();
  const { differenceOf, fired } = useContext(ShownContext);
  const factWord = useFactWord();
  const { maxShare, debts, reason } = share.value;
  const percent = maxShare / 10_000;
  const count = fired(`affordability ${reason}`);
  return (
    <div className={styles.plain} data-changed={differenceOf(share) && ''}>
      <p>
        {debts.length === 0
          ? t`The payments of 30 days take at most`
          : t`The payments of 30 days and ${lower(debts.map(factWord))} take at most`}{' '}
        <strong>{t`${percent}% of the income`}</strong>.
      </p>
      <Was part={share} />
      <p className={kit.muted}>
        {t`Without an income nothing is affordable.`}{' '}
        {count !== undefined && t`Above it ${count} times in 30 days.`}
      </p>
    </div>
  );
}

interface LadderProps {
  readonly rows: readonly PartOf<'row'>[];
  readonly reason: PartOf<'reason'> | undefined;
}

/** The highest amount by the loans that were repaid, a column for each product. */
function Ladder({ rows, reason }: LadderProps): ReactNode {
  const { t } = useLingui();
  const { fired, differenceOf } = useContext(ShownContext);
  const count = fired(`limit ${reason?.value}`);
  const stepOf = ({ value: { settled, maxDaysLate } }: PartOf<'row'>) => `${settled} ${maxDaysLate ?? ''}`;
  const productOf = ({ value }: PartOf<'row'>) => value.product ?? '';
  const products = [...new Set(rows.map(productOf))];
  const steps = rows.filter((row, at) => rows.findIndex((other) => stepOf(other) === stepOf(row)) === at);
  const partsOf = (step: PartOf<'row'>, product?: string) =>
    rows.filter(
      (row) => stepOf(row) === stepOf(step) && (product === undefined || productOf(row) === product),
    );
  return (
    <>
      <PlainTable
        caption={t`The ladder of limits`}
        className={styles.rules}
        rows={steps}
        rowKey={({ place }) => place}
        rowProps={(step) => ({ 'data-changed': partsOf(step).some(differenceOf) ? '' : undefined })}
        columns={[
          { header: t`Repaid loans`, isHead: true, cell: ({ value: { settled } }) => t`${settled} repaid` },
          {
            header: t`Most days late`,
            cell: ({ value: { maxDaysLate } }) => (maxDaysLate === undefined ? t`any` : `≤ ${maxDaysLate}`),
          },
          ...products.map((product) => ({
            header:
              product === '' ? t`Up to` : t`${product.charAt(0).toUpperCase() + product.slice(1)}, up to`,
            isRight: true,
            cell: (step: PartOf<'row'>) => {
              const own = partsOf(step, product);
              const before = steps.slice(0, steps.indexOf(step));
              if (own.length === 0)
                return before.some((one) => partsOf(one, product).length > 0) ? t`as the step before` : '–';
              return own.map((part) => (
                <Name key={part.place} part={part}>
                  <Money cents={part.value.max} />
                  <Was part={part} />
                </Name>
              ));
            },
          })),
        ]}
      />
      {count !== undefined && (
        <p className={styles.foot}>{t`More was asked for ${count} times in 30 days.`}</p>
      )}
    </>
  );
}
