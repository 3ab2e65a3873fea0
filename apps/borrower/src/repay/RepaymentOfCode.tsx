import { commonCodes } from '@hiram/contract/envelope';
import type { CodeStatus } from '@hiram/contract/repay';
import { formatTime } from '@hiram/loan/moments';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useEffect } from 'react';
import { bridge } from '../app/host/host.ts';
import { goBack, goHome, goTo } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { paths } from '../app/navigation/paths.ts';
import { usePage, useTitle } from '../app/navigation/usePage.ts';
import { market } from '../app/settings/market.ts';
import { money, showDate } from '../app/settings/money.ts';
import { Button } from '../kit/controls/Button.tsx';
import { dayOf, today } from '../kit/dialogs/calendar-day.ts';
import { StatePanel } from '../kit/feedback/States.tsx';
import { LiveRow } from '../kit/feedback/Waiting.tsx';
import { Card } from '../kit/layout/Card.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { lazyPart } from '../kit/runtime/lazy-part.ts';
import { lazyMilestone } from '../milestone/load-milestone.ts';
import { MilestoneGround } from '../milestone/MilestoneGround.tsx';
import { useMilestone } from '../milestone/useMilestone.ts';
import { whenQuiet } from '../net/transport/when-quiet.ts';
import { PayableCode } from './PayableCode.tsx';
import css from './Repay.module.css';
import { useRest } from './rest.ts';
import { useCodeStatus } from './useCodeStatus.ts';

const loadMilestone = () => import('../milestone/Milestone.tsx').then((module) => module.Milestone);
const Milestone = lazyMilestone(loadMilestone);
const loadReceived = () => import('./Received.tsx').then((module) => module.Received);
const Received = lazyPart(loadReceived);

/**
 * The error codes for a payment code that does not exist or belongs to another borrower. Other errors say nothing
 * about the code.
 */
const unknownCodes: readonly string[] = [commonCodes.notFound, commonCodes.badRequest];

/**
 * A payment code (CODE-01 … CODE-03). The address names the code (`payCode`) and how to display it (`showType`,
 * `payCodeImg`, `repayAmount`). Anyone can write an address. The page therefore shows a payable code only after the
 * server has confirmed that it is the borrower's, and displays only the server's data.
 */
export default function RepaymentOfCode(): ReactNode {
  const { t } = useLingui();
  const { payCode = '', repayAmount = '0' } = usePage();
  const call = useCodeStatus(payCode);
  const status = call.state === 'ready' ? call.data : undefined;
  const addressAmount = /^\d{1,12}$/.test(repayAmount) ? money(Number(repayAmount)) : '';
  const amount = status ? money(status.repayAmount) : addressAmount;
  const title = t`Pay ${amount}`;
  useTitle(title);
  const done = status?.state === 'received';
  const { open: milestone, end } = useMilestone(status?.milestone);
  useEffect(() => whenQuiet(market.specifiedWays ? loadReceived : loadMilestone), []);
  const rest = useRest(status?.remainder);
  if (milestone && status) {
    const { orderId } = status;
    return (
      <Suspense fallback={<MilestoneGround />}>
        <Milestone
          milestone={milestone}
          orderId={orderId}
          onEnd={() => {
            end();
            goTo(paths.order, { orderId });
          }}
        />
      </Suspense>
    );
  }
  return (
    <Screen
      title={title}
      back={{ label: t`Back`, go: goBack }}
      actions={
        done ? (
          <Button
            next={href(paths.order, { orderId: status.orderId })}
            onTap={() => goTo(paths.order, { orderId: status.orderId })}
          >{t`See my loan`}</Button>
        ) : status?.state === 'waiting' && status.appUrl ? (
          <OpenApp url={status.appUrl} />
        ) : null
      }
    >
      {call.state === 'refused' && unknownCodes.indexOf(call.code) >= 0 ? (
        <StatePanel
          title={t`Do not pay this code`}
          text={t`It is not one of yours. Open Repayment and make a new one.`}
          action={{ label: t`Go home`, go: goHome }}
        />
      ) : done ? (
        <Suspense fallback={null}>
          <Received
            status={status}
            text={[money(status.receivedAmount), rest, status.note].filter(Boolean).join('. ')}
          />
        </Suspense>
      ) : (
        <OpenCode payCode={payCode} status={status} amount={amount} />
      )}
    </Screen>
  );
}

/** Opens the code in a payment app on the same phone. Inside a host's app the host opens it: a web view cannot. */
function OpenApp({ url }: { readonly url: string }): ReactNode {
  const { t } = useLingui();
  const open = () => {
    if (bridge.inHost) void bridge.request('openPage', { url });
    else location.assign(url);
  };
  return <Button onTap={open}>{t`Open UPI app`}</Button>;
}

/** The code, its state, and how to pay it; nothing payable before the server has confirmed the code. */
function OpenCode({
  payCode,
  status,
  amount,
}: {
  readonly payCode: string;
  /** Undefined until the server has answered. */
  readonly status: CodeStatus | undefined;
  readonly amount: string;
}): ReactNode {
  const { t } = useLingui();
  return (
    <>
      {status === undefined ? <LiveRow>{t`Checking your code`}</LiveRow> : null}
      {status && status.state !== 'expired' && status.state !== 'replaced' ? (
        <PayableCode payCode={payCode} status={status} amount={amount} />
      ) : null}
      {status ? <CodeState status={status} /> : null}
      {status && status.steps.length > 0 && status.state === 'waiting' ? (
        <Card heading={t`How to pay`}>
          <ol className={css.steps}>
            {status.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </Card>
      ) : null}
    </>
  );
}

function CodeState({ status }: { readonly status: CodeStatus }): ReactNode {
  const { t, i18n } = useLingui();
  const end = new Date(status.expiresAt);
  const time = formatTime(end, i18n.locale);
  // A counter code is valid until tomorrow: the time alone would be read as today's.
  const ends = dayOf(end) === today() ? time : `${showDate(dayOf(end), 'short')}, ${time}`;
  if (status.state === 'expired')
    return (
      <StatePanel
        title={t`This code has expired`}
        text={t`Nothing was charged. Open Repayment and make a new one.`}
        action={{ label: t`Make a new code`, go: () => goTo(paths.repay, { orderId: status.orderId }) }}
      />
    );
  if (status.state === 'replaced')
    return (
      <StatePanel
        title={t`There is a newer code`}
        action={{ label: t`Open Repayment`, go: () => goTo(paths.repay, { orderId: status.orderId }) }}
      />
    );
  if (status.state === 'review') return <LiveRow>{t`Your payment is being checked by a person.`}</LiveRow>;
  return <LiveRow aside={t`ends ${ends}`}>{t`Waiting for your payment`}</LiveRow>;
}
