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
import { Banner } from '../kit/Banner.tsx';
import kit from '../kit/kit.module.css';
import { Card, Columns, Stack } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { Tiles } from '../kit/Tiles.tsx';
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
  const [have, owed, own] = [sumOf(assets), sumOf(liabilities), sumOf(equity)];
  const overdrawn = books.accounts.filter(({ isCash, amount }) => isCash && amount < 0);
  return (
    <>
      {overdrawn.length > 0 && (
        <Banner
          tone="warn"
          title={t`Cash below zero: ${overdrawn.map(({ code, name }) => `${code} ${name}`).join(', ')}`}
        >
          {t`By the books more went out of it than came in. Money that the owners or a bank put in, or receipts, are not recorded yet: until then assets are shown too low.`}
        </Banner>
      )}
      <Tiles
        tiles={[
          {
            label: t`Assets`,
            value: <Money cents={have} />,
            foot:
              have === owed + own + result ? (
                <Status tone="good">{t`The sheet balances`}</Status>
              ) : (
                <Status tone="danger">{t`The sheet does not balance`}</Status>
              ),
          },
          { label: t`= Liabilities`, value: <Money cents={owed} />, foot: t`owed to others` },
          { label: t`+ Equity`, value: <Money cents={own} />, foot: t`paid in by the owners` },
          {
            label: t`+ Result to date`,
            value: <Money cents={result} />,
            foot: t`income less expenses since the books began`,
          },
        ]}
      />
      <Columns count={2}>
        <Part type="asset" stated={assets} />
        <Stack>
          <Part type="liability" stated={liabilities} />
          {equity.length > 0 && <Part type="equity" stated={equity} />}
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
  const [earned, spent] = [sumOf(income), sumOf(expenses)];
  return (
    <>
      <Tiles
        tiles={[
          { label: t`Income`, value: <Money cents={earned} />, foot: t`since the first of the month` },
          { label: t`− Expenses`, value: <Money cents={spent} />, foot: t`since the first of the month` },
          {
            label: t`= Result of the month`,
            value: <Money cents={earned - spent} />,
            foot: t`to the end of the day that is shown`,
          },
        ]}
      />
      <Columns count={2}>
        <Part type="income" stated={income} />
        <Part type="expense" stated={expenses} />
      </Columns>
    </>
  );
}
