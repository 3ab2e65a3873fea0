import { listDifferences, type ShownDifference } from '@hiram/contract/console/reconcile';
import { allBrands } from '@hiram/contract/console/rights';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Day, DayOf, Money } from '../app/cells.tsx';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { useDifferenceWords } from '../i18n/words.ts';
import { InBrand } from '../kit/brand-format.tsx';
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
  const columns = useColumns(hasRight(person, 'reconcile.explain', allBrands) ? setChosen : undefined);
  return (
    <Card
      isFlush
      title={state === 'open' ? t`What differs` : t`What is explained`}
      aside={t`what is held in suspense is in a day’s total, and not yet on its loan`}
    >
      <Loaded query={query}>
        {() =>
          rows.length === 0 ? (
            <Nothing
              title={state === 'open' ? t`Nothing differs` : t`Nothing is explained`}
              text={t`Each day is compared with the provider’s statement on the four days that follow. What differs then appears here, until a later statement resolves it or a person explains it.`}
            />
          ) : (
            <DataTable
              caption={state === 'open' ? t`Open differences` : t`Explained differences`}
              {...{ columns, rows, isLoadingMore }}
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
  const reasons: Readonly<Record<string, string>> = useDifferenceWords();
  return [
    {
      key: 'what',
      header: t`What`,
      cell: ({ kind, reference }) => (
        <>
          {kinds[kind]} <Reference text={reference} />
        </>
      ),
      narrow: 'main',
    },
    { key: 'day', header: t`Day`, cell: ({ day }) => <Day on={day} />, narrow: 'mainEnd' },
    { key: 'by', header: t`Provider`, cell: ({ provider }) => provider },
    {
      key: 'reason',
      header: t`Difference`,
      cell: ({ kind, reason, theirs, ours }) => (
        <>
          {reasons[reason] ?? reason}
          {kind === 'day' && (
            <span className={kit.under}>
              {t`by`} <Money cents={Math.abs(Number(theirs) - Number(ours))} />
            </span>
          )}
        </>
      ),
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
    { key: 'since', header: t`Since`, cell: ({ foundAt }) => <DayOf at={foundAt} /> },
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
