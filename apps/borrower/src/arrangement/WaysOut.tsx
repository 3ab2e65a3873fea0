import { type WaysOut as Ways, waysOut } from '@hiram/contract/arrangement';
import type { OrderId } from '@hiram/contract/ids';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import { goBack, goTo } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { noId, usePage, useTitle } from '../app/navigation/usePage.ts';
import { money, moneyText, showDate } from '../app/settings/money.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { lazyPart } from '../kit/runtime/lazy-part.ts';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import { AskedParts, useAskForParts } from './AskForParts.tsx';
import { Offer } from './Offer.tsx';
import type { Part } from './PartAmount.tsx';
import { openWays, type Way, WayColumns } from './WayColumns.tsx';
import css from './WaysOut.module.css';

/** Its script is loaded when the way is chosen. */
const PartAmount = lazyPart(() => import('./PartAmount.tsx').then((module) => module.PartAmount));

/** Three ways for a borrower who cannot pay what is due, each with its price; or the lender's proposal. */
export default function WaysOut(): ReactNode {
  const { t } = useLingui();
  const { orderId = noId } = usePage();
  const call = useCall(waysOut, { orderId });
  const title = t`I cannot pay now`;
  useTitle(title);
  if (call.state === 'ready' && call.data.offer)
    return <Offer offer={call.data.offer} orderId={orderId} onChanged={call.retry} />;
  if (call.state === 'ready' && call.data.isAsked)
    return <AskedParts ways={call.data} orderId={orderId} onChanged={call.retry} />;
  if (call.state === 'ready') return <Choice ways={call.data} orderId={orderId} onChanged={call.retry} />;
  return (
    <Screen title={title} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? (
        <Skeleton name="repay" />
      ) : (
        <CallPanel call={call} next={{ label: t`See my loan`, go: () => goTo(paths.order, { orderId }) }} />
      )}
    </Screen>
  );
}

function Choice({
  ways,
  orderId,
  onChanged,
}: {
  readonly ways: Ways;
  readonly orderId: OrderId;
  readonly onChanged: () => void;
}): ReactNode {
  const { t } = useLingui();
  const [first] = openWays(ways);
  const [way, setWay] = useState<Way | undefined>(first);
  const open = openWays(ways).length;
  const ask = useAskForParts({ ways, orderId, onChanged });
  const amount = money(ways.due);
  const [part, setPart] = useState<Part>({
    typed: moneyText(ways.payPart.amount),
    cents: ways.payPart.amount,
  });
  const [isAsked, setAsked] = useState(false);
  const notLateUntil = ways.dueDate && ways.dueDate > ways.today ? ways.dueDate : undefined;
  const payPart = () => {
    if (part.cents === undefined) setAsked(true);
    else goTo(paths.repay, { orderId, pay: String(part.cents) });
  };
  return (
    <Screen
      title={t`I cannot pay now`}
      back={{ label: t`Back`, go: goBack }}
      actions={
        way === 'arrangement' ? (
          ask.action
        ) : way === 'part' ? (
          <Button onTap={payPart}>
            {part.cents === undefined ? t`Pay some now` : t`Pay ${money(part.cents)}`}
          </Button>
        ) : (
          <Button disabled={!way} onTap={() => goTo(paths.repayDelay, { orderId })}>
            {way ? t`Move the date` : t`Continue`}
          </Button>
        )
      }
    >
      <h2 className={css.title}>
        {notLateUntil
          ? t`Nothing is late yet`
          : plural(open, { one: '# thing you can do', other: '# things you can do' })}
      </h2>
      <p className={css.sub}>
        {notLateUntil ? t`${amount} is due on ${showDate(notLateUntil, 'short')}.` : t`${amount} is due now.`}
      </p>
      <WayColumns
        ways={ways}
        chosen={way}
        onChoose={setWay}
        isExplained={way !== 'part' || part.cents === ways.payPart.amount}
      >
        {way === 'arrangement' ? (
          ask.card
        ) : way === 'part' ? (
          <Suspense fallback={null}>
            <PartAmount
              part={part}
              min={ways.payPart.min}
              max={ways.payPart.max}
              isAsked={isAsked}
              onChange={setPart}
            />
          </Suspense>
        ) : null}
      </WayColumns>
      <p className={css.note}>{t`We never call your family, your friends or your employer about this.`}</p>
      <Link className={css.link} href={href(paths.customerService, { orderId })}>
        {t`Talk to a person first`}
      </Link>
      <Link className={css.link} href={href(paths.contactsOfLender, { orderId })}>
        {t`Who contacted me`}
      </Link>
    </Screen>
  );
}
