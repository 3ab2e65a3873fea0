import type { DecisionRun } from '@hiram/contract/console/decision';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Money, When } from '../app/cells.tsx';
import { useComparisonWords, useFactWord, useRuleWord } from '../facts/fact-words.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/controls/Button.tsx';
import kit from '../kit/kit.module.css';
import { Meter } from '../kit/Meter.tsx';
import { Card, Facts } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { PlainTable } from '../kit/table/PlainTable.tsx';
import styles from './decision.module.css';
import type { ShownDecision } from './types.ts';

interface Props {
  readonly run: DecisionRun;
}

/**
 * The stored decision of the policy: the lines that applied or lacked a fact, with value and edge, on demand the others, and the
 * row that gave the limit.
 */
export function PolicyDecision({ run, now }: Props & { readonly now?: ShownDecision['now'] }): ReactNode {
  const { t } = useLingui();
  const ruleWord = useRuleWord();
  const factWord = useFactWord();
  const { valueWords, edgeWords } = useComparisonWords();
  const [isAll, showAll] = useState(false);
  const outcomes = {
    approve: t`approves`,
    counter: t`offers less`,
    refer: t`refers to a person`,
    refuse: t`refuses`,
  };
  const effects = {
    refuse: t`refuse`,
    refer: t`refer to a person`,
    less: t`offer less`,
    skip: t`skip`,
  };
  const tones = { refuse: 'danger', refer: 'waiting', less: 'warn', skip: 'plain' } as const;
  const { version, at, offered, limit, row, settledLoans, maxDaysLate, trace, outcome } = run;
  const settled = row?.settled ?? 0;
  const most = row?.maxDaysLate;
  const rowWords =
    most === undefined ? t`from ${settled} repaid` : t`from ${settled} repaid, at most ${most} days late`;
  // What decided stands above what could not be compared. Lines that decide nothing are among all lines.
  const found = (['fired', 'missing'] as const).flatMap((kind) =>
    trace.filter(({ state, effect }) => state === kind && effect !== 'skip'),
  );
  const resultOf = ({ state, effect = 'skip' }: DecisionRun['trace'][number]) =>
    state === 'passed' ? (
      <Status tone="good">{t`does not apply`}</Status>
    ) : (
      <Status tone={tones[effect]}>
        {state === 'missing' ? t`a fact is missing: ${effects[effect]}` : effects[effect]}
      </Status>
    );
  return (
    <Card
      title={t`Policy ${version} ${outcomes[outcome]}`}
      aside={
        <Button aria-expanded={isAll} onClick={() => showAll(!isAll)}>
          {isAll ? t`Those that apply alone` : t`All ${trace.length} lines`}
        </Button>
      }
      isFlush
    >
      {now && (
        <Banner tone="warn" title={t`From today’s data policy ${now.version} ${outcomes[now.outcome]}.`}>
          {now.reasons.map(ruleWord).join(', ')}
        </Banner>
      )}
      <PlainTable
        caption={t`What the policy compared when it decided`}
        className={kit.words}
        rows={isAll ? trace : found}
        rowKey={({ stage, rule }) => `${stage} ${rule}`}
        nothing={outcome === 'approve' ? t`No rule objects.` : t`No rule objects: limit and points decide.`}
        columns={[
          {
            header: t`Rule`,
            isHead: true,
            cell: ({ rule, reason }) => (ruleWord(reason) === rule ? factWord(rule) : ruleWord(reason)),
          },
          {
            header: t`Value`,
            cell: (line) =>
              line.comparisons.map((each) => (
                <div key={`${each.fact} ${each.op} ${each.edge}`}>
                  {each.fact === line.rule ? '' : `${factWord(each.fact)}: `}
                  <b>{valueWords(each)}</b>
                  {line.state === 'missing' ? null : (
                    <span className={kit.under}>{t`applies if ${edgeWords(each)}`}</span>
                  )}
                </div>
              )),
          },
          { header: t`Result`, cell: resultOf },
        ]}
      />
      <div className={styles.body}>
        <Facts
          items={[
            {
              label: t`Limit`,
              value: (
                <>
                  <Money cents={limit} /> {row === undefined ? t`(no row is reached)` : rowWords}
                </>
              ),
            },
            {
              label: t`Loans repaid`,
              value:
                maxDaysLate === undefined
                  ? settledLoans
                  : t`${settledLoans}, at most ${maxDaysLate} days late`,
            },
            ...(offered
              ? [
                  {
                    label: t`Offered`,
                    value: (
                      <>
                        <Money cents={offered.amount} /> {t`for ${offered.termDays} days`}
                      </>
                    ),
                  },
                ]
              : []),
            { label: t`Decided`, value: <When at={at} /> },
          ]}
        />
      </div>
    </Card>
  );
}

/** Each card's points as a bar. They and the points at the start add up to the sum. */
export function Points({ run: { base, cards, points } }: Props): ReactNode {
  const { t } = useLingui();
  const factWord = useFactWord();
  const { valueWords } = useComparisonWords();
  if (cards.length === 0) return null;
  const most = Math.max(...cards.map((card) => Math.abs(card.points)), 1);
  return (
    <Card title={t`Points`} isFlush>
      <table className={kit.table}>
        <caption>{t`Points of each fact`}</caption>
        <tbody>
          <tr>
            <th scope="row">{t`At the start`}</th>
            <td />
            <td />
            <td className={kit.right}>{base}</td>
          </tr>
          {cards.map((card) => (
            <tr key={card.fact}>
              <th scope="row">{factWord(card.fact)}</th>
              <td>{valueWords(card)}</td>
              <td>
                <Meter label={factWord(card.fact)} of={most} parts={[Math.abs(card.points)]} />
              </td>
              <td className={kit.right}>{card.points}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className={kit.sum}>
            <th scope="row">{t`Sum`}</th>
            <td />
            <td />
            <td className={kit.right}>{points}</td>
          </tr>
        </tfoot>
      </table>
    </Card>
  );
}
