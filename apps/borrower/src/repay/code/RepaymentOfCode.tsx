import { commonCodes } from '@hiram/contract/envelope';
import type { CodeStatus } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import { goBack, goHome, goTo } from '../../app/navigation/go.ts';
import { href } from '../../app/navigation/href.ts';
import { paths } from '../../app/navigation/paths.ts';
import { usePage, useTitle } from '../../app/navigation/usePage.ts';
import { keepCode } from '../../app/page/kept-code.ts';
import { market } from '../../app/settings/market.ts';
import { money } from '../../app/settings/money.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { StatePanel } from '../../kit/feedback/States.tsx';
import { LiveRow } from '../../kit/feedback/Waiting.tsx';
import { Screen } from '../../kit/layout/Screen.tsx';
import { lazyPart } from '../../kit/runtime/lazy-part.ts';
import { lazyMilestone } from '../../milestone/load-milestone.ts';
import { MilestoneGround } from '../../milestone/MilestoneGround.tsx';
import { useMilestone } from '../../milestone/useMilestone.ts';
import { whenQuiet } from '../../net/transport/when-quiet.ts';
import { useRest } from '../received/rest.ts';
import {
  CodeActions,
  CodeLinks,
  kindOf,
  PayableCode,
  PaySteps,
  WaitingState,
  WorksOffline,
} from './PayableCode.tsx';
import { useCodePicture } from './useCodePicture.ts';
import { useCodeStatus } from './useCodeStatus.ts';
import { useOffline } from './useOffline.ts';

const loadMilestone = () => import('../../milestone/Milestone.tsx').then((module) => module.Milestone);
const Milestone = lazyMilestone(loadMilestone);
const loadReceived = () => import('../received/Received.tsx').then((module) => module.Received);
const Received = lazyPart(loadReceived);

/**
 * The error codes for a payment code that does not exist or belongs to another borrower. Other errors say nothing
 * about the code.
 */
const unknownCodes: readonly string[] = [commonCodes.notFound, commonCodes.badRequest];

/**
 * A payment code (CODE-01 … CODE-03). The address names the code (`payCode`) and how to display it (`showType`,
 * `payCodeImg`, `repayAmount`). Anyone can write an address. The page therefore shows a payable code only after the
 * server has confirmed that it is the borrower's, and displays only the server's data. The phone keeps them until the code ends.
 */
export default function RepaymentOfCode(): ReactNode {
  const { t } = useLingui();
  const { payCode = '', repayAmount = '0' } = usePage();
  const call = useCodeStatus(payCode);
  const status = call.state === 'ready' ? call.data : undefined;
  const isOffline = useOffline(call.held !== undefined);
  const [hasEnded, setHasEnded] = useState(false);
  const end = useCallback(() => setHasEnded(true), []);
  const addressAmount = /^\d{1,12}$/.test(repayAmount) ? money(Number(repayAmount)) : '';
  const title = useCodeTitle(status, addressAmount);
  useTitle(title);
  const done = status?.state === 'received';
  const milestone = useMilestone(call.held ? undefined : status?.milestone);
  useEffect(() => whenQuiet(market.specifiedWays ? loadReceived : loadMilestone), []);
  const rest = useRest(status?.remainder);
  useKeptCode(status, hasEnded);
  const picture = useCodePicture(status?.codeImage ?? '', isOffline);
  if (milestone.open && status) {
    const { orderId } = status;
    return (
      <Suspense fallback={<MilestoneGround />}>
        <Milestone
          milestone={milestone.open}
          orderId={orderId}
          onEnd={() => {
            milestone.end();
            goTo(paths.order, { orderId });
          }}
        />
      </Suspense>
    );
  }
  const payable = status && isPayable(status) && !hasEnded ? { payCode, status, picture } : undefined;
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
        ) : payable ? (
          <CodeActions {...payable} isOffline={isOffline} />
        ) : null
      }
    >
      {call.state === 'rejected' && unknownCodes.indexOf(call.code) >= 0 ? (
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
      ) : payable ? (
        <>
          {isOffline ? <WorksOffline status={payable.status} /> : null}
          <PayableCode {...payable} />
          {payable.status.state === 'review' ? (
            <LiveRow>{t`A person looks at this payment. Until then it does not count, and you need not pay again.`}</LiveRow>
          ) : (
            <>
              <WaitingState status={payable.status} isOffline={isOffline} onEnd={end} />
              <PaySteps steps={payable.status.steps} />
              <CodeLinks {...payable} />
            </>
          )}
        </>
      ) : status ? (
        <EndedCode status={status} />
      ) : (
        <LiveRow>{t`Checking your code`}</LiveRow>
      )}
    </Screen>
  );
}

/** While a code can be paid, other pages of its loan know the way to it. */
function useKeptCode(status: CodeStatus | undefined, hasEnded: boolean): void {
  useEffect(() => {
    if (status)
      keepCode(
        status.orderId,
        isPayable(status) && !hasEnded ? { address: location.href, until: status.expiresAt } : undefined,
      );
  }, [status, hasEnded]);
}

const isPayable = ({ state }: CodeStatus): boolean => state === 'waiting' || state === 'review';

/** Where the code is paid; its amount until the server has answered. */
function useCodeTitle(status: CodeStatus | undefined, amount: string): string {
  const { t } = useLingui();
  if (!status?.channelName) return t`Pay ${amount}`;
  return kindOf(status) === 'counter' ? t`Pay at ${status.channelName}` : t`Pay with ${status.channelName}`;
}

function EndedCode({ status }: { readonly status: CodeStatus }): ReactNode {
  const { t } = useLingui();
  if (status.state === 'replaced')
    return (
      <StatePanel
        title={t`There is a newer code`}
        action={{ label: t`Open Repayment`, go: () => goTo(paths.repay, { orderId: status.orderId }) }}
      />
    );
  return (
    <StatePanel
      title={t`This code has expired`}
      text={t`Nothing was charged. Open Repayment and make a new one.`}
      action={{ label: t`Make a new code`, go: () => goTo(paths.repay, { orderId: status.orderId }) }}
    />
  );
}
