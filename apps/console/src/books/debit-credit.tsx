import { useLingui } from '@lingui/react/macro';
import { figureColumn } from '../app/figure-column.tsx';
import type { Column } from '../kit/table/table-types.ts';

/** The columns of debit and credit. `amount` in cents, debit positive. */
export function useDebitCredit(): readonly Column<{ readonly amount: number }>[] {
  const { t } = useLingui();
  const positive = (cents: number) => (cents > 0 ? cents : undefined);
  return [
    figureColumn({ key: 'debit', header: t`Debit`, of: ({ amount }) => positive(amount) }),
    figureColumn({
      key: 'credit',
      header: t`Credit`,
      narrow: 'subEnd',
      of: ({ amount }) => positive(-amount),
    }),
  ];
}
