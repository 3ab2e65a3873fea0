import type { ListedOrder, OrderTab } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { goBack, goHome, replaceAddress } from '../../app/navigation/go.ts';
import { href } from '../../app/navigation/href.ts';
import { paths } from '../../app/navigation/paths.ts';
import { usePage, useTitle } from '../../app/navigation/usePage.ts';
import { EmptyArt } from '../../art/EmptyArt.tsx';
import { Button } from '../../kit/controls/Button.tsx';
import { StatePanel } from '../../kit/feedback/States.tsx';
import { Screen } from '../../kit/layout/Screen.tsx';
import { Tabs } from '../../kit/layout/Tabs.tsx';
import { CallPanel } from '../../net/answers/CallPanel.tsx';
import { useCall } from '../../net/answers/useCall.ts';
import { useSubmit } from '../../net/submit/useSubmit.ts';
import { Skeleton } from '../../shell/Skeleton.tsx';
import { orderList } from '../calls.ts';
import { OrderRow } from './OrderRow.tsx';

const orderTabs = ['all', 'running', 'due', 'settled'] as const satisfies readonly OrderTab[];

function isTab(text: string | undefined): text is OrderTab {
  return orderTabs.some((tab) => tab === text);
}

/** KEY-05: the borrower's loans by tab. The tab is part of the address, so that going back returns to it. */
export default function OrderList(): ReactNode {
  const { t } = useLingui();
  const { tab } = usePage();
  const chosen = isTab(tab) ? tab : 'all';
  const title = t`My loans`;
  useTitle(title);
  const names: Readonly<Record<OrderTab, string>> = {
    all: t`All`,
    running: t`Active`,
    due: t`To pay`,
    settled: t`Settled`,
  };
  return (
    <Screen title={title} back={{ label: t`Back`, go: goBack }}>
      <Tabs
        label={title}
        tabs={orderTabs.map((key) => ({ key, name: names[key] }))}
        chosen={chosen}
        onChoose={(key) => replaceAddress(href(paths.orderList, { tab: key }))}
      />
      <Orders key={chosen} tab={chosen} isRequested={isTab(tab)} />
    </Screen>
  );
}

function Orders({ tab, isRequested }: { readonly tab: OrderTab; readonly isRequested: boolean }): ReactNode {
  const { t } = useLingui();
  const call = useCall(orderList, isRequested ? { tab } : {});
  const loadMore = useSubmit(orderList);
  const [morePages, setMorePages] = useState<{ list: readonly ListedOrder[]; next?: string | undefined }>();
  if (call.state === 'waiting') return <Skeleton name="list" />;
  if (call.state !== 'ready') return <CallPanel call={call} />;
  const list = morePages ? [...call.data.list, ...morePages.list] : call.data.list;
  const next = morePages ? morePages.next : call.data.next;
  if (list.length === 0) return <NoOrders tab={tab} />;
  const showMore = async () => {
    if (next === undefined) return;
    const answer = await loadMore.submit({ tab, after: next });
    if (answer?.ok)
      setMorePages({ list: [...(morePages?.list ?? []), ...answer.data.list], next: answer.data.next });
  };
  return (
    <>
      <ul>
        {list.map((order) => (
          <li key={order.orderId}>
            <OrderRow order={order} />
          </li>
        ))}
      </ul>
      {next === undefined ? null : (
        <Button look="secondary" busy={loadMore.busy} onTap={() => void showMore()}>
          {t`Show more`}
        </Button>
      )}
    </>
  );
}

/** Each empty tab gives its own reason and a link. */
function NoOrders({ tab }: { readonly tab: OrderTab }): ReactNode {
  const { t } = useLingui();
  const titles: Readonly<Record<OrderTab, string>> = {
    all: t`You have not borrowed yet`,
    running: t`No active loan`,
    due: t`There is nothing to pay`,
    settled: t`No paid-off loans yet`,
  };
  return (
    <StatePanel
      art={<EmptyArt />}
      title={titles[tab]}
      text={
        tab === 'due'
          ? t`We remind you three days before a payment is due.`
          : t`Your loans will be listed here.`
      }
      action={
        tab === 'due' || tab === 'settled'
          ? {
              label: t`See all my loans`,
              go: () => replaceAddress(href(paths.orderList, { tab: 'all' })),
            }
          : { label: t`See our loans`, go: goHome }
      }
    />
  );
}
