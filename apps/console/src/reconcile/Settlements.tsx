import { listSettlements } from '@hiram/contract/console/reconcile';
import { allBrands } from '@hiram/contract/console/rights';
import type { StaffOutput } from '@hiram/contract/console/staff-call';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Day, Money } from '../app/cells.tsx';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Nothing } from '../kit/Nothing.tsx';
import { Card } from '../kit/Page.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffPages } from '../net/useStaffPages.ts';
import { SettleDialog } from './SettleDialog.tsx';

type Settlement = StaffOutput<typeof listSettlements>['settlements'][number];

/** Providers' payments to the lender's bank, less their fees. */
export function Settlements({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const [isPosting, setPosting] = useState(false);
  const { query, rows, more, isLoadingMore } = useStaffPages({
    call: listSettlements,
    input: {},
    brand,
    rowsOf: ({ settlements }) => settlements,
    nextOf: ({ settlements, isLast }) => (isLast ? undefined : settlements.at(-1)?.journalId),
    inputAfter: (after) => ({ after }),
  });
  const money = (key: 'gross' | 'fee' | 'net', header: string): Column<Settlement> => ({
    key,
    header,
    align: 'right',
    cell: (row) => <Money cents={row[key]} />,
    ...(key === 'net' ? { narrow: 'mainEnd' as const } : {}),
  });
  const columns: readonly Column<Settlement>[] = [
    { key: 'reference', header: t`Bank’s reference`, cell: ({ reference }) => reference, narrow: 'main' },
    { key: 'provider', header: t`Provider`, cell: ({ provider }) => provider, narrow: 'sub' },
    { key: 'on', header: t`On`, cell: ({ postedOn }) => <Day on={postedOn} />, narrow: 'subEnd' },
    money('gross', t`Owed`),
    money('fee', t`Fee`),
    money('net', t`Came in`),
  ];
  const mayPost = brand !== allBrands && hasRight(person, 'reconcile.settle', brand);
  return (
    <Card
      isFlush
      title={t`Settlements`}
      aside={
        mayPost && <Button hotkey="new" onClick={() => setPosting(true)}>{t`Post a settlement …`}</Button>
      }
    >
      <Loaded query={query}>
        {() =>
          rows.length === 0 ? (
            <Nothing
              title={t`No settlement is posted`}
              text={
                brand === allBrands
                  ? t`When a provider pays to the lender’s bank, its amount and fee are posted here. Choose a brand first.`
                  : t`When a provider pays to the lender’s bank, its amount and fee are posted here.`
              }
            />
          ) : (
            <DataTable
              caption={t`Settlements`}
              columns={columns}
              rows={rows}
              isLoadingMore={isLoadingMore}
              rowKey={({ journalId }) => journalId}
              onMore={more}
            />
          )
        }
      </Loaded>
      {isPosting && <SettleDialog brand={brand} onClose={() => setPosting(false)} />}
    </Card>
  );
}
