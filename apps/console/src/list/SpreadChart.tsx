import type { Spread } from '@hiram/contract/console/list-calls';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Money } from '../app/cells.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { useStaffCall } from '../net/useStaffCall.ts';
import type { TypedRange } from './FilterForm.tsx';
import styles from './list.module.css';
import type { List } from './useList.ts';

interface Props<Row> {
  readonly list: List<Row>;
  readonly column: Column<Row>;
  readonly range: TypedRange;
}

/** A histogram of a column's amounts in ten parts; those in the typed range stand out. Empty until it is loaded. */
export function SpreadChart<Row>({ list, column, range }: Props<Row>): ReactNode {
  const { data } = useStaffCall(list.calls.count, list.spreadInput(column.key) as never, list.brand);
  const { spread } = (data ?? {}) as { readonly spread?: Spread };
  return spread ? <SpreadBars spread={spread} range={range} /> : null;
}

/** Draws a spread. */
function SpreadBars({ spread, range }: { readonly spread: Spread; readonly range: TypedRange }): ReactNode {
  const { t } = useLingui();
  const { low, high, counts } = spread;
  const most = Math.max(...counts);
  const width = (high + 1 - low) / counts.length;
  const from = range.from === '' ? low : Number(range.from) * 100;
  const to = range.to === '' ? high : Number(range.to) * 100;
  const places = counts.map((count, place) => ({ count, place }));
  const isIn = (place: number) => low + place * width <= to && low + (place + 1) * width > from;
  const inside = places.reduce((sum, { count, place }) => sum + (isIn(place) ? count : 0), 0);
  return (
    <figure className={styles.spread}>
      <div className={styles.spreadBars} aria-hidden="true">
        {places.map(({ count, place }) => (
          <i
            key={place}
            data-in={isIn(place) ? '' : undefined}
            style={{ height: `${count === 0 ? 0 : Math.max(4, (count * 100) / most)}%` }}
          />
        ))}
      </div>
      <figcaption>
        <Money cents={low} />
        <span>{t`about ${inside} rows`}</span>
        <Money cents={high} />
      </figcaption>
    </figure>
  );
}
