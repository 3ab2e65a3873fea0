import type { ConfirmDetail } from '@hiram/contract/confirm';
import type { ProductId } from '@hiram/contract/ids';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import { goBack, replaceWith } from '../app/navigation/go.ts';
import { withContext } from '../app/navigation/href.ts';
import { usePathname } from '../app/navigation/location.ts';
import { paths } from '../app/navigation/paths.ts';
import { removePromptEntry } from '../app/navigation/prompt-entry.ts';
import { useChosenAmount } from '../app/navigation/useChosenAmount.ts';
import { noId, usePage, useTitle } from '../app/navigation/usePage.ts';
import { market } from '../app/settings/market.ts';
import { money } from '../app/settings/money.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Card, Head, Rows } from '../kit/layout/Card.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { afterRender } from '../kit/runtime/later.ts';
import { AmountStepper } from '../lending/amount/AmountStepper.tsx';
import { DocumentReader } from '../lending/documents/lazy-reader.ts';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import { AgreementTick, OpeningAgreement } from './Agreements.tsx';
import { BackPrompt } from './BackPrompt.tsx';
import css from './Confirm.module.css';
import { maskedCalls, plainCalls } from './calls.ts';
import { Disclosure } from './Disclosure.tsx';
import { Documents } from './Documents.tsx';
import { Plan } from './Plan.tsx';
import { PayBack, Receive } from './Receive.tsx';
import { type Agreements, useAgreements } from './useAgreements.ts';

const confirming = afterRender(() => import('../app/host/confirm-event.ts'));

/**
 * Loan confirmation: single, per period, and with masked field names (CONF-01 … CONF-10). One screen serves all
 * variants.
 */
export default function Confirm(): ReactNode {
  const { t } = useLingui();
  const location = usePathname();
  const { productId = noId } = usePage();
  const [amount, setAmount] = useChosenAmount();
  const calls = location === paths.loanConfirmMasked ? maskedCalls : plainCalls;
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

interface OfferProps {
  readonly offer: ConfirmDetail;
  /** A newly chosen amount whose offer has not arrived yet. */
  readonly wantedAmount: number | undefined;
  readonly productId: ProductId;
  readonly calls: typeof plainCalls | typeof maskedCalls;
  readonly perPeriod: boolean;
  readonly onAmount: (amount: number) => void;
}

function Offer(props: OfferProps): ReactNode {
  const { offer, wantedAmount, productId, calls, perPeriod } = props;
  const { t } = useLingui();
  const agreements = useAgreements(calls, productId);
  const [ticked, setTicked] = useState(offer.agreementTicked);
  const [acknowledged, setAcknowledged] = useState(offer.disclosure.acknowledged);
  const isDisclosed = !offer.disclosure.needed || acknowledged;
  const [reading, setReading] = useState(false);
  const staleClass = wantedAmount === undefined ? '' : css.old;
  // Another amount has other documents: what was agreed to does not hold for them.
  const changeAmount = (amount: number) => {
    setTicked(false);
    props.onAmount(amount);
  };

  return (
    <Screen
      title={t`Confirm your loan`}
      back={{ label: t`Back`, go: goBack }}
      actions={
        <Actions
          {...props}
          agreements={agreements}
          ticked={ticked}
          onTick={setTicked}
          isDisclosed={isDisclosed}
          onReadDisclosure={() => setReading(true)}
        />
      }
    >
      {market.specifiedWays ? (
        <Terms {...props} />
      ) : (
        <Receive offer={offer} amount={wantedAmount ?? offer.amount} onAmount={changeAmount} />
      )}
      <div className={staleClass}>
        <Plan offer={offer} perPeriod={perPeriod} />
        {market.specifiedWays ? null : <PayBack offer={offer} />}
        <Card>
          {/* Figures of a kind stand above them already. */}
          <Rows
            rows={market.specifiedWays ? offer.rows : offer.rows.filter(({ kind }) => kind === undefined)}
          />
        </Card>
      </div>
      {market.specifiedWays ? null : (
        <Documents
          key={`documents-${offer.disclosure.hash}`}
          offer={offer}
          agreements={agreements}
          acknowledged={acknowledged}
          onReadDisclosure={() => setReading(true)}
        />
      )}
      {offer.disclosure.needed ? (
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
      {agreements.open ? (
        <Suspense fallback={null}>
          <DocumentReader {...agreements.open} onClose={agreements.close} />
        </Suspense>
      ) : null}
      <OpeningAgreement title={agreements.titles[0]?.title} url={offer.agreementUrl} onAnswer={setTicked} />
      {offer.asksBeforeLeaving ? (
        <BackPrompt title={offer.leavePromptTitle} text={offer.leavePromptText} />
      ) : null}
    </Screen>
  );
}

/** The product, the amount and what the borrower receives of it. */
function Terms({ offer, wantedAmount, onAmount }: OfferProps): ReactNode {
  const { t } = useLingui();
  const staleClass = wantedAmount === undefined ? '' : css.old;
  return (
    <Card>
      <Head
        name={offer.productName}
        logo={offer.productLogo}
        sub={t`${offer.term} days · ${plural(offer.repayments.length, { one: '# payment', other: '# payments' })}`}
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
  );
}

interface ActionsProps extends OfferProps {
  readonly agreements: Agreements;
  readonly ticked: boolean;
  readonly onTick: (ticked: boolean) => void;
  /** The disclosure statement was acknowledged, or there is none. */
  readonly isDisclosed: boolean;
  readonly onReadDisclosure: () => void;
}

/** The consent, and the button that requests the loan. Before that the disclosure statement is read. */
function Actions(props: ActionsProps): ReactNode {
  const { offer, wantedAmount, agreements, ticked, onTick, isDisclosed, onReadDisclosure } = props;
  const { t } = useLingui();
  const { next, busy } = useLoanRequest(props);
  const isPending = wantedAmount !== undefined;
  return (
    <>
      {isDisclosed || market.specifiedWays ? (
        <div className={css.agree}>
          <AgreementTick
            titles={agreements.titles}
            ticked={ticked}
            disabled={!isDisclosed}
            onTick={onTick}
            onRead={(position) => void agreements.read(position, wantedAmount ?? offer.amount)}
          />
        </div>
      ) : null}
      {isDisclosed ? (
        <Button disabled={!ticked} busy={busy || isPending} onTap={() => void next()}>
          {market.specifiedWays ? t`Next` : t`Apply for ${money(offer.amount)}`}
        </Button>
      ) : (
        <Button busy={isPending} onTap={onReadDisclosure}>{t`Read before you agree`}</Button>
      )}
    </>
  );
}

/** Requests the loan, and opens its order. */
function useLoanRequest({ offer, productId, calls }: Pick<OfferProps, 'offer' | 'productId' | 'calls'>) {
  const { t } = useLingui();
  const push = useSubmit(calls.push);
  const [isLeaving, setIsLeaving] = useState(false);
  const next = async () => {
    const answer = await push.submit(
      { amount: offer.amount, term: offer.term, termUnit: offer.termUnit, productId },
      { loading: t`Sending…` },
    );
    if (!answer?.ok) return;
    setIsLeaving(true);
    const { confirmEvent } = await confirming.load();
    await confirmEvent('loanConfirmed', productId);
    setIsLeaving(false);
    const order = withContext(answer.data.orderUrl, { from: 'confirm' });
    removePromptEntry(() => replaceWith(order));
  };
  return { next, busy: push.busy || isLeaving };
}
