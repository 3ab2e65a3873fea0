import { commonCodes } from '@hiram/contract/envelope';
import { formatTelephone } from '@hiram/loan/format';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useLayoutEffect } from 'react';
import { goHome, goTo } from '../../app/navigation/go.ts';
import { leaveForLogin } from '../../app/navigation/leave.ts';
import { paths } from '../../app/navigation/paths.ts';
import { noId, usePage } from '../../app/navigation/usePage.ts';
import { keptCode } from '../../app/page/kept-code.ts';
import { market } from '../../app/settings/market.ts';
import { settings } from '../../app/settings/settings.ts';
import { LostArt, OfflineArt } from '../../art/LostArt.tsx';
import { Button } from '../../kit/controls/Button.tsx';
import { StatePanel } from '../../kit/feedback/States.tsx';
import { holdText } from '../../kit/feedback/toaster.ts';
import { lazyPart } from '../../kit/runtime/lazy-part.ts';
import { failureText } from '../submit/failure-text.ts';
import css from './FailedCall.module.css';
import type { CallState } from './useCall.ts';

interface Action {
  readonly label: string;
  readonly go: () => void;
}

/** Few messages name a contact. */
const Contacts = lazyPart(() => import('../../app/host/Contacts.tsx').then((module) => module.Contacts));

/** A message of the server, whose contacts can be tapped. */
const Message = ({ text }: { readonly text: string }): ReactNode => (
  <Suspense fallback={text}>
    <Contacts text={text} />
  </Suspense>
);

const faultCodes: readonly string[] = Object.values(commonCodes);
/** Where a borrower may fear that money has left: the page has only read. */
const paymentPaths: readonly string[] = [paths.repay, paths.repayDelay];
const ourFaults: readonly string[] = [commonCodes.fault, commonCodes.unavailable];

export interface FailedCallProps {
  readonly call: Extract<CallState<unknown>, { state: 'rejected' | 'unreachable' }>;
  /** The next step when a business rule applies that the page knows; by default the home page, and to try again. */
  readonly next?: Action;
}

/**
 * Shown in place of data that did not arrive. A business rule is shown as information with the next step, because a
 * retry would rarely change it. Anything else is shown as a failure with a Retry button.
 */
export function FailedCall({ call, next }: FailedCallProps): ReactNode {
  const { t } = useLingui();
  const { orderId = noId } = usePage();
  const code = keptCode(orderId);
  const phone = formatTelephone(settings.servicePhone);
  // The panel says it: the toast of the same failure is announced and not shown.
  const said = call.state === 'rejected' ? call.message : market.specifiedCopy ? '' : failureText(call);
  useLayoutEffect(() => (said ? holdText(said) : undefined), [said]);
  if (call.state === 'rejected' && call.code === commonCodes.badRequest) return <IncompleteLink />;
  if (call.state === 'rejected' && call.code === commonCodes.notSignedIn)
    return (
      <Panel
        art={<LostArt />}
        title={call.message}
        action={{ label: t`Sign in`, go: () => leaveForLogin({ tapped: true }) }}
      />
    );
  if (call.state === 'rejected' && faultCodes.indexOf(call.code) < 0)
    return (
      <Panel
        art={<LostArt />}
        title={call.message ? <Message text={call.message} /> : t`This did not load`}
        action={next ?? { label: t`Go home`, go: goHome }}
        {...(next ? {} : { other: { label: t`Retry`, go: call.retry } })}
      />
    );
  const isPayment = paymentPaths.indexOf(location.pathname) >= 0;
  const isOurs = call.state === 'rejected' ? ourFaults.indexOf(call.code) >= 0 : call.isServerFault;
  return (
    <Panel
      art={call.state === 'rejected' || isOurs ? <LostArt /> : <OfflineArt />}
      title={isOurs ? t`This is our fault, not yours` : t`This did not load`}
      text={
        call.state === 'rejected' ? (
          <Message text={call.message} />
        ) : (
          <>
            {isOurs
              ? t`Something broke on our side. Nothing was changed.`
              : t`The network did not answer. Nothing was changed.`}{' '}
            {isPayment ? t`No money was taken here.` : null}
            <br />
            <Message text={t`Call us: ${phone}`} />
          </>
        )
      }
      action={{ label: t`Retry`, go: call.retry }}
      {...(code ? { other: { label: t`Show saved code`, go: () => location.assign(code) } } : {})}
    />
  );
}

/** What happened, and below it the ways on: alone on its page where every page has its action. */
function Panel({
  action,
  other,
  ...words
}: Parameters<typeof StatePanel>[0] & { readonly action: Action }): ReactNode {
  return (
    <>
      <StatePanel {...words} />
      <div className={css.ways}>
        <Button onTap={action.go}>{action.label}</Button>
        {other ? (
          <Button look="quiet" onTap={other.go}>
            {other.label}
          </Button>
        ) : null}
      </div>
    </>
  );
}

const offerPaths: readonly string[] = [
  paths.productDetail,
  paths.loanConfirm,
  paths.loanConfirmPeriod,
  paths.loanConfirmMasked,
];

/** The address lacks the id that the page needs: offers the list to choose from. */
function IncompleteLink(): ReactNode {
  const { t } = useLingui();
  const page = location.pathname;
  const isComplaint = page === paths.complainDetails;
  const isOffer = offerPaths.indexOf(page) >= 0;
  const list: Action = isComplaint
    ? { label: t`See my complaints`, go: () => goTo(paths.complaintList) }
    : isOffer
      ? { label: t`See the loans`, go: () => goTo(paths.product) }
      : { label: t`See my loans`, go: () => goTo(paths.orderList) };
  return (
    <Panel
      art={<LostArt />}
      title={t`This link is not complete`}
      text={t`Part of the link is missing. Choose from the list.`}
      action={list}
    />
  );
}
