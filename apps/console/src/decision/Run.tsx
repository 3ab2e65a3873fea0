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

/** The stored decision of the policy: what was asked for, the limit with the row that gave it, and what was offered. */
export function PolicyDecision({ run, now }: Props & { readonly now?: ShownDecision['now'] }): ReactNode {
  const { t } = useLingui();
  const ruleWord = useRuleWord();
  const outcomes = {
    approve: t`approves`,
    counter: t`offers less`,
    refer: t`refers to a person`,
    refuse: t`refuses`,
  };
  const { version, at, asked, offered, limit, row, settledLoans, maxDaysLate } = run;
  const settled = row?.settled ?? 0;
  const most = row?.maxDaysLate;
  const rowWords =
    most === undefined ? t`from ${settled} repaid` : t`from ${settled} repaid, at most ${most} days late`;
  return (
    <Card
      title={t`Decided by policy ${version}`}
      aside={<Status tone="plain">{outcomes[run.outcome]}</Status>}
    >
      {now && (
        <Banner tone="warn" title={t`From today’s data policy ${now.version} ${outcomes[now.outcome]}.`}>
          {now.reasons.map(ruleWord).join(', ')}
        </Banner>
      )}
      <Why run={run} />
      <Facts
        items={[
          { label: t`Decided`, value: <When at={at} /> },
          { label: t`Asked for`, value: <Money cents={asked.amount} /> },
          { label: t`Limit`, value: <Money cents={limit} /> },
          { label: t`By the row`, value: row === undefined ? t`none is reached` : rowWords },
          { label: t`Loans repaid`, value: settledLoans },
          { label: t`Most days late`, value: maxDaysLate ?? '–' },
          { label: t`Offered`, value: <Money cents={offered?.amount} /> },
          ...(offered ? [{ label: t`Offered for`, value: t`${offered.termDays} days` }] : []),
        ]}
      />
    </Card>
  );
}

/** The lines of the policy that applied, each as a sentence with the fact's value and the edge that it passed. */
function Why({ run: { trace, outcome } }: Props): ReactNode {
  const { t } = useLingui();
  const ruleWord = useRuleWord();
  const factWord = useFactWord();
  const { valueWords, edgeWords } = useComparisonWords();
  const fired = trace.filter(({ state }) => state === 'fired');
  if (fired.length === 0)
    return outcome === 'approve' ? (
      <p>{t`No rule objects.`}</p>
    ) : (
      <p>{t`No rule objects: limit and points decide.`}</p>
    );
  return (
    <ul className={styles.why}>
      {fired.map(({ stage, rule, reason, comparisons }) => (
        <li key={`${stage} ${rule}`}>
          <b>{ruleWord(reason)}</b>
          {': '}
          {comparisons
            .map((each) => `${factWord(each.fact)} ${valueWords(each)} ${edgeWords(each)}`)
            .join(', ')}
        </li>
      ))}
    </ul>
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

/** The stored trace: lines that applied or lacked a fact, with value and edge, and on demand the others. */
export function Trace({ run: { trace } }: Props): ReactNode {
  const { t } = useLingui();
  const ruleWord = useRuleWord();
  const factWord = useFactWord();
  const { valueWords, edgeWords } = useComparisonWords();
  const [isAll, showAll] = useState(false);
  // What decided stands above what could not be compared.
  const found = (['fired', 'missing'] as const).flatMap((kind) =>
    trace.filter(({ state }) => state === kind),
  );
  const effects = {
    refuse: t`refuse`,
    refer: t`refer to a person`,
    less: t`offer less`,
    skip: t`skip`,
  };
  const tones = { refuse: 'danger', refer: 'waiting', less: 'warn', skip: 'plain' } as const;
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
      title={t`Trace of the stored decision`}
      aside={
        <Button aria-expanded={isAll} onClick={() => showAll(!isAll)}>
          {isAll ? t`Those that apply alone` : t`All ${trace.length} lines`}
        </Button>
      }
      isFlush
    >
      <PlainTable
        caption={t`What the policy compared when it decided`}
        className={styles.words}
        rows={isAll ? trace : found}
        rowKey={({ stage, rule }) => `${stage} ${rule}`}
        nothing={t`No line applies.`}
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
    </Card>
  );
}
