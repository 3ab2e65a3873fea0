import { lateKinds } from '@hiram/contract/console/portfolio';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useSearch } from 'wouter';
import { Figure } from '../app/cells.tsx';
import { share } from '../app/share.ts';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import { Card } from '../kit/Page.tsx';
import styles from './portfolio.module.css';
import { type ShownPortfolio, useLateWords } from './shown-portfolio.ts';

/** A cell whose ground grows stronger with its share. */
function Heat({ part, whole }: { readonly part: number; readonly whole: number }): ReactNode {
  const of = whole === 0 ? 0 : part / whole;
  const step = of === 0 ? 0 : of < 0.05 ? 1 : of < 0.15 ? 2 : of < 0.3 ? 3 : of < 0.6 ? 4 : 5;
  return (
    <td className={`${kit.right} ${styles.heat}`} data-heat={step}>
      {part === 0 ? '–' : share(part, whole)}
    </td>
  );
}

function None({ text }: { readonly text: string }): ReactNode {
  return <p className={styles.none}>{text}</p>;
}

/** Where the loans of one end of a month were at the next. */
export function Rolls({ rolls: { from, to, moves } }: Pick<ShownPortfolio, 'rolls'>): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const words = useLateWords();
  const targets = [...lateKinds, undefined] as const;
  const count = (kind: string, target: string | undefined) =>
    moves.find((move) => move.from === kind && move.to === target)?.loans ?? 0;
  return (
    <Card
      title={t`How loans moved`}
      aside={from === undefined || to === undefined ? undefined : `${dates.day(from)} – ${dates.day(to)}`}
      isFlush
    >
      {moves.length === 0 ? (
        <None text={t`Not known yet: two ends of months are needed.`} />
      ) : (
        <div className={styles.wide}>
          <table className={kit.table}>
            <caption>{t`Loans by days late at both ends of months, in per cent of the row`}</caption>
            <thead>
              <tr>
                <th scope="col">{t`From`}</th>
                <th scope="col" className={kit.right}>{t`Loans`}</th>
                {targets.map((target) => (
                  <th key={target ?? 'none'} scope="col" className={kit.right}>
                    {target === undefined ? t`Ended` : words[target]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lateKinds.map((kind) => {
                const loans = targets.reduce((sum, target) => sum + count(kind, target), 0);
                return (
                  <tr key={kind}>
                    <th scope="row">{words[kind]}</th>
                    <td className={kit.right}>{loans}</td>
                    {targets.map((target) => (
                      <Heat key={target ?? 'none'} part={count(kind, target)} whole={loans} />
                    ))}
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

/** Principal over 30 days late of what was lent in a month, at the ends of the months since. */
export function Vintages({ vintages }: Pick<ShownPortfolio, 'vintages'>): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const search = new URLSearchParams(useSearch());
  search.delete('late');
  const hrefOf = (month: string) => {
    search.set('lentIn', month);
    return `/portfolio?${search}`;
  };
  const onBook = Array.from(
    { length: Math.max(0, ...vintages.map(({ late }) => late.length)) },
    (_, index) => index + 1,
  );
  return (
    <Card title={t`Vintages`} aside={t`more than 30 days late, of the principal lent`} isFlush>
      <div className={styles.wide}>
        <table className={kit.table}>
          <caption>{t`By month of the disbursal and month on book`}</caption>
          <thead>
            <tr>
              <th scope="col">{t`Lent in`}</th>
              <th scope="col" className={kit.right}>{t`Lent`}</th>
              {onBook.map((month) => (
                <th key={month} scope="col" className={kit.right}>
                  {month === 1 ? t`Month ${month}` : month}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {vintages.map(({ month, lent, late }) => (
              <tr key={month}>
                <th scope="row">
                  <Link href={hrefOf(month)}>{dates.month(month)}</Link>
                </th>
                <td className={kit.right}>
                  <Figure cents={lent} />
                </td>
                {onBook.map((at) =>
                  at <= late.length ? (
                    <Heat key={at} part={late[at - 1] ?? 0} whole={lent} />
                  ) : (
                    <td key={at} />
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

/** First instalments that were missed, by the month in which they fell due. */
export function Missed({ first }: Pick<ShownPortfolio, 'first'>): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  return (
    <Card title={t`First instalment missed`} isFlush>
      {first.length === 0 ? (
        <None text={t`None is counted yet.`} />
      ) : (
        <table className={kit.table}>
          <caption>{t`By the month in which it fell due`}</caption>
          <thead>
            <tr>
              <th scope="col">{t`Month`}</th>
              <th scope="col" className={kit.right}>{t`Fell due`}</th>
              <th scope="col" className={kit.right}>{t`Missed`}</th>
              <th scope="col" className={kit.right}>{t`Share`}</th>
            </tr>
          </thead>
          <tbody>
            {first.map(({ month, due, missed }) => (
              <tr key={month}>
                <th scope="row">{dates.month(month)}</th>
                <td className={kit.right}>{due}</td>
                <td className={kit.right}>{missed}</td>
                <Heat part={missed} whole={due} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
