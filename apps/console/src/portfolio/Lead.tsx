import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Money } from '../app/cells.tsx';
import { share, shareInColumn } from '../app/share.ts';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import { Tiles } from '../kit/Tiles.tsx';
import { fromClass, type ShownPortfolio } from './shown-portfolio.ts';

/** The figures of the day that are read first, each with what it follows from and the same at the end of the month before. */
export function Lead({ shown }: { readonly shown: Pick<ShownPortfolio, 'days' | 'first'> }): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const day = shown.days.at(-1);
  const before = shown.days.at(-2);
  if (!day) return null;
  const all = fromClass(day, 0);
  const on = before && dates.day(before.day);
  const lateFrom = (at: number, label: string) => {
    const late = fromClass(day, at);
    return {
      label,
      value: shareInColumn(late.amount, all.amount),
      foot: (
        <>
          <Money cents={late.amount} /> {t`of`} <Money cents={all.amount} />,{' '}
          {plural(late.loans, { one: '# loan', other: '# loans' })}
          {before && on && (
            <Points
              now={{ part: late.amount, whole: all.amount }}
              then={{ part: fromClass(before, at).amount, whole: fromClass(before, 0).amount }}
              when={on}
            />
          )}
        </>
      ),
    };
  };
  const [firstBefore, first] = shown.first.length > 1 ? shown.first.slice(-2) : [undefined, shown.first[0]];
  const change = before && all.amount - fromClass(before, 0).amount;
  return (
    <Tiles
      tiles={[
        {
          label: t`Principal outstanding`,
          value: <Money cents={all.amount} />,
          foot: (
            <>
              {plural(all.loans, { one: '# loan', other: '# loans' })}
              {change !== undefined && (
                <span className={kit.under}>
                  <Money cents={Math.abs(change)} />{' '}
                  {change < 0 ? t`less than ${on ?? ''}` : t`more than ${on ?? ''}`}
                </span>
              )}
            </>
          ),
        },
        lateFrom(1, t`PAR 1: a day late or more`),
        lateFrom(4, t`PAR 30: more than 30 days late`),
        ...(first
          ? [
              {
                label: t`First payment default`,
                value: share(first.missed, first.due),
                foot: (
                  <>
                    {t`${first.missed} of ${first.due} that fell due in ${dates.month(first.month)}`}
                    {firstBefore && (
                      <Points
                        now={{ part: first.missed, whole: first.due }}
                        then={{ part: firstBefore.missed, whole: firstBefore.due }}
                        when={dates.month(firstBefore.month)}
                      />
                    )}
                  </>
                ),
              },
            ]
          : []),
      ]}
    />
  );
}

interface Share {
  readonly part: number;
  readonly whole: number;
}

/** The difference of two shares in points: more is worse. */
function Points({
  now,
  then,
  when,
}: {
  readonly now: Share;
  readonly then: Share;
  readonly when: string;
}): ReactNode {
  const { t } = useLingui();
  // From the shares as they are shown, so that the difference follows from them.
  const shown = ({ part, whole }: Share) => (whole === 0 ? 0 : Math.round((part / whole) * 1_000));
  const tenths = shown(now) - shown(then);
  const points = shareInColumn(Math.abs(tenths), 1_000).replace('%', '');
  const was = shareInColumn(then.part, then.whole);
  const tone = tenths === 0 ? '' : kit[tenths > 0 ? 'tone-danger' : 'tone-good'];
  return (
    <span className={`${kit.under} ${tone}`}>
      {tenths === 0
        ? t`as on ${when}: ${was}`
        : tenths > 0
          ? t`${points} points more than ${when}: ${was}`
          : t`${points} points less than ${when}: ${was}`}
    </span>
  );
}
