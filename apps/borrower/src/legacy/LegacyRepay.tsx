import type { CardPaymentId } from '@hiram/contract/ids';
import {
  type BankCard,
  type RepaymentWay,
  repaymentCommit,
  repaymentHuichao,
  repaymentWay,
} from '@hiram/contract/legacy';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { followLink, goBack, goTo } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { useIsCurrentPage } from '../app/navigation/useIsCurrentPage.ts';
import { usePage, useTitle } from '../app/navigation/usePage.ts';
import { money, showDate } from '../app/settings/money.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Choice } from '../kit/controls/Choice.tsx';
import { toast } from '../kit/feedback/toaster.ts';
import { Amount, Card } from '../kit/layout/Card.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { useQuoteWords } from '../lending/amount/quote-words.ts';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import css from './Legacy.module.css';
import { VerifyCode } from './VerifyCode.tsx';

/** Repayment by bank card, the legacy flow (LEG-01 … LEG-08). */
export default function LegacyRepay(): ReactNode {
  const { t } = useLingui();
  const { orderId } = usePage();
  // LEG-05: the text if the server sends none.
  const call = useCall(repaymentWay, orderId ? { orderId } : {}, {
    failure: t({ id: 'legacy.cardsFailed', message: 'Your cards could not be loaded' }),
  });
  const title = t`Pay with a bank card`;
  useTitle(title);
  if (call.state === 'ready') return <Pay repayment={call.data} title={title} onChanged={call.retry} />;
  return (
    <Screen title={title} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? <Skeleton name="repay" /> : <CallPanel call={call} />}
    </Screen>
  );
}

function Pay({
  repayment,
  title,
  onChanged,
}: {
  readonly repayment: RepaymentWay;
  readonly title: string;
  /** A token is valid for one payment: a failed payment needs a new one. */
  readonly onChanged: () => void;
}): ReactNode {
  const { t } = useLingui();
  const { card, cardId, setCardId, recordId, busy, pay, resend, onCodeClosed, openOrder } = useCardPayment(
    repayment,
    onChanged,
  );
  const { due } = repayment;
  const words = useQuoteWords(due);
  // A single loan before its prepayment date, as on the repayment page (TERM-03).
  const payable = due.kind !== 'maturity';
  return (
    <Screen
      title={title}
      back={{ label: t`Back`, go: goBack }}
      actions={
        <Button busy={busy} disabled={!payable} onTap={() => void pay()}>
          {t`Pay ${money(repayment.amount)}`}
        </Button>
      }
    >
      <Card>
        <p className={css.label}>{`${words.label} · ${words.when}`}</p>
        <Amount>{money(repayment.amount)}</Amount>
        {payable ? null : (
          <p className={css.label}>{t`You can pay this loan off early from ${showDate(due.payoff.date)}.`}</p>
        )}
      </Card>
      <CardChoice repayment={repayment} chosen={cardId} onChoose={setCardId} />
      {payable && repayment.secondMethod ? <OtherPayment repayment={repayment} /> : null}
      {recordId && card ? (
        <VerifyCode
          orderId={repayment.orderId}
          recordId={recordId}
          onClose={onCodeClosed}
          onResend={(pauseSeconds) => resend(card, pauseSeconds)}
          onPaid={openOrder}
        />
      ) : null}
    </Screen>
  );
}

/** Pays with the chosen card. The second step needs the code that the bank sent. */
function useCardPayment(repayment: RepaymentWay, onChanged: () => void) {
  const { t } = useLingui();
  const [cardId, setCardId] = useState<string | undefined>(undefined);
  /** LEG-08: the first step's result, which the second step sends. */
  const [recordId, setRecordId] = useState<CardPaymentId | undefined>(undefined);
  const { submit, busy } = useSubmit(repaymentCommit);
  const isMounted = useIsCurrentPage();
  const card = repayment.cards.filter((candidate) => candidate.id === cardId)[0];
  const failed = t({ id: 'legacy.processingFailed', message: 'This did not work' });
  const { orderId } = repayment;
  const openOrder = () => {
    if (isMounted()) goTo(paths.order, { orderId });
  };
  const onCodeClosed = () => {
    setRecordId(undefined);
    onChanged();
  };
  const send = (chosen: BankCard) =>
    submit(
      {
        amount: repayment.amount,
        bankName: chosen.bankName,
        cardId: chosen.id,
        lastDigits: chosen.lastDigits,
        couponId: repayment.couponId,
        orderId,
        paymentToken: repayment.paymentToken,
        bankCode: chosen.bankCode,
        sendsCode: true,
      },
      { quiet: true },
    );
  const pay = async () => {
    // LEG-02.
    if (!card) return void toast(t({ id: 'legacy.chooseCard', message: 'Choose a card' }), { kind: 'info' });
    const answer = await send(card);
    if (!answer) return;
    if (!answer.ok) {
      toast(answer.message || failed);
      return onChanged();
    }
    if (answer.data.needsCode) setRecordId(answer.data.paymentId);
    else openOrder();
  };
  const resend = async (chosen: BankCard, pauseSeconds: number) => {
    const answer = await send(chosen);
    if (!answer) return undefined;
    if (answer.ok) return pauseSeconds;
    toast(answer.message || failed, { kind: answer.seconds === undefined ? 'error' : 'info' });
    return answer.seconds;
  };
  return { card, cardId, setCardId, recordId, busy, pay, resend, onCodeClosed, openOrder };
}

function CardChoice({
  repayment,
  chosen,
  onChoose,
}: {
  readonly repayment: RepaymentWay;
  readonly chosen: string | undefined;
  readonly onChoose: (cardId: string) => void;
}): ReactNode {
  const { t } = useLingui();
  return (
    <Card heading={t`Your cards`}>
      {repayment.cards.length === 0 ? <p>{t`No card added yet.`}</p> : null}
      <Choice
        label={t`Your cards`}
        options={repayment.cards.map((option) => ({
          key: option.id,
          name: option.bankName,
          hint: option.lastDigits,
          logo: '',
        }))}
        chosen={chosen}
        onChoose={onChoose}
      />
      <Link
        className={css.add}
        href={href(paths.bindCard, { orderId: repayment.orderId, source: 'legacyRepay' })}
      >
        {t`Add a card`}
      </Link>
    </Card>
  );
}

/** The payment provider's page as another way to pay. */
function OtherPayment({ repayment }: { readonly repayment: RepaymentWay }): ReactNode {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(repaymentHuichao);
  const isMounted = useIsCurrentPage();
  const payOtherwise = async () => {
    const answer = await submit(
      { userId: repayment.userId, orderId: repayment.orderId, amount: repayment.amount },
      { quiet: true },
    );
    if (!answer) return;
    if (!answer.ok)
      return void toast(answer.message || t({ id: 'legacy.processingFailed', message: 'This did not work' }));
    if (isMounted()) followLink(answer.data.url);
  };

  return (
    <Button look="quiet" busy={busy} onTap={() => void payOtherwise()}>
      {t`Pay another way`}
    </Button>
  );
}
