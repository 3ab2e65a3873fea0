import {
  type ConfirmDetail,
  confirmDetail,
  confirmScene,
  contractJump,
  contractList,
  loanPush,
  maskedConfirm,
} from '@hiram/contract/confirm';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { confirmEvent } from '../app/confirm-event.ts';
import { goBack, replaceWith } from '../app/go.ts';
import { withContext } from '../app/href.ts';
import { money } from '../app/money.ts';
import { paths } from '../app/paths.ts';
import { useChosenAmount } from '../app/useChosenAmount.ts';
import { usePage, useTitle } from '../app/usePage.ts';
import { Button } from '../kit/Button.tsx';
import { Card, Head, Rows } from '../kit/Card.tsx';
import { Checkbox } from '../kit/Checkbox.tsx';
import { Dialog, EmbeddedPage } from '../kit/Dialog.tsx';
import { Screen } from '../kit/Screen.tsx';
import { AmountStepper } from '../lending/AmountStepper.tsx';
import { CallPanel } from '../net/CallPanel.tsx';
import { useCall } from '../net/useCall.ts';
import { useSubmit } from '../net/useSubmit.ts';
import { Skeleton } from '../shell/shells.tsx';
import { BackPrompt } from './BackPrompt.tsx';
import css from './Confirm.module.css';
import { Disclosure } from './Disclosure.tsx';
import { Plan } from './Plan.tsx';
import { removePromptEntry } from './prompt-entry.ts';

const plainCalls = { detail: confirmDetail, list: contractList, jump: contractJump, push: loanPush };

/**
 * Loan confirmation: single, per period, and with masked field names (CONF-01 … CONF-10). One screen serves all
 * variants.
 */
export default function Confirm(): ReactNode {
  const { t } = useLingui();
  const [location] = useLocation();
  const { productId = '' } = usePage();
  const [amount, setAmount] = useChosenAmount();
  const calls = location === paths.loanConfirmMasked ? maskedConfirm : plainCalls;
  const call = useCall(calls.detail, amount === undefined ? { productId } : { productId, amount }, {
    keepPrevious: true,
  });
  useTitle(t`Confirm your loan`);
  if (call.state === 'ready')
    return (
      <Offer
        key={productId}
        offer={call.data}
        wantedAmount={call.previous ? amount : undefined}
        productId={productId}
        calls={calls}
        perPeriod={location !== paths.loanConfirm}
        onAmount={setAmount}
      />
    );
  return (
    <Screen
      title={t`Confirm your loan`}
      back={{ label: t`Back`, go: goBack }}
      busy={call.state === 'waiting'}
    >
      {call.state === 'waiting' ? <Skeleton name="confirm" /> : <CallPanel call={call} />}
    </Screen>
  );
}

function Offer(props: {
  readonly offer: ConfirmDetail;
  /** A newly chosen amount whose offer has not arrived yet. */
  readonly wantedAmount: number | undefined;
  readonly productId: string;
  readonly calls: typeof plainCalls | typeof maskedConfirm;
  readonly perPeriod: boolean;
  readonly onAmount: (amount: number) => void;
}): ReactNode {
  const { offer, wantedAmount, productId, calls, perPeriod, onAmount } = props;
  const { t } = useLingui();
  const [ticked, setTicked] = useState(offer.agreementTicked === 1);
  const [popOpen, setPopOpen] = useState(offer.agreementUrl !== '');
  const agreements = useCall(calls.list, { productId, scene: confirmScene });
  const jump = useSubmit(calls.jump);
  const push = useSubmit(calls.push);
  const [isLeaving, setIsLeaving] = useState(false);

  const next = async () => {
    const answer = await push.submit(
      { amount: offer.amount, term: offer.term, termUnit: offer.termUnit, productId },
      { loading: t`Sending…` },
    );
    if (!answer?.ok) return;
    setIsLeaving(true);
    await confirmEvent('loanConfirmed', productId);
    setIsLeaving(false);
    const order = withContext(answer.data.orderUrl, { from: 'confirm' });
    removePromptEntry(() => replaceWith(order));
  };
  const read = async (position: number) => {
    const answer = await jump.submit({
      productId,
      scene: confirmScene,
      position,
      orderId: '',
      amount: wantedAmount ?? offer.amount,
    });
    if (!answer?.ok) return;
    // The fragment is not sent to the server. It tells the agreement's page where its back button leads.
    const returnAddress = window.location.pathname + window.location.search;
    window.location.assign(`${answer.data.contractUrl}#${encodeURIComponent(returnAddress)}`);
  };
  const titles = agreements.state === 'ready' ? agreements.data.list : [];
  const [acknowledged, setAcknowledged] = useState(offer.disclosure.acknowledged === 1);
  const isDisclosed = offer.disclosure.needed === 0 || acknowledged;
  const [reading, setReading] = useState(false);
  const isPending = wantedAmount !== undefined;
  const staleClass = isPending ? css.old : '';

  return (
    <Screen
      title={t`Confirm your loan`}
      back={{ label: t`Back`, go: goBack }}
      actions={
        <>
          <div className={css.agree}>
            <Checkbox checked={ticked} disabled={!isDisclosed} onChange={setTicked}>
              {t`I have read and agree to:`}{' '}
              {titles.map(({ title }, position) => (
                <span key={title}>
                  {position > 0 ? ', ' : ''}
                  <button type="button" onClick={() => void read(position)}>
                    {title}
                  </button>
                </span>
              ))}
            </Checkbox>
          </div>
          {isDisclosed ? (
            <Button disabled={!ticked} busy={push.busy || isLeaving || isPending} onTap={() => void next()}>
              {t`Next`}
            </Button>
          ) : (
            <Button
              busy={isPending}
              onTap={() => setReading(true)}
            >{t`Read first: ${offer.disclosure.title}`}</Button>
          )}
        </>
      }
    >
      <Card>
        <Head
          name={offer.productName}
          logo={offer.productLogo}
          sub={t`${offer.term} days · repayments: ${offer.repayments.length}`}
        />
        <AmountStepper
          amount={wantedAmount ?? offer.amount}
          amountMin={offer.amountMin}
          amountMax={offer.amountMax}
          amountStep={offer.amountStep}
          onAmount={onAmount}
        />
        <p className={`${css.lead} ${staleClass}`}>
          {t`You receive`} <b>{money(offer.netProceeds)}</b> · {offer.rateText}
        </p>
      </Card>
      <div className={staleClass}>
        <Plan offer={offer} perPeriod={perPeriod} />
        <Card>
          <Rows rows={offer.rows} />
        </Card>
      </div>
      {offer.disclosure.needed === 1 ? (
        <Disclosure
          // Another amount has another disclosure statement.
          key={offer.disclosure.hash}
          offer={offer}
          productId={productId}
          acknowledged={acknowledged}
          onAcknowledged={setAcknowledged}
          open={reading}
          setOpen={setReading}
        />
      ) : null}
      {popOpen ? (
        <Dialog
          title={titles[0]?.title ?? t`Loan agreement`}
          buttons={
            <>
              <Button
                look="secondary"
                onTap={() => {
                  setTicked(false);
                  setPopOpen(false);
                }}
              >
                {t`Cancel`}
              </Button>
              <Button
                onTap={() => {
                  setTicked(true);
                  setPopOpen(false);
                }}
              >
                {t`Agree`}
              </Button>
            </>
          }
        >
          <EmbeddedPage src={offer.agreementUrl} title={titles[0]?.title ?? t`Loan agreement`} />
        </Dialog>
      ) : null}
      {offer.asksBeforeLeaving === 1 ? (
        <BackPrompt title={offer.leavePromptTitle} text={offer.leavePromptText} />
      ) : null}
    </Screen>
  );
}
