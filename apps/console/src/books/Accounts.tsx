import {
  accountWords,
  type BookAccount,
  type JournalKind,
  journalWords,
  type ShownBooks,
} from '@hiram/contract/console/books';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Figure, Money } from '../app/cells.tsx';
import { useChangeAddress, useTextInAddress } from '../app/in-address.ts';
import { Choice } from '../kit/controls/Choices.tsx';
import kit from '../kit/kit.module.css';
import { Card, Facts, SidePanel } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import styles from './books.module.css';
import { Journals, useDebitCredit } from './Journals.tsx';

interface Props {
  readonly brand: string;
  readonly books: ShownBooks;
}

const sideOf = (accounts: readonly BookAccount[], sign: 1 | -1) =>
  accounts.reduce((sum, { amount }) => sum + Math.max(0, sign * amount), 0);

/** The trial balance; beside it the journals of the chosen account, and what they are made of. */
export function Accounts({ brand, books }: Props): ReactNode {
  const { t } = useLingui();
  const change = useChangeAddress();
  const [chosen] = useTextInAddress('account');
  const [isAll, showAll] = useTextInAddress('all');
  const columns = useColumns(books.accounts.some(({ amount, moved }) => amount !== moved));
  const rows = books.accounts.filter(({ amount, moved }) => isAll !== '' || amount !== 0 || moved !== 0);
  const [debit, credit] = [sideOf(books.accounts, 1), sideOf(books.accounts, -1)];
  const account = books.accounts.find(({ code }) => code === chosen);
  const table = (
    <Card
      isFlush
      title={
        <Status tone={debit === credit ? 'good' : 'danger'}>
          {debit === credit ? t`Debits equal credits` : t`Debits and credits differ`}
        </Status>
      }
      aside={
        <span className={styles.sum}>
          <Choice
            label={t`Show zero balances`}
            isChosen={isAll !== ''}
            onChange={(isOn) => showAll(isOn ? '1' : '')}
          />
          <span>
            {t`debits`}{' '}
            <strong>
              <Money cents={debit} />
            </strong>
          </span>
          <span>
            {t`credits`}{' '}
            <strong>
              <Money cents={credit} />
            </strong>
          </span>
        </span>
      }
    >
      <DataTable
        caption={t`Trial balance`}
        columns={columns}
        rows={rows}
        rowKey={({ code }) => code}
        groupOf={({ type }) => ({ key: type, label: accountWords[type] })}
        selected={account?.code}
        onSelect={(code) => change({ account: code, journal: '' }, { replace: true })}
      />
    </Card>
  );
  if (!account) return table;
  return (
    <SidePanel label={account.name} list={table}>
      <Card
        title={`${account.code} ${account.name}`}
        aside={
          account.externalCode !== undefined && <span className={kit.muted}>{account.externalCode}</span>
        }
      >
        <p>
          <strong>
            <Money cents={Math.abs(account.amount)} />
          </strong>{' '}
          {account.amount >= 0 ? t`debit` : t`credit`}, {t`of it moved in the month:`}{' '}
          <Sided cents={account.moved} />
        </p>
        {account.parts && account.parts.length > 0 && <Parts account={account} parts={account.parts} />}
      </Card>
      <Journals brand={brand} on={books.on} account={account.code} />
    </SidePanel>
  );
}

interface PartsProps {
  readonly account: BookAccount;
  readonly parts: NonNullable<BookAccount['parts']>;
}

/** What unidentified money is made of, where each part is settled, and its sum. */
function Parts({ account, parts }: PartsProps): ReactNode {
  const { t } = useLingui();
  const nameOf: Partial<Record<JournalKind, ReactNode>> = {
    unidentified: <Link href="/money-in">{t`On the bank’s statement, not matched`}</Link>,
    money: <Link href="/money-in?tab=held">{t`For a loan, but held`}</Link>,
  };
  return (
    <Facts
      items={[
        ...parts.map(({ kind, amount }) => ({
          label: nameOf[kind] ?? journalWords[kind],
          value: <Sided cents={amount} />,
        })),
        {
          label: <strong>{t`Sum`}</strong>,
          value: (
            <strong>
              <Sided cents={account.amount} />
            </strong>
          ),
        },
      ]}
    />
  );
}

/** Cents, debit positive, with their side. */
function Sided({ cents }: { readonly cents: number }): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <Figure cents={Math.abs(cents)} /> {cents < 0 ? t`Cr` : t`Dr`}
    </>
  );
}

/** `hasBefore`: some account had a balance before the month. */
function useColumns(hasBefore: boolean): readonly Column<BookAccount>[] {
  const { t } = useLingui();
  const sided = (key: string, header: string, of: (account: BookAccount) => number): Column<BookAccount> => ({
    key,
    header,
    align: 'right',
    cell: (account) => (of(account) === 0 ? '–' : <Sided cents={of(account)} />),
  });
  return [
    { key: 'code', header: t`Account`, cell: ({ code }) => code, narrow: 'sub' },
    {
      key: 'name',
      header: t`Name`,
      narrow: 'main',
      cell: ({ name, amount, isUnidentified = false }) =>
        isUnidentified && amount !== 0 ? (
          <>
            {name}{' '}
            <Status tone="warn">
              <Link href="/money-in">{t`Money in`}</Link>
            </Status>
          </>
        ) : (
          name
        ),
    },
    ...(hasBefore ? [sided('before', t`Before the month`, ({ amount, moved }) => amount - moved)] : []),
    sided('moved', t`Moved in the month`, ({ moved }) => moved),
    ...useDebitCredit(),
  ];
}
