import { useLingui } from '@lingui/react/macro';
import { Figure } from '../app/cells.tsx';
import type { Column } from '../kit/table/table-types.ts';

/** The columns of debit and credit. `amount` in cents, debit positive. */
export function useDebitCredit(): readonly Column<{ readonly amount: number }>[] {
  const { t } = useLingui();
  return [
    {
      key: 'debit',
      header: t`Debit`,
      align: 'right',
      narrow: 'mainEnd',
      cell: ({ amount }) => (amount > 0 ? <Figure cents={amount} /> : ''),
    },
    {
      key: 'credit',
      header: t`Credit`,
      align: 'right',
      narrow: 'subEnd',
      cell: ({ amount }) => (amount < 0 ? <Figure cents={-amount} /> : ''),
    },
  ];
}
