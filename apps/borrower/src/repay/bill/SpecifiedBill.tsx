import type { InstalmentDetail } from '@hiram/contract/repay';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { goBack } from '../../app/navigation/go.ts';
import { href } from '../../app/navigation/href.ts';
import { paths } from '../../app/navigation/paths.ts';
import { money, showDate } from '../../app/settings/money.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { BannerLink } from '../../kit/feedback/States.tsx';
import { Amount, Card, Head, Rows } from '../../kit/layout/Card.tsx';
import { Screen } from '../../kit/layout/Screen.tsx';
import { lazyPart } from '../../kit/runtime/lazy-part.ts';
import { useQuoteWords } from '../../lending/amount/quote-words.ts';
import { LatePill } from '../../lending/LatePill.tsx';
import { ChannelCard, DefaultPayment, guideOf } from '../amount/Channel.tsx';
import { PayableFrom } from '../amount/PayableFrom.tsx';
import { PayChoice } from '../amount/PayChoice.tsx';
import { amountOf, type Payment, useAmountChoice, wayOf } from '../amount/useAmountChoice.ts';
import { type BillProps, usePayment } from '../amount/usePayment.ts';
import css from '../Repay.module.css';
import { foldedRows } from './folded-rows.ts';

/** Few loans have a credit or a payment under review. */
const Balance = lazyPart(() => import('../../lending/story/Balance.tsx').then((module) => module.Balance));

/** The specification's bill: the chosen amount with its rows, how it is paid, then the choice of the amount. */
export function SpecifiedBill(props: BillProps): ReactNode {
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
      {due.credit > 0 || due.refundReceivable > 0 || due.underReview > 0 ? (
        <Suspense fallback={null}>
          <Balance
            credit={due.credit}
            refundReceivable={due.refundReceivable}
            underReview={due.underReview}
          />
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
      {bill.ifUnpaid ? <p className={css.label}>{bill.ifUnpaid}</p> : null}
      {rows ? (
        <div className={css.parts}>
          <Rows rows={rows} fold={{ count: foldedRows, more: t`More`, less: t`Hide` }} />
        </div>
      ) : null}
    </Card>
  );
}
