import { lateKinds, lateWords } from '@hiram/contract/console/portfolio';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useDates } from '../kit/dates.ts';
import { FigureCard } from './FigureCard.tsx';
import { type ShownPortfolio, useHref } from './shown-portfolio.ts';

/** Where the loans of one end of a month were at the next. */
export function Rolls({ rolls: { from, to, moves } }: Pick<ShownPortfolio, 'rolls'>): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const targets = [...lateKinds, undefined] as const;
  const rows = lateKinds.map((kind) => {
    const counts = targets.map(
      (target) => moves.find((move) => move.from === kind && move.to === target)?.loans ?? 0,
    );
    const whole = counts.reduce((sum, loans) => sum + loans, 0);
    return { name: lateWords[kind], cells: [whole, ...counts.map((part) => ({ part, whole }))] };
  });
  return (
    <FigureCard
      title={t`How loans moved`}
      aside={from === undefined || to === undefined ? undefined : `${dates.day(from)} – ${dates.day(to)}`}
      note={t`Loans by number, in per cent of their row.`}
      caption={t`Loans by days late at both ends of months, in per cent of the row`}
      heads={[t`From`, t`Loans`, ...lateKinds.map((kind) => lateWords[kind]), t`Ended`]}
      rows={moves.length === 0 ? [] : rows}
    />
  );
}

interface VintagesProps extends Pick<ShownPortfolio, 'vintages'> {
  /** The principal that is still owed of them, in cents. */
  readonly outstanding: number;
}

/** A month by its number since the year 0. */
const monthNo = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/**
 * Principal over 30 days late of what was lent in a month, at the ends of the months since, by the loans' own month: 1 is the one
 * in which they were lent. Months before the portfolio was counted have no cell.
 */
export function Vintages({ vintages, outstanding }: VintagesProps): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const hrefOf = useHref('lentIn', 'late');
  const lentInAll = vintages.reduce((sum, { lent }) => sum + lent, 0);
  const onBook = ({ month, late }: (typeof vintages)[number]) =>
    new Map(late.map(({ on, amount }) => [monthNo(on) - monthNo(month) + 1, amount]));
  const months = [...new Set(vintages.flatMap((vintage) => [...onBook(vintage).keys()]))].sort(
    (a, b) => a - b,
  );
  return (
    <FigureCard
      title={t`Vintages`}
      note={t`Of what was lent in a month, the share more than 30 days late at the end of each month since, the month of lending being the first. An empty cell: not counted, or still to come.`}
      caption={t`By month of the disbursal and month on book`}
      heads={[t`Lent in`, t`Lent`, ...months.map((no, at) => (at === 0 ? t`Month ${no}` : String(no)))]}
      rows={vintages.map((vintage) => {
        const { month, lent } = vintage;
        const late = onBook(vintage);
        const shareOf = (no: number) => {
          const part = late.get(no);
          return part === undefined ? '' : part === 0 ? t`none` : { part, whole: lent };
        };
        return {
          name: dates.month(month),
          href: hrefOf(month),
          cells: [{ cents: lent }, ...months.map(shareOf)],
        };
      })}
      sums={[
        { name: t`Lent`, cells: [{ cents: lentInAll }] },
        { name: t`Repaid or written off`, cells: [{ cents: outstanding - lentInAll }] },
        { name: t`Outstanding`, cells: [{ cents: outstanding }] },
      ]}
    />
  );
}

/** First instalments that were missed, by the month in which they fell due. */
export function Missed({ first }: Pick<ShownPortfolio, 'first'>): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  return (
    <FigureCard
      title={t`First payment default`}
      note={t`Loans of which the first instalment was not paid on its due day, of those that had one in the month.`}
      caption={t`By the month in which it fell due`}
      heads={[t`Month`, t`Fell due`, t`Missed`, t`Share`]}
      rows={first.map(({ month, due, missed }) => ({
        name: dates.month(month),
        cells: [due, missed, { part: missed, whole: due }],
      }))}
    />
  );
}
