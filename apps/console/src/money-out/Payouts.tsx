import {
  cancelPayout,
  listPayouts,
  type PayoutList,
  payoutLists,
  releasePayout,
  retryPayout,
  type ShownPayout,
} from '@hiram/contract/console/money-out';
import type { TaskKind } from '@hiram/contract/task-kind';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { ActionDialog } from '../action/ActionDialog.tsx';
import { Money } from '../app/cells.tsx';
import { useChangeAddress } from '../app/in-address.ts';
import { hasRight, type ScreenProps } from '../app/person.ts';
import { useTodo } from '../app/useTodo.ts';
import { Tabs } from '../kit/controls/Tabs.tsx';
import kit from '../kit/kit.module.css';
import { Nothing } from '../kit/Nothing.tsx';
import { Card } from '../kit/Page.tsx';
import { ListTable } from '../list/ListTable.tsx';
import { useList } from '../list/useList.ts';
import type { MoneyOutShown } from './DayCard.tsx';
import styles from './money-out.module.css';
import { type PayoutActionName, useColumns } from './payout-columns.tsx';
import { SettleReturnDialog } from './SettleReturnDialog.tsx';

interface Chosen {
  readonly name: PayoutActionName;
  readonly payout: ShownPayout;
}

/** Reports whether the payouts of a list have ended. */
const isOver = (list: PayoutList) => list === 'paid' || list === 'returned';

/** The list that is shown first: the first in which somebody must do something. */
function firstList(lists: MoneyOutShown['lists']): PayoutList {
  return (
    lists.find(({ list, count }) => count > 0 && (list === 'held' || list === 'waiting'))?.list ?? 'sent'
  );
}

/** Payouts by state, with what a person may do about each. */
export function Payouts({ person, brand, shown }: ScreenProps & { shown: MoneyOutShown }): ReactNode {
  const { t } = useLingui();
  const change = useChangeAddress();
  const named = new URLSearchParams(useSearch()).get('list');
  const [first] = useState(() => firstList(shown.lists));
  const list = payoutLists.find((one) => one === named) ?? first;
  const [chosen, setChosen] = useState<Chosen>();
  const names = useListNames();
  const options = shown.lists.map((each) => ({
    value: each.list,
    label: names[each.list],
    // A number is that of the rows. The lists of those that ended have all days, and only today's are counted.
    ...(!isOver(each.list) && { count: each.count }),
  }));
  const total = shown.lists.find((each) => each.list === list)?.amount ?? 0;
  const may = (name: PayoutActionName) =>
    hasRight(person, name === 'settle' ? 'moneyOut.retry' : `moneyOut.${name}`, brand);
  return (
    <Card
      isFlush
      title={t`Payouts`}
      aside={
        <>
          {shown.contradicted > 0 && (
            <Link href="/money-in?tab=contradicted">{t`${shown.contradicted} contradicted by a provider`}</Link>
          )}
          {!isOver(list) && (
            <>
              {names[list]}: <Money cents={total} />
            </>
          )}
        </>
      }
    >
      <div className={styles.lists}>
        <Tabs
          label={t`Which payouts`}
          options={options}
          value={list}
          onChange={(chosen) => change({ list: chosen })}
        />
      </div>
      <OwnWork brand={brand} />
      <PayoutTable
        key={list}
        brand={brand}
        list={list}
        day={shown.day}
        may={may}
        opensLoan={hasRight(person, 'loan.read', brand)}
        onAct={(name, payout) => setChosen({ name, payout })}
      />
      {list === 'held' && (
        <p className={kit.note}>
          {t`A cashier or controller releases or cancels them; above their own limit a second person approves. Released, a payout goes out above the day’s limit too. A limit itself is raised by two persons.`}
        </p>
      )}
      {chosen?.name === 'settle' && (
        <SettleReturnDialog payout={chosen.payout} brand={brand} onClose={() => setChosen(undefined)} />
      )}
      {chosen && chosen.name !== 'settle' && (
        <PayoutDialog
          name={chosen.name}
          payout={chosen.payout}
          brand={brand}
          onClose={() => setChosen(undefined)}
        />
      )}
    </Card>
  );
}

/** What the number of the tab of payouts counts: the person's own work, in the lists and beside them. */
function OwnWork({ brand }: { readonly brand: string }): ReactNode {
  const { t } = useLingui();
  const todo = useTodo(brand);
  const of = (kind: TaskKind) => todo([kind])?.count ?? 0;
  const [held, returned, contradicted] = [of('heldPayout'), of('returnedPayout'), of('contradictedPayout')];
  const parts = [
    held > 0 && t`${held} to release`,
    returned > 0 && t`${returned} returned to settle`,
    contradicted > 0 && t`${contradicted} contradicted by a provider`,
  ].filter((part) => part !== false);
  if (parts.length === 0) return null;
  const total = held + returned + contradicted;
  return (
    <p className={kit.note}>
      {t`Yours to decide: ${total}`} ({parts.join(', ')}).
    </p>
  );
}

function useListNames(): Readonly<Record<PayoutList, string>> {
  const { t } = useLingui();
  return {
    held: t`To release`,
    waiting: t`Waiting to send`,
    sent: t`At the provider`,
    paid: t`Paid`,
    returned: t`Returned`,
  };
}

interface TableProps {
  readonly brand: string;
  readonly list: PayoutList;
  readonly day: MoneyOutShown['day'];
  readonly may: (name: PayoutActionName) => boolean;
  readonly opensLoan: boolean;
  readonly onAct: (name: PayoutActionName, payout: ShownPayout) => void;
}

function PayoutTable({ brand, list: part, day, may, opensLoan, onAct }: TableProps): ReactNode {
  const names = useListNames();
  const columns = useColumns(part, may, onAct, day);
  const list = useList<ShownPayout>({
    name: 'payouts',
    calls: listPayouts,
    brand,
    columns,
    parts: { list: part },
    ownParts: ['tab', 'list'],
    usualSort: { key: 'requested', direction: isOver(part) ? 'descending' : 'ascending' },
  });
  return (
    <ListTable
      list={list}
      caption={names[part]}
      rowKey={({ payoutId }) => payoutId}
      {...(opensLoan ? { hrefOf: ({ orderId }: ShownPayout) => `/loan/${orderId}` } : {})}
      nothing={<NoPayouts list={part} />}
    />
  );
}

function NoPayouts({ list }: { readonly list: PayoutList }): ReactNode {
  const { t } = useLingui();
  const words = {
    held: [t`No payout waits for a person`, t`One does when a limit of the day is passed.`],
    waiting: [t`No payout waits`, t`A payout is here until its provider accepts it, mostly for a moment.`],
    sent: [t`No payout is on its way`, t`A payout is here from the provider’s acceptance until its result.`],
    paid: [t`No payout was made yet`, t`Confirmed payouts appear here, the latest first.`],
    returned: [
      t`No payout came back`,
      t`Refused and returned payouts appear here; the borrower adds another account.`,
    ],
  }[list];
  return <Nothing title={words[0] ?? ''} text={<span className={kit.muted}>{words[1]}</span>} />;
}

interface PayoutDialogProps {
  readonly name: keyof typeof calls;
  readonly payout: ShownPayout;
  readonly brand: string;
  readonly onClose: () => void;
}

const calls = { release: releasePayout, retry: retryPayout, cancel: cancelPayout };

function PayoutDialog({ name, payout, brand, onClose }: PayoutDialogProps): ReactNode {
  const { t } = useLingui();
  const titles = {
    release: t`Release this payout`,
    retry: t`Send this payout again now`,
    cancel: t`Cancel this payout`,
  };
  return (
    <ActionDialog
      title={titles[name]}
      about={<Money cents={payout.amount} />}
      calls={calls[name]}
      request={{ payoutId: payout.payoutId }}
      draft={`moneyOut.${name} ${payout.payoutId}`}
      brand={brand}
      onClose={onClose}
    />
  );
}
