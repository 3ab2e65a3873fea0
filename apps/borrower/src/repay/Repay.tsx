import type { OrderId, ProductId } from '@hiram/contract/ids';
import type { InstalmentDetail } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import { goBack, goTo } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { paths } from '../app/navigation/paths.ts';
import { noId, usePage, useTitle } from '../app/navigation/usePage.ts';
import { money, showDate } from '../app/settings/money.ts';
import { Button } from '../kit/controls/Button.tsx';
import { BannerLink } from '../kit/feedback/States.tsx';
import { Amount, Card, Head, Rows } from '../kit/layout/Card.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { lazyPart } from '../kit/runtime/lazy-part.ts';
import { LatePill } from '../lending/LatePill.tsx';
import { useQuoteWords } from '../lending/quote-words.ts';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import { ChannelCard, DefaultPayment, guideOf, usePayCode } from './Channel.tsx';
import { instalmentDetail } from './calls.ts';
import { foldedRows } from './folded-rows.ts';
import { PayChoice } from './PayChoice.tsx';
import css from './Repay.module.css';
import { type AmountChoice, amountOf, type Payment, useAmountChoice, wayOf } from './useAmountChoice.ts';
import { useStoredRepayment } from './useStoredRepayment.ts';

/** Few loans have a credit or a payment under review. */
const Balance = lazyPart(() => import('../lending/Balance.tsx').then((module) => module.Balance));

/** Instalment repayment (INST-01 … INST-05). */
export default function Repay(): ReactNode {
  const { t } = useLingui();
  const { productId, orderId = noId, steps } = usePage();
  const count = Number(steps);
  const input = {
    ...(productId ? { productId } : {}),
    orderId,
    ...(count > 0 ? { steps: count } : {}),
  };
  const call = useCall(instalmentDetail, input, {
    loading: t`Loading…`,
  });
  const toOrder = {
    label: t`See my loan`,
    go: () => goTo(paths.order, productId ? { productId, orderId } : { orderId }),
  };
  useTitle(t`Repayment`);
  useStoredRepayment('repayment', orderId, call.state === 'ready' ? call.data : undefined);
  if (call.state === 'ready')
    return <Bill bill={call.data} productId={productId} orderId={orderId} onChanged={call.retry} />;
  return (
    <Screen title={t`Repayment`} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? <Skeleton name="repay" /> : <CallPanel call={call} next={toOrder} />}
    </Screen>
  );
}

interface BillProps {
  readonly bill: InstalmentDetail;
  readonly productId: ProductId | undefined;
  readonly orderId: OrderId;
  readonly onChanged: () => void;
}

function Bill(props: BillProps): ReactNode {
  const { bill, orderId } = props;
  const { t } = useLingui();
  const choice = useAmountChoice(bill);
  const { pay, busy, changed, channel, setChannel } = usePayment(choice, props);
  const { due } = bill;
  const words = useQuoteWords(due);
  const payable = bill.amountMax > 0;
  const { chosen } = choice;
  return (
    <Screen
      title={t`Repayment`}
      back={{ label: t`Back`, go: goBack }}
      actions={
        <Button busy={busy} disabled={!payable} onTap={() => void pay()}>
          {t`Get payment code`}
        </Button>
      }
    >
      {changed ? (
        <p className={css.changed} role="alert">
          {changed}
        </p>
      ) : null}
      <ChosenAmount bill={bill} chosen={chosen} typed={choice.cents} />
      {due.credit > 0 || due.refundOwed > 0 || due.underReview > 0 ? (
        <Suspense fallback={null}>
          <Balance credit={due.credit} refundOwed={due.refundOwed} underReview={due.underReview} />
        </Suspense>
      ) : null}
      {payable ? (
        <>
          <ChannelCard channels={bill.channels} chosen={channel} onChoose={setChannel} />
          <PayChoice bill={bill} label={words.label} choice={choice} />
        </>
      ) : null}
      <PayableFrom due={due} />
      {bill.showsBanner ? (
        <BannerLink href={href(paths.paymentInstructions, guideOf(bill.channels[channel]))}>
          {bill.bannerText}
        </BannerLink>
      ) : null}
      {bill.permanentCode ? <DefaultPayment payment={bill.permanentCode} page={{ orderId }} /> : null}
      {payable ? (
        <>
          <BannerLink href={href(paths.utrSubmit, { orderId })}>{t`I paid by bank transfer`}</BannerLink>
          <BannerLink href={href(paths.legacyRepay, { orderId })}>{t`Pay with a bank card`}</BannerLink>
        </>
      ) : null}
    </Screen>
  );
}

/** Requests a code for the chosen amount and channel. */
function usePayment(choice: AmountChoice, { bill, productId, orderId, onChanged }: BillProps) {
  const [channel, setChannel] = useState(0);
  const [changed, setChanged] = useState<string | undefined>(undefined);
  const code = usePayCode();
  const pay = async () => {
    const amount = choice.check();
    if (amount === undefined) return;
    const channelNumber = bill.channels[channel]?.channelNumber ?? '';
    const rejected = await code.generate({
      ...(productId ? { productId } : {}),
      orderId,
      amount,
      channelNumber,
      quotedFor: bill.quotedFor,
    });
    if (rejected?.field === 'amount' && choice.chosen === 'other')
      return choice.showProblem(rejected.message);
    choice.clearProblem();
    // The displayed figures are out of date: reload them, and let the borrower decide again.
    setChanged(rejected?.field === 'quotedFor' ? rejected.message : undefined);
    if (rejected) onChanged();
  };
  return { pay, busy: code.busy, changed, channel, setChannel };
}

/** From which day the loan can be paid, or paid off, if not today. */
function PayableFrom({ due }: { readonly due: InstalmentDetail['due'] }): ReactNode {
  const { t } = useLingui();
  if (due.kind !== 'maturity' && (due.payoff.isAllowed || due.coolingOff)) return null;
  return (
    <p className={css.from}>
      {due.kind === 'maturity'
        ? t`You can pay this loan off early from ${showDate(due.payoff.date)}.`
        : t`You can pay off the whole loan from ${showDate(due.payoff.date)}.`}
    </p>
  );
}

/** The product, the amount to pay with the day on which it is valid, and what it is made of (INST-02). */
function ChosenAmount({
  bill,
  chosen,
  typed,
}: {
  readonly bill: InstalmentDetail;
  readonly chosen: Payment;
  /** The typed amount in cents; undefined while it cannot be parsed. */
  readonly typed: number | undefined;
}): ReactNode {
  const { t } = useLingui();
  const { due } = bill;
  const words = useQuoteWords(due);
  const rows =
    chosen === 'due'
      ? bill.rows
      : wayOf(bill, chosen)?.rows.map((row) => ({ text: row.text, value: money(row.amount) }));
  const amount = chosen === 'other' ? (typed ?? 0) : (amountOf(bill, chosen) ?? bill.repayAmount);
  const settles =
    chosen === 'end'
      ? t`Ends the loan. You owe nothing more.`
      : chosen === 'payoff'
        ? t`Pays off the whole loan`
        : undefined;
  return (
    <Card>
      <div className={css.product}>
        <Head name={bill.productName} logo={bill.productLogo}>
          {due.overdueDays > 0 ? <LatePill due={due} /> : null}
        </Head>
      </div>
      <p className={css.label}>
        {settles ??
          (chosen === 'other' ? t`Another amount` : chosen === 'late' ? t`Late payments alone` : words.when)}
      </p>
      <Amount>{money(amount)}</Amount>
      {chosen === 'payoff' || chosen === 'end' ? (
        <p className={css.label}>{t`Holds for today, ${showDate(bill.quotedFor)}`}</p>
      ) : chosen === 'due' && due.kind !== 'instalment' ? (
        <p className={css.label}>{words.label}</p>
      ) : null}
      {rows ? (
        <div className={css.parts}>
          <Rows rows={rows} fold={{ count: foldedRows, more: t`More`, less: t`Hide` }} />
        </div>
      ) : null}
    </Card>
  );
}
