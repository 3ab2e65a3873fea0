import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Money } from '../app/cells.tsx';
import type { Column } from '../kit/table/table-types.ts';

/** The last columns of every list of money: how much it is, and what can be done. */
export function useClosingColumns<Row extends { readonly amount?: number | undefined }>(
  doings: (row: Row) => ReactNode,
): readonly Column<Row>[] {
  const { t } = useLingui();
  return [
    {
      key: 'amount',
      header: t`Amount`,
      align: 'right',
      cell: ({ amount }) => <Money cents={amount} />,
      narrow: 'mainEnd',
    },
    { key: 'do', header: t`Actions`, cell: doings, narrow: 'subEnd' },
  ];
}
