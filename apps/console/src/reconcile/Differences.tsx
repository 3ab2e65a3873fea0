import { listDifferences, type ShownDifference } from '@hiram/contract/console/reconcile';
import { allBrands } from '@hiram/contract/console/rights';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Day, DayOf, Money } from '../app/cells.tsx';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { useDifferenceWords } from '../i18n/words.ts';
import { InBrand, useBrandName } from '../kit/brand-format.tsx';
import { Button } from '../kit/controls/Button.tsx';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card } from '../kit/Page.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import { Reference } from '../kit/table/Reference.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffPages } from '../net/useStaffPages.ts';
import { Compared } from './Compared.tsx';
import { ExplainDialog } from './ExplainDialog.tsx';
import { useKindWords } from './words.ts';

interface Props extends ScreenProps {
  readonly state: 'open' | 'explained';
}

/** The differences between providers' statements and our books. */
export function Differences({ person, state }: Props): ReactNode {
  const { t } = useLingui();
  const [chosen, setChosen] = useState<ShownDifference>();
  const { query, rows, more, isLoadingMore } = useStaffPages({
    call: listDifferences,
    input: { state },
    rowsOf: ({ differences }) => differences,
    nextOf: ({ differences, isLast }) => (isLast ? undefined : differences.at(-1)),
    inputAfter: ({ day, differenceId }) => ({ state, after: { day, differenceId } }),
  });
  // What is held stands in both totals and among the tasks: it is no difference.
  const apart = rows.filter((row) => apartOf(row) !== 0);
  const columns = useColumns(hasRight(person, 'reconcile.explain', allBrands) ? setChosen : undefined);
  return (
    <Card
      isFlush
      title={state === 'open' ? t`What differs` : t`What is explained`}
      aside={t`what is held in suspense is in a day’s total, and not yet on its loan`}
    >
      <Loaded query={query}>
        {() =>
          apart.length === 0 ? (
            <Nothing
              title={state === 'open' ? t`Nothing differs` : t`Nothing is explained`}
              text={t`Each day is compared with the provider’s statement on the four days that follow. What differs then appears here, until a later statement resolves it or a person explains it.`}
            />
          ) : (
            <DataTable
              caption={state === 'open' ? t`Open differences` : t`Explained differences`}
              columns={columns}
              isLoadingMore={isLoadingMore}
              rows={byDay(apart)}
              rowKey={({ differenceId }) => differenceId}
              onMore={more}
            />
          )
        }
      </Loaded>
      {chosen && (
        <InBrand brand={chosen.brand} currency={chosen.currency}>
          <ExplainDialog difference={chosen} onClose={() => setChosen(undefined)} />
        </InBrand>
      )}
    </Card>
  );
}

function useColumns(
  onExplain: ((difference: ShownDifference) => void) | undefined,
): readonly Column<ShownDifference>[] {
  const { t } = useLingui();
  const kinds = useKindWords();
  const brandName = useBrandName();
  const reasons: Readonly<Record<string, string>> = useDifferenceWords();
  return [
    {
      key: 'what',
      header: t`What`,
      cell: ({ kind, reference }) => (
        <>
          {kind === 'day' ? (
            <b>{t`The whole day of ${brandName(reference)}`}</b>
          ) : (
            <>
              {kinds[kind]} <Reference text={reference} />
            </>
          )}
        </>
      ),
      narrow: 'main',
    },
    {
      key: 'day',
      header: t`Day`,
      cell: ({ day, provider, foundAt }) => (
        <>
          <Day on={day} />
          <span className={kit.under}>
            {provider}
            {foundAt.slice(0, 10) > day && (
              <>
                {', '}
                {t`since`} <DayOf at={foundAt} />
              </>
            )}
          </span>
        </>
      ),
      narrow: 'mainEnd',
    },
    {
      key: 'reason',
      header: t`Difference`,
      cell: ({ reason }) => <>{reasons[reason] ?? reason}</>,
      narrow: 'sub',
    },
    {
      key: 'theirs',
      header: t`Theirs`,
      cell: ({ theirs }) => <Compared value={theirs} />,
      align: 'right',
      narrow: 'low',
    },
    {
      key: 'ours',
      header: t`Ours`,
      cell: ({ ours }) => <Compared value={ours} />,
      align: 'right',
      narrow: 'lowEnd',
    },
    {
      key: 'difference',
      header: t`Apart by`,
      cell: (row) => <Apart row={row} />,
      align: 'right',
      narrow: 'lowEnd',
    },
    {
      key: 'owner',
      header: t`Who`,
      cell: ({ owner, explanation, explainedBy }) =>
        explanation === undefined ? (owner ?? '–') : t`${explainedBy ?? ''}: ${explanation}`,
    },
    {
      key: 'do',
      header: t`Actions`,
      cell: (row) => onExplain && <Button onClick={() => onExplain(row)}>{t`Explain …`}</Button>,
      narrow: 'subEnd',
    },
  ];
}

/** The lines of a day of a provider stand together, its total below them. */
export function byDay(rows: readonly ShownDifference[]): readonly ShownDifference[] {
  const placeOf = ({ day, provider }: ShownDifference) => `${day} ${provider}`;
  const places = [...new Set(rows.map(placeOf))];
  return places.flatMap((place) => {
    const own = rows.filter((row) => placeOf(row) === place);
    return [...own.filter(({ kind }) => kind !== 'day'), ...own.filter(({ kind }) => kind === 'day')];
  });
}

/**
 * What a line adds to the difference of its day, in cents: nothing if it is held, since it is in both totals; undefined if the two
 * sides say the same amount, and differ in something else.
 */
export function apartOf({ kind, reason, theirs, ours }: ShownDifference): number | undefined {
  if (reason === 'held here') return 0;
  const [their, our] = [theirs, ours].map((side) => (side === '' ? 0 : Number(side)));
  if (reason === 'posted now' || !Number.isSafeInteger(their) || !Number.isSafeInteger(our)) return undefined;
  const apart = Number(their) - Number(our);
  return kind === 'payout' ? -apart : apart;
}

function Apart({ row }: { readonly row: ShownDifference }): ReactNode {
  const cents = apartOf(row);
  if (cents === undefined) return '–';
  return row.kind === 'day' ? (
    <b>
      <Money cents={cents} />
    </b>
  ) : (
    <Money cents={cents} />
  );
}
