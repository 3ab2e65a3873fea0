import { useLingui } from '@lingui/react/macro';
import { Money } from '../app/cells.tsx';
import type { Column } from '../kit/table/table-types.ts';

/** The last column of every list of money: how much it is. */
export function useAmountColumn<Row extends { readonly amount?: number | undefined }>(): Column<Row> {
  const { t } = useLingui();
  return {
    key: 'amount',
    header: t`Amount`,
    align: 'right',
    cell: ({ amount }) => <Money cents={amount} />,
    narrow: 'mainEnd',
  };
}
