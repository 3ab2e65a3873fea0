import { type BankLine, type ReconciledAccount, showBankDay } from '@hiram/contract/console/reconcile';
import { orderNumber } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Money } from '../app/cells.tsx';
import { InBrand, useBrandName } from '../kit/brand-format.tsx';
import { useDates } from '../kit/dates.ts';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import { Reference } from '../kit/table/Reference.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffCall } from '../net/useStaffCall.ts';
import styles from './reconcile.module.css';

interface Props {
  readonly account: ReconciledAccount & { readonly account: string };
  readonly day: string;
}

/** A day of the lender's own account: the lines that wait first, what the day adds up to, and whose they could be. */
export function BankDay({ account: { provider, brand = '', account }, day }: Props): ReactNode {
  const { t } = useLingui();
  const nameOf = useBrandName();
  const query = useStaffCall(showBankDay, { brand, account, day });
  const columns = useColumns();
  const on = useDates().day(day);
  return (
    <InBrand brand={brand}>
      <div className={styles.day}>
        <Loaded query={query} columns={columns}>
          {({ lines, count, posted, setAside, open }) => (
            <>
              <Card
                isFlush
                title={`${provider}, ${nameOf(brand)} · ${on}`}
                aside={t`${count} lines that came in`}
              >
                {count === 0 ? (
                  <Nothing
                    title={t`No line of this day`}
                    text={t`Nothing came in, or the bank’s statement of the day is not imported yet.`}
                  />
                ) : (
                  <div className={styles.movements}>
                    <DataTable
                      caption={t`Lines that came in by the bank’s statement`}
                      columns={columns}
                      rows={lines}
                      rowKey={({ lineId }) => lineId}
                      hasKeys={false}
                    />
                  </div>
                )}
              </Card>
              <Card isFlush title={t`How the day adds up`}>
                <table className={kit.table}>
                  <caption>{t`How the day adds up`}</caption>
                  <tbody>
                    {[
                      { label: t`Posted to loans`, cents: posted },
                      { label: t`Set aside by a person`, cents: setAside },
                      { label: t`Matched`, cents: posted + setAside, isSum: true },
                      { label: t`To match: the difference`, cents: open },
                      { label: t`Came in by the statement`, cents: posted + setAside + open, isSum: true },
                    ].map(({ label, cents, isSum }) => (
                      <tr key={label} className={isSum ? styles.sum : undefined}>
                        <th scope="row">{label}</th>
                        <td className={kit.right}>
                          <Money cents={cents} />
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
                <p className={kit.note}>
                  {t`The general ledger has each line from its import on: until it is matched, under Unidentified money.`}
                </p>
                {open > 0 && (
                  <p className={styles.next}>
                    <Link href="/money-in">{t`Settle what waits under Money in`}</Link>
                  </p>
                )}
              </Card>
            </>
          )}
        </Loaded>
      </div>
    </InBrand>
  );
}

function useColumns(): readonly Column<BankLine>[] {
  const { t } = useLingui();
  const likely = {
    claimed: t`a borrower claims it`,
    sameSum: t`a claim has its sum, not its reference`,
    nobody: t`nobody claims it`,
  };
  return [
    {
      key: 'reference',
      header: t`Reference`,
      narrow: 'main',
      cell: ({ reference }) => <Reference text={reference} />,
    },
    {
      key: 'amount',
      header: t`Came in`,
      align: 'right',
      narrow: 'mainEnd',
      cell: ({ amount }) => <Money cents={amount} />,
    },
    {
      key: 'result',
      header: t`Result`,
      narrow: 'sub',
      cell: ({ state, reason = '', likely: cause = 'nobody' }) => {
        if (state === 'posted') return <Status tone="good">{t`posted`}</Status>;
        if (state === 'setAside') return <Status tone="clock">{t`set aside: ${reason}`}</Status>;
        return <Status tone={cause === 'nobody' ? 'danger' : 'warn'}>{likely[cause]}</Status>;
      },
    },
    {
      key: 'loan',
      header: t`Loan`,
      narrow: 'subEnd',
      cell: ({ orderId, state, likely: cause = 'nobody' }) =>
        orderId === undefined ? (
          state === 'open' && (
            <Link href={cause === 'nobody' ? '/money-in?tab=lines' : '/money-in'}>{t`Money in`}</Link>
          )
        ) : (
          <Link href={`/loan/${orderId}`}>{orderNumber(orderId)}</Link>
        ),
    },
  ];
}
