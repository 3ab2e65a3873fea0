import {
  type AccountType,
  accountWords,
  type BookAccount,
  type ShownBooks,
} from '@hiram/contract/console/books';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link, useSearch } from 'wouter';
import { Money } from '../app/cells.tsx';
import { figureColumn } from '../app/figure-column.tsx';
import kit from '../kit/kit.module.css';
import { Card, Columns, Stack } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';

type Stated = Pick<BookAccount, 'code' | 'name' | 'amount'>;

/** Accounts of a type with an amount on the side on which they grow. */
function statedOf({ accounts }: ShownBooks, type: AccountType, of: 'amount' | 'moved'): readonly Stated[] {
  const sign = type === 'asset' || type === 'expense' ? 1 : -1;
  return accounts
    .filter((account) => account.type === type && account[of] !== 0)
    .map(({ code, name, [of]: amount }) => ({ code, name, amount: sign * amount }));
}

const sumOf = (stated: readonly Stated[]) => stated.reduce((sum, { amount }) => sum + amount, 0);

interface PartProps {
  readonly type: AccountType;
  readonly stated: readonly Stated[];
}

/** A part of a statement: each figure opens to the account's journals. */
function Part({ type, stated }: PartProps): ReactNode {
  const { t } = useLingui();
  const search = new URLSearchParams(useSearch());
  const hrefOf = ({ code }: Stated) => {
    search.delete('tab');
    search.delete('journal');
    search.set('account', code);
    return `/books?${search}`;
  };
  const columns: readonly Column<Stated>[] = [
    {
      key: 'name',
      header: t`Account`,
      narrow: 'main',
      cell: (row) => <Link href={hrefOf(row)}>{`${row.code} ${row.name}`}</Link>,
    },
    figureColumn({ key: 'amount', header: t`Amount`, of: ({ amount }) => amount }),
  ];
  return (
    <Card isFlush={stated.length > 0} title={accountWords[type]} aside={<Money cents={sumOf(stated)} />}>
      {stated.length === 0 ? (
        <p className={kit.muted}>{t`None.`}</p>
      ) : (
        <DataTable
          caption={accountWords[type]}
          columns={columns}
          rows={stated}
          rowKey={({ code }) => code}
          hasKeys={false}
        />
      )}
    </Card>
  );
}

/** Assets on the left, what is owed and the owners' part on the right. */
export function BalanceSheet({ books }: { readonly books: ShownBooks }): ReactNode {
  const { t } = useLingui();
  const assets = statedOf(books, 'asset', 'amount');
  const liabilities = statedOf(books, 'liability', 'amount');
  const equity = statedOf(books, 'equity', 'amount');
  const result = sumOf(statedOf(books, 'income', 'amount')) - sumOf(statedOf(books, 'expense', 'amount'));
  const isBalanced = sumOf(assets) === sumOf(liabilities) + sumOf(equity) + result;
  return (
    <>
      <Status tone={isBalanced ? 'good' : 'danger'}>
        {isBalanced ? t`The sheet balances` : t`The sheet does not balance`}
      </Status>
      <Columns count={2}>
        <Part type="asset" stated={assets} />
        <Stack>
          <Part type="liability" stated={liabilities} />
          <Part type="equity" stated={equity} />
          <Card title={t`Result to date`} aside={<Money cents={result} />}>
            <p className={kit.muted}>{t`Income less expenses since the books began: it is the owners’.`}</p>
          </Card>
        </Stack>
      </Columns>
    </>
  );
}

/** Income and expenses of the month, to the day that is shown. */
export function IncomeStatement({ books }: { readonly books: ShownBooks }): ReactNode {
  const { t } = useLingui();
  const income = statedOf(books, 'income', 'moved');
  const expenses = statedOf(books, 'expense', 'moved');
  return (
    <>
      <Columns count={2}>
        <Part type="income" stated={income} />
        <Part type="expense" stated={expenses} />
      </Columns>
      <Card title={t`Result of the month`} aside={<Money cents={sumOf(income) - sumOf(expenses)} />}>
        <p className={kit.muted}>{t`From the first of the month to the end of the day that is shown.`}</p>
      </Card>
    </>
  );
}
