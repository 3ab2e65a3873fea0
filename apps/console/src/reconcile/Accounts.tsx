import {
  compareAgain,
  type DayState,
  listAccounts,
  type ReconciledAccount,
} from '@hiram/contract/console/reconcile';
import { allBrands } from '@hiram/contract/console/rights';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Money, When } from '../app/cells.tsx';
import { useChangeAddress, useTextInAddress } from '../app/in-address.ts';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { useBrandName } from '../kit/brand-format.tsx';
import { Button } from '../kit/controls/Button.tsx';
import { DayField } from '../kit/controls/DayField.tsx';
import { useDates } from '../kit/dates.ts';
import { Icon } from '../kit/Icon.tsx';
import { useKey } from '../kit/keys/keys.ts';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card } from '../kit/Page.tsx';
import { Status } from '../kit/Status.tsx';
import { DataTable } from '../kit/table/DataTable.tsx';
import type { Column } from '../kit/table/table-types.ts';
import { useToast } from '../kit/toast.tsx';
import { Fault } from '../net/Fault.tsx';
import { Loaded } from '../net/Loaded.tsx';
import { useStaffAction, useStaffCall } from '../net/useStaffCall.ts';
import { AccountDay } from './AccountDay.tsx';
import { BankDay } from './BankDay.tsx';
import styles from './reconcile.module.css';

const keyOf = ({ provider, account, brand }: ReconciledAccount): string =>
  `${account ?? provider}.${brand ?? ''}`;
const dayMs = 86_400_000;
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The accounts at providers by brand: a day, the fourteen days up to it, and below them the day of one account. */
export function Accounts({ person, brand }: ScreenProps): ReactNode {
  const { t } = useLingui();
  const change = useChangeAddress();
  const [chosen] = useTextInAddress('account');
  const [chosenDay] = useTextInAddress('day');
  const query = useStaffCall(listAccounts, /^\d{4}-\d\d-\d\d$/.test(chosenDay) ? { day: chosenDay } : {});
  const columns = useColumns(query.data?.day);
  const move = (day: string) => change({ day }, { replace: true });
  return (
    <Loaded query={query} columns={columns}>
      {({ day, today, providers, accounts }) => {
        const rows = accounts.filter(
          (row) => brand === allBrands || row.brand === undefined || row.brand === brand,
        );
        const account =
          rows.find((row) => keyOf(row) === chosen) ?? rows.find(({ open }) => open > 0) ?? rows[0];
        return (
          <>
            <Days day={day} today={today} onChange={move}>
              {hasRight(person, 'reconcile.compareAgain', allBrands) && (
                <AskAgain providers={providers} day={day} />
              )}
            </Days>
            <Card isFlush>
              {rows.length === 0 ? (
                <Nothing
                  title={t`Nothing moved in these fourteen days`}
                  text={t`Each day is compared with the providers’ statements on the four days that follow. What moved then appears here, by brand and provider.`}
                />
              ) : (
                <DataTable
                  caption={t`Accounts at providers`}
                  columns={columns}
                  rows={rows}
                  rowKey={keyOf}
                  selected={account && keyOf(account)}
                  onSelect={(key) => change({ account: key }, { replace: true })}
                />
              )}
            </Card>
            {account &&
              (account.account === undefined ? (
                <AccountDay
                  key={`${keyOf(account)} ${day}`}
                  account={account}
                  day={day}
                  mayExplain={hasRight(person, 'reconcile.explain', allBrands)}
                />
              ) : (
                <BankDay
                  key={`${keyOf(account)} ${day}`}
                  account={{ ...account, account: account.account }}
                  day={day}
                />
              ))}
          </>
        );
      }}
    </Loaded>
  );
}

interface DaysProps {
  readonly day: string;
  readonly today: string;
  readonly onChange: (day: string) => void;
  readonly children: ReactNode;
}

/** The day that is shown, and how to reach the ones beside it. */
function Days({ day, today, onChange, children }: DaysProps): ReactNode {
  const { t } = useLingui();
  useKey('dayBefore', t`day before`, () => onChange(dayAfter(day, -1)));
  useKey('dayAfter', t`day after`, () => onChange(dayAfter(day, 1)), { isOn: day < today });
  return (
    <div className={styles.days}>
      <Button aria-label={t`Day before`} onClick={() => onChange(dayAfter(day, -1))}>
        <Icon name="left" />
      </Button>
      <DayField
        label={t`Day`}
        value={day}
        max={today}
        onChange={(value) => value <= today && onChange(value)}
      />
      <Button aria-label={t`Day after`} disabled={day >= today} onClick={() => onChange(dayAfter(day, 1))}>
        <Icon name="right" />
      </Button>
      <span
        className={kit.muted}
      >{t`What moved, by the statement and by the books, each brand in its own currency`}</span>
      <span className={styles.asks}>{children}</span>
    </div>
  );
}

interface AskProps {
  readonly providers: readonly string[];
  readonly day: string;
}

/** Compares the day with every provider again, one after the other, and stores what differs. */
function AskAgain({ providers, day }: AskProps): ReactNode {
  const { t } = useLingui();
  const toast = useToast();
  const asking = useStaffAction(compareAgain);
  const ask = async () => {
    let differ = 0;
    for (const provider of providers) differ += (await asking.mutateAsync({ provider, day })).differences;
    toast(t`Compared again: ${differ} differ.`);
  };
  return (
    <>
      <Fault error={asking.error} />
      <Button
        hotkey="readAgain"
        hotkeyLabel={t`ask again`}
        disabled={asking.isPending || providers.length === 0}
        onClick={() => void ask().catch(() => undefined)}
      >
        {t`Ask the providers again`}
      </Button>
    </>
  );
}

function useColumns(day: string | undefined): readonly Column<ReconciledAccount>[] {
  const { t } = useLingui();
  const nameOf = useBrandName();
  const dates = useDates();
  const side = (key: 'theirs' | 'ours', header: string): Column<ReconciledAccount> => ({
    key,
    header,
    align: 'right',
    cell: ({ moved, account, brand, open, explained }) =>
      moved === undefined && brand === undefined ? (
        // Its currency may be of none of our brands: each line below has its own.
        <span className={kit.muted}>
          {key === 'ours' ? t`nothing` : t`${plural(open + explained, { one: '# line', other: '# lines' })}`}
        </span>
      ) : (
        <>
          <Money cents={moved?.[key]} />
          {key === 'ours' && moved && account !== undefined && (
            <span className={kit.under}>{t`matched`}</span>
          )}
        </>
      ),
  });
  return [
    {
      key: 'provider',
      header: t`Bank or provider`,
      narrow: 'main',
      cell: ({ provider, brand }) =>
        brand === undefined ? (
          t`${provider}, no brand`
        ) : (
          <span>
            {provider}
            <span className={styles.onlyNarrow}>, {nameOf(brand)}</span>
          </span>
        ),
    },
    side('theirs', t`Statement`),
    side('ours', t`Books`),
    {
      key: 'difference',
      header: t`Difference`,
      align: 'right',
      narrow: 'mainEnd',
      cell: ({ moved, account, brand }) => {
        if (moved === undefined && brand === undefined)
          return <span className={kit.muted}>{t`by line, below`}</span>;
        const gap = moved && moved.theirs - moved.ours;
        return (
          <span className={gap ? kit[account === undefined ? 'tone-danger' : 'tone-warn'] : kit.muted}>
            <Money cents={gap} />
            {gap !== undefined && gap > 0 && account !== undefined && (
              <span className={kit.under}>{t`to match`}</span>
            )}
          </span>
        );
      },
    },
    {
      key: 'days',
      header: day === undefined ? t`Fourteen days` : t`${dates.day(dayAfter(day, -13))} to ${dates.day(day)}`,
      narrow: 'low',
      cell: ({ days }) => <Strip days={days} />,
    },
    { key: 'state', header: t`State`, narrow: 'sub', cell: (row) => <State account={row} /> },
    {
      key: 'owner',
      header: t`Person`,
      narrow: 'subEnd',
      cell: ({ owners }) => owners.join(', ') || t`Unassigned`,
    },
    { key: 'compared', header: t`Compared`, cell: ({ comparedAt }) => <When at={comparedAt} /> },
  ];
}

function State({
  account: { account, open, explained, moved },
}: {
  readonly account: ReconciledAccount;
}): ReactNode {
  const { t } = useLingui();
  if (open > 0) return <Status tone={account === undefined ? 'danger' : 'warn'}>{t`${open} open`}</Status>;
  if (explained > 0)
    return (
      <Status tone="clock">
        {account === undefined ? t`${explained} explained` : t`${explained} set aside`}
      </Status>
    );
  if (!moved)
    return (
      <Status tone="plain">{account === undefined ? t`not compared yet` : t`no line of this day`}</Status>
    );
  return <Status tone="good">{t`agrees`}</Status>;
}

/** Fourteen days as shapes: each state has one of its own. */
function Strip({ days }: Pick<ReconciledAccount, 'days'>): ReactNode {
  const { t } = useLingui();
  const dates = useDates();
  const words: Readonly<Record<DayState, string>> = {
    agrees: t`agrees`,
    explained: t`explained`,
    differs: t`differs`,
    none: t`not compared`,
  };
  const told = days.map(({ day, state }) => `${dates.day(day)}: ${words[state]}`).join(', ');
  return (
    <span className={styles.strip} role="img" aria-label={told} title={told}>
      {days.map(({ day, state }) => (
        <i key={day} data-state={state} />
      ))}
    </span>
  );
}
