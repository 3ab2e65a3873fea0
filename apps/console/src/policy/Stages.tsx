import { changedParts, type Part, partsOf } from '@hiram/decision/parts';
import type { Policy } from '@hiram/decision/policy';
import { useLingui } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';
import { Money } from '../app/cells.tsx';
import { useFactWord, useRuleWord } from '../facts/fact-words.ts';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { PlainTable } from '../kit/table/PlainTable.tsx';
import styles from './policy.module.css';
import { signed, thenTones, useConditionWords, usePartWords, useStageNames, useThenWords } from './words.ts';

type PartOf<Kind extends Part['kind']> = Extract<Part, { kind: Kind }>;

/** The difference of a part from the version that it is compared with. */
interface Difference {
  readonly isNew: boolean;
  /** The former value, in words. */
  readonly was: string | undefined;
}

interface Props {
  readonly policy: Policy;
  /** The policy whose differences are marked; undefined: none are. */
  readonly base: Policy | undefined;
  readonly baseVersion: number | undefined;
  /** Number of times that a line of the trace fired in 30 days. */
  readonly fired: ReadonlyMap<string, number>;
}

/** The six stages of a policy as tables, with what differs from another version. */
export function Stages({ policy, base, baseVersion, fired }: Props): ReactNode {
  const { t } = useLingui();
  const names = useStageNames();
  const { nameOf, textOf } = usePartWords();
  const parts = partsOf(policy);
  const changes = base ? changedParts(base, policy) : [];
  const differenceOf = ({ place }: Part): Difference | undefined => {
    const change = changes.find((each) => each.place === place);
    if (!change) return undefined;
    return { isNew: change.before === undefined, was: change.before && textOf(change.before) };
  };
  const ofKind = <Kind extends Part['kind']>(kind: Kind, stage?: string) =>
    parts.filter(
      (part): part is PartOf<Kind> => part.kind === kind && (stage === undefined || part.stage === stage),
    );
  const card = (number: number, stage: Part['stage'], children: ReactNode) => {
    const own = changes.filter((change) => (change.after ?? change.before)?.stage === stage);
    const gone = own.filter(({ after }) => after === undefined);
    return (
      <section id={`stage-${number}`} className={styles.stage}>
        <Card
          title={`${number} ${names[stage]}`}
          aside={own.length > 0 && <Changed count={own.length} version={baseVersion ?? 0} />}
          isFlush
        >
          {children}
          {gone.length > 0 && (
            <ul className={styles.gone}>
              {gone.map(({ place, before }) => (
                <li key={place}>
                  {t`Left out:`} <del>{before && `${nameOf(before)}: ${textOf(before)}`}</del>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </section>
    );
  };
  const shared = { differenceOf, fired };
  const [share] = ofKind('share');
  const [reason] = ofKind('reason');
  return (
    <div className={styles.stages}>
      {card(1, 'law', <Rules rules={ofKind('rule', 'law')} {...shared} />)}
      {card(2, 'fraud', <Rules rules={ofKind('rule', 'fraud')} {...shared} />)}
      {card(3, 'bureau', <Rules rules={ofKind('rule', 'bureau')} {...shared} />)}
      {card(
        4,
        'scorecard',
        <Scorecard base={ofKind('base')} cards={ofKind('card')} bands={ofKind('band')} {...shared} />,
      )}
      {card(5, 'affordability', share && <Affordability share={share} {...shared} />)}
      {card(6, 'limit', <Ladder rows={ofKind('row')} reason={reason} {...shared} />)}
    </div>
  );
}

function Changed({ count, version }: { readonly count: number; readonly version: number }): ReactNode {
  const { t } = useLingui();
  return (
    <Status tone="warn">
      {count === 1 ? t`1 line differs from ${version}` : t`${count} lines differ from ${version}`}
    </Status>
  );
}

interface Shared {
  readonly differenceOf: (part: Part) => Difference | undefined;
  readonly fired: ReadonlyMap<string, number>;
}

/** The name of a line, marked where it differs. */
function Name({
  of,
  children,
}: {
  readonly of: Difference | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const { t } = useLingui();
  return (
    <>
      {children}
      {of?.isNew && <span className={styles.new}>{t`new`}</span>}
    </>
  );
}

function Was({ of }: { readonly of: Difference | undefined }): ReactNode {
  if (of?.was === undefined) return null;
  return <del className={kit.under}>{of.was}</del>;
}

const marked = (difference: Difference | undefined) => (difference ? '' : undefined);

type PartTableProps<Shown extends Part> = Pick<Shared, 'differenceOf'> &
  Pick<ComponentProps<typeof PlainTable<Shown>>, 'caption' | 'columns' | 'rows'>;

/** Parts of a stage, those that differ marked. */
function PartTable<Shown extends Part>({ differenceOf, ...table }: PartTableProps<Shown>): ReactNode {
  return (
    <PlainTable
      {...table}
      className={styles.rules}
      rowKey={({ place }) => place}
      rowProps={(part) => ({ 'data-changed': marked(differenceOf(part)) })}
    />
  );
}

function Rules({
  rules,
  differenceOf,
  fired,
}: Shared & { readonly rules: readonly PartOf<'rule'>[] }): ReactNode {
  const { t } = useLingui();
  const names = useStageNames();
  const condition = useConditionWords();
  const ruleWord = useRuleWord();
  const then = useThenWords();
  const [first] = rules;
  if (!first) return <p className={styles.none}>{t`No rule.`}</p>;
  return (
    <PartTable
      caption={t`Rules of the stage ${names[first.stage]}`}
      rows={rules}
      differenceOf={differenceOf}
      columns={[
        {
          header: t`Rule`,
          isHead: true,
          cell: (part) => (
            <>
              <Name of={differenceOf(part)}>{ruleWord(part.value.reason)}</Name>
              <span className={kit.under}>{part.value.id}</span>
            </>
          ),
        },
        {
          header: t`When`,
          cell: (part) => (
            <>
              {condition(part.value.if)}
              <Was of={differenceOf(part)} />
            </>
          ),
        },
        {
          header: t`Then`,
          cell: ({ value }) => <Status tone={thenTones[value.then]}>{then[value.then]}</Status>,
        },
        { header: t`Missing`, cell: ({ value }) => then[value.missing] },
        {
          header: t`Fired, 30 days`,
          isRight: true,
          cell: ({ stage, value }) => fired.get(`${stage} ${value.id}`) ?? 0,
        },
      ]}
    />
  );
}

interface ScorecardProps extends Shared {
  readonly base: readonly PartOf<'base'>[];
  readonly cards: readonly PartOf<'card'>[];
  readonly bands: readonly PartOf<'band'>[];
}

function Scorecard({ base, cards, bands, differenceOf, fired }: ScorecardProps): ReactNode {
  const { t } = useLingui();
  const factWord = useFactWord();
  const ruleWord = useRuleWord();
  const then = useThenWords();
  if (cards.length === 0 && bands.length === 0)
    return <p className={styles.none}>{t`No card gives points, and no number of points decides.`}</p>;
  return (
    <>
      <PartTable<PartOf<'base' | 'card'>>
        caption={t`Points by fact`}
        rows={[...base, ...cards]}
        differenceOf={differenceOf}
        columns={[
          {
            header: t`Fact`,
            isHead: true,
            cell: (part) =>
              part.kind === 'base' ? (
                t`At the start`
              ) : (
                <Name of={differenceOf(part)}>{factWord(part.value.fact)}</Name>
              ),
          },
          {
            header: t`Points from a value on`,
            cell: (part) => (
              <>
                {part.kind === 'base' ? part.value : <Bands bands={part.value.bands} />}
                <Was of={differenceOf(part)} />
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
        differenceOf={differenceOf}
        columns={[
          {
            header: t`Sum of points`,
            isHead: true,
            cell: (part) => (
              <>
                <Name of={differenceOf(part)}>{t`below ${part.value.below}`}</Name>
                <Was of={differenceOf(part)} />
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
            cell: ({ value }) => fired.get(`scorecard ${value.reason}`) ?? 0,
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

function Affordability({
  share,
  differenceOf,
  fired,
}: Shared & { readonly share: PartOf<'share'> }): ReactNode {
  const { t } = useLingui();
  const factWord = useFactWord();
  const { maxShare, debts, reason } = share.value;
  const percent = maxShare / 10_000;
  const difference = differenceOf(share);
  const count = fired.get(`affordability ${reason}`) ?? 0;
  return (
    <div className={styles.plain} data-changed={marked(difference)}>
      <p>
        {debts.length === 0
          ? t`The payments of 30 days are at most`
          : t`The payments of 30 days and ${debts.map(factWord).join(', ')} are at most`}{' '}
        <strong>{t`${percent}% of the income`}</strong>.
      </p>
      <Was of={difference} />
      <p className={kit.muted}>
        {t`Without an income nothing is affordable.`} {t`Above it ${count} times in 30 days.`}
      </p>
    </div>
  );
}

interface LadderProps extends Shared {
  readonly rows: readonly PartOf<'row'>[];
  readonly reason: PartOf<'reason'> | undefined;
}

function Ladder({ rows, reason, differenceOf, fired }: LadderProps): ReactNode {
  const { t } = useLingui();
  const isByProduct = rows.some(({ value }) => value.product !== undefined);
  const count = fired.get(`limit ${reason?.value}`) ?? 0;
  const byProduct = {
    header: t`Product`,
    isHead: true,
    cell: (part: PartOf<'row'>) => (
      <Name of={differenceOf(part)}>{part.value.product ?? t`every product`}</Name>
    ),
  };
  return (
    <>
      <PartTable
        caption={t`The ladder of limits`}
        rows={rows}
        differenceOf={differenceOf}
        columns={[
          ...(isByProduct ? [byProduct] : []),
          { header: t`Repaid loans`, isRight: true, cell: ({ value }) => value.settled },
          {
            header: t`Most days late`,
            isRight: true,
            cell: ({ value: { maxDaysLate } }) => (maxDaysLate === undefined ? '–' : `≤ ${maxDaysLate}`),
          },
          {
            header: t`Up to`,
            isRight: true,
            cell: (part) => (
              <>
                <Money cents={part.value.max} />
                <Was of={differenceOf(part)} />
              </>
            ),
          },
        ]}
      />
      <p className={styles.foot}>{t`More was asked for ${count} times in 30 days.`}</p>
    </>
  );
}
