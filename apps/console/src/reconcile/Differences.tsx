import { listDifferences, type ShownDifference } from '@hiram/contract/console/reconcile';
import { allBrands } from '@hiram/contract/console/rights';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { DayOf, Money } from '../app/cells.tsx';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { useDifferenceWords } from '../i18n/words.ts';
import { InBrand, useBrandName } from '../kit/brand-format.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { useDates } from '../kit/dates.ts';
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
import { NextStep } from './NextStep.tsx';
import { useKindWords } from './words.ts';

interface Props extends ScreenProps {
  readonly state: 'open' | 'explained';
}

/** The differences between providers' statements and our books. */
export function Differences({ person, state }: Props): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
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
  const held = rows.length - apart.length;
  const mayExplain = hasRight(person, 'reconcile.explain', allBrands);
  const columns = useColumns(mayExplain ? setChosen : undefined);
  return (
    <Card
      isFlush
      title={state === 'open' ? t`What differs` : t`What is explained`}
      aside={
        more ? undefined : held > 0 ? (
          <>
            {t`${rows.length} = ${apart.length} here + ${held} held in suspense, in both totals and waiting under`}{' '}
            <Link href="/money-in?tab=held">{t`Money in`}</Link>
          </>
        ) : (
          apart.length
        )
      }
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
              groupOf={(row) => ({
                key: placeOf(row),
                label: t`${dates.day(row.day)} · ${row.provider}`,
                count: apart.filter((other) => placeOf(other) === placeOf(row)).length,
              })}
              rowKey={({ differenceId }) => differenceId}
              onMore={more}
            />
          )
        }
      </Loaded>
      {apart.length > 0 && !mayExplain && (
        <p className={kit.note}>{t`A controller explains a difference, or passes it on.`}</p>
      )}
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
      cell: (row) => (
        <>
          {row.kind === 'day' ? (
            <b>{t`The whole day of ${brandName(row.reference)}`}</b>
          ) : (
            <>
              {kinds[row.kind]} <Reference text={row.reference} />
            </>
          )}
          <span className={kit.under}>
            <Link href={accountOf(row)}>
              {row.kind === 'day' ? t`How the day adds up` : t`Its line and likely cause`}
            </Link>
          </span>
        </>
      ),
      narrow: 'main',
    },
    { key: 'found', header: t`Found`, cell: ({ foundAt }) => <DayOf at={foundAt} />, narrow: 'mainEnd' },
    {
      key: 'reason',
      header: t`Difference`,
      cell: (row) => (
        <>
          <b>{reasons[row.reason] ?? row.reason}</b>
          {row.explanation === undefined && <NextStep difference={row} />}
        </>
      ),
      narrow: 'sub',
    },
    {
      key: 'theirs',
      header: t`Statement`,
      cell: ({ theirs }) => <Compared value={theirs} />,
      align: 'right',
      narrow: 'low',
    },
    {
      key: 'ours',
      header: t`Books`,
      cell: ({ ours }) => <Compared value={ours} />,
      align: 'right',
      narrow: 'lowEnd',
    },
    {
      key: 'difference',
      header: t`Apart by`,
      cell: (row) => <Apart row={row} />,
      align: 'right',
      narrow: 'subEnd',
    },
    {
      key: 'owner',
      header: t`Who`,
      cell: ({ owner, explanation, explainedBy }) =>
        explanation === undefined ? (owner ?? t`nobody yet`) : t`${explainedBy ?? ''}: ${explanation}`,
    },
    ...(onExplain
      ? [
          {
            key: 'do',
            header: t`Actions`,
            cell: (row: ShownDifference) => <Button onClick={() => onExplain(row)}>{t`Explain …`}</Button>,
            narrow: 'more' as const,
          },
        ]
      : []),
  ];
}

const placeOf = ({ day, provider }: ShownDifference) => `${day} ${provider}`;

/** The address of the day of the account at which something differs. A whole day's reference is its brand. */
function accountOf({ day, provider, kind, brand, reference }: ShownDifference): string {
  const account = `${provider}.${kind === 'day' ? reference : (brand ?? '')}`;
  return `/reconcile?${new URLSearchParams({ day, account })}`;
}

/**
 * The lines of a day of a provider stand together, its total below them. A line without a currency has that
 * of the only total.
 */
export function byDay(rows: readonly ShownDifference[]): readonly ShownDifference[] {
  const places = [...new Set(rows.map(placeOf))];
  return places.flatMap((place) => {
    const own = rows.filter((row) => placeOf(row) === place);
    const totals = own.filter(({ kind }) => kind === 'day');
    const [total, ...others] = totals;
    const lines = own.filter(({ kind }) => kind !== 'day');
    if (!total || others.length > 0) return [...lines, ...totals];
    return [...lines.map((line) => (line.currency ? line : { ...line, currency: total.currency })), total];
  });
}

/**
 * What a line adds to the difference of its day, in cents: nothing if it is held, since it is in both totals;
 * undefined if the two sides say the same amount, and differ in something else.
 */
export function apartOf({ kind, reason, theirs, ours }: ShownDifference): number | undefined {
  if (reason === 'held here') return 0;
  const [their, our] = [theirs, ours].map((side) => (side === '' ? 0 : Number(side)));
  if (reason === 'posted now' || !Number.isSafeInteger(their) || !Number.isSafeInteger(our)) return undefined;
  const apart = Number(their) - Number(our);
  return kind === 'payout' ? -apart : apart;
}

function Apart({ row }: { readonly row: ShownDifference }): ReactNode {
  const { t } = useLingui();
  const cents = apartOf(row);
  if (cents === undefined) return <span className={kit.muted}>{t`no amount`}</span>;
  return row.kind === 'day' ? (
    <b>
      <Money cents={cents} />
    </b>
  ) : (
    <Money cents={cents} />
  );
}
