import type { EffectLine } from '@hiram/contract/console/effect';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { EffectValue } from '../action/EffectView.tsx';
import { Figure, Money } from '../app/cells.tsx';
import { useLineLabel } from '../facts/part-words.ts';
import { Icon } from '../kit/Icon.tsx';
import kit from '../kit/kit.module.css';
import { Card, Facts } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import styles from './approval.module.css';
import type { Case } from './case.ts';

/** The change: of a debt each part with what is taken off or added, of anything else before and after. */
export function WhatChanges({ shown }: { readonly shown: Case }): ReactNode {
  const { t } = useLingui();
  const { effect, changedTo, approval } = shown;
  const debt = effect.lines.filter(({ of }) => of === 'part' || of === 'owed');
  const owed = debt.find(({ of }) => of === 'owed');
  const isDebtChanged = debt.some(({ before, after }) => before !== after);
  const rest = effect.lines.filter(({ of }) => of === undefined || of === 'daysLate' || of === 'dueDate');
  // What has no value before, or keeps it, is no change from one to another.
  const isPair = ({ before, after, format }: EffectLine) =>
    before === after || (before === '' && format !== 'policyPart');
  const others = rest.filter((line) => !isPair(line));
  const facts = [
    ...(effect.facts ?? []),
    ...rest.filter(isPair).map(({ label, after, format }) => ({ label, text: after, format })),
  ];
  const aside =
    approval.state !== 'waiting' ? undefined : changedTo ? (
      <Status tone="danger">{t`changed`}</Status>
    ) : (
      <Status tone="good">{t`as requested`}</Status>
    );
  return (
    <Card isFlush title={t`What changes`} aside={aside}>
      {facts.length > 0 && (
        <div className={styles.facts}>
          <Facts
            items={facts.map(({ label, text, format }) => ({
              label,
              value: <EffectValue text={text} format={format} />,
            }))}
          />
        </div>
      )}
      {isDebtChanged && <DebtTable lines={debt} />}
      {others.length > 0 && <CompareTable lines={others} />}
      {owed && !isDebtChanged && (
        <p className={styles.pad}>
          {t`The debt stays as it is:`} <Money cents={Number(owed.after)} />.
        </p>
      )}
      {effect.notes && effect.notes.length > 0 && (
        <ul className={styles.notes}>
          {effect.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function DebtTable({ lines }: { readonly lines: readonly EffectLine[] }): ReactNode {
  const { t } = useLingui();
  return (
    <table className={kit.table}>
      <caption>{t`The debt before and after`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Owed today`}</th>
          <th scope="col" className={kit.right}>{t`Before`}</th>
          <th scope="col" className={kit.right}>{t`Change`}</th>
          <th scope="col" className={kit.right}>{t`After`}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ label, before, after, of }) => {
          const change = Number(after) - Number(before);
          // The currency stands once, at the sum.
          const Amount = of === 'owed' ? Money : Figure;
          return (
            <tr key={label} className={of === 'owed' ? kit.sum : undefined}>
              <th scope="row">{label}</th>
              <td className={kit.right}>
                <Amount cents={Number(before)} />
              </td>
              <td className={`${kit.right} ${change < 0 ? styles.less : change > 0 ? styles.more : ''}`}>
                {change === 0 ? '–' : <Signed cents={change} />}
              </td>
              <td className={`${kit.right} ${change === 0 ? '' : styles.changed}`}>
                <Amount cents={Number(after)} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Signed({ cents }: { readonly cents: number }): ReactNode {
  return (
    <>
      {cents < 0 ? '−' : '+'}
      <Figure cents={Math.abs(cents)} />
    </>
  );
}

function CompareTable({ lines }: { readonly lines: readonly EffectLine[] }): ReactNode {
  const { t } = useLingui();
  const labelOf = useLineLabel();
  return (
    <table className={`${kit.table} ${kit.words}`}>
      <caption>{t`What else changes`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`What`}</th>
          <th scope="col">{t`Before`}</th>
          <th scope="col">{t`After`}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.label}>
            <th scope="row">{labelOf(line)}</th>
            <td>
              <EffectValue text={line.before} format={line.format} />
            </td>
            <td className={styles.changed}>
              <EffectValue text={line.after} format={line.format} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The text that the borrower gets, in their language. */
export function BorrowerReads({ shown }: { readonly shown: Case }): ReactNode {
  const { t } = useLingui();
  const { approval, effect } = shown;
  if (!approval.borrower) return null;
  return (
    <Card
      title={t`What the borrower will read`}
      aside={effect.borrowerReads && t`text message, in their language`}
    >
      {effect.borrowerReads === undefined ? (
        <p className={kit.muted}>{t`Nothing is sent to them.`}</p>
      ) : (
        <p className={styles.quote}>
          <Icon name="text" /> <span>{effect.borrowerReads}</span>
        </p>
      )}
    </Card>
  );
}
