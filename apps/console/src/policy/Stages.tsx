import { changedParts, type Part, partsOf } from '@hiram/decision/parts';
import type { Policy } from '@hiram/decision/policy';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Money } from '../app/cells.tsx';
import { useFactWord, useRuleWord } from '../facts/fact-words.ts';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
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
  const [base0] = ofKind('base');
  const [reason] = ofKind('reason');
  return (
    <div className={styles.stages}>
      {card(1, 'law', <Rules rules={ofKind('rule', 'law')} {...shared} />)}
      {card(2, 'fraud', <Rules rules={ofKind('rule', 'fraud')} {...shared} />)}
      {card(3, 'bureau', <Rules rules={ofKind('rule', 'bureau')} {...shared} />)}
      {card(
        4,
        'scorecard',
        <Scorecard base={base0} cards={ofKind('card')} bands={ofKind('band')} {...shared} />,
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
    <table className={`${kit.table} ${styles.rules}`}>
      <caption>{t`Rules of the stage ${names[first.stage]}`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Rule`}</th>
          <th scope="col">{t`When`}</th>
          <th scope="col">{t`Then`}</th>
          <th scope="col">{t`Missing`}</th>
          <th scope="col" className={kit.right}>{t`Fired, 30 days`}</th>
        </tr>
      </thead>
      <tbody>
        {rules.map((part) => {
          const { place, stage, value } = part;
          const difference = differenceOf(part);
          return (
            <tr key={place} data-changed={marked(difference)}>
              <th scope="row">
                <Name of={difference}>{ruleWord(value.reason)}</Name>
                <span className={kit.under}>{value.id}</span>
              </th>
              <td data-label={t`When`}>
                {condition(value.if)}
                <Was of={difference} />
              </td>
              <td data-label={t`Then`}>
                <Status tone={thenTones[value.then]}>{then[value.then]}</Status>
              </td>
              <td data-label={t`Missing`}>{then[value.missing]}</td>
              <td className={kit.right} data-label={t`Fired, 30 days`}>
                {fired.get(`${stage} ${value.id}`) ?? 0}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface ScorecardProps extends Shared {
  readonly base: PartOf<'base'> | undefined;
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
  const baseDifference = base && differenceOf(base);
  return (
    <>
      <table className={`${kit.table} ${styles.rules}`}>
        <caption>{t`Points by fact`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Fact`}</th>
            <th scope="col">{t`Points from a value on`}</th>
            <th scope="col" className={kit.right}>{t`If missing`}</th>
          </tr>
        </thead>
        <tbody>
          <tr data-changed={marked(baseDifference)}>
            <th scope="row">{t`At the start`}</th>
            <td>
              {base?.value}
              <Was of={baseDifference} />
            </td>
            <td />
          </tr>
          {cards.map((part) => {
            const difference = differenceOf(part);
            return (
              <tr key={part.place} data-changed={marked(difference)}>
                <th scope="row">
                  <Name of={difference}>{factWord(part.value.fact)}</Name>
                </th>
                <td>
                  <span className={styles.bands}>
                    {part.value.bands.map(({ from, points }) => (
                      <span key={from}>
                        {from}+ → <strong>{signed(points)}</strong>
                      </span>
                    ))}
                  </span>
                  <Was of={difference} />
                </td>
                <td className={kit.right} data-label={t`If missing`}>
                  {signed(part.value.missing)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <table className={`${kit.table} ${styles.rules}`}>
        <caption>{t`What a sum of points decides`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Sum of points`}</th>
            <th scope="col">{t`Then`}</th>
            <th scope="col">{t`Reason`}</th>
            <th scope="col" className={kit.right}>{t`Fired, 30 days`}</th>
          </tr>
        </thead>
        <tbody>
          {bands.map((part) => {
            const { below, then: effect, reason } = part.value;
            const difference = differenceOf(part);
            return (
              <tr key={part.place} data-changed={marked(difference)}>
                <th scope="row">
                  <Name of={difference}>{t`below ${below}`}</Name>
                  <Was of={difference} />
                </th>
                <td>
                  <Status tone={thenTones[effect]}>{then[effect]}</Status>
                </td>
                <td>{ruleWord(reason)}</td>
                <td className={kit.right} data-label={t`Fired, 30 days`}>
                  {fired.get(`scorecard ${reason}`) ?? 0}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
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
  return (
    <>
      <table className={`${kit.table} ${styles.rules}`}>
        <caption>{t`The ladder of limits`}</caption>
        <thead>
          <tr>
            {isByProduct && <th scope="col">{t`Product`}</th>}
            <th scope="col" className={kit.right}>{t`Repaid loans`}</th>
            <th scope="col" className={kit.right}>{t`Most days late`}</th>
            <th scope="col" className={kit.right}>{t`Up to`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((part) => {
            const { settled, maxDaysLate, product, max } = part.value;
            const difference = differenceOf(part);
            return (
              <tr key={part.place} data-changed={marked(difference)}>
                {isByProduct && (
                  <th scope="row">
                    <Name of={difference}>{product ?? t`every product`}</Name>
                  </th>
                )}
                <td className={kit.right} data-label={t`Repaid loans`}>
                  {settled}
                </td>
                <td className={kit.right} data-label={t`Most days late`}>
                  {maxDaysLate === undefined ? '–' : `≤ ${maxDaysLate}`}
                </td>
                <td className={kit.right} data-label={t`Up to`}>
                  <Money cents={max} />
                  <Was of={difference} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={styles.foot}>{t`More was asked for ${count} times in 30 days.`}</p>
    </>
  );
}
