import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useState } from 'react';
import { goBack } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { paths } from '../app/navigation/paths.ts';
import { money } from '../app/settings/money.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Amount, Card, Rows } from '../kit/layout/Card.tsx';
import { Icon } from '../kit/layout/Icon.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { lazyPart } from '../kit/runtime/lazy-part.ts';
import { useQuoteWords } from '../lending/quote-words.ts';
import css from './Bill.module.css';
import { ChannelCard, DefaultPayment, guideOf } from './Channel.tsx';
import { PayableFrom } from './PayableFrom.tsx';
import { PayCards } from './PayCards.tsx';
import repay from './Repay.module.css';
import { amountOf, useAmountChoice, wayOf } from './useAmountChoice.ts';
import { type BillProps, usePayment } from './usePayment.ts';

/** Few loans have a credit or a payment under review. */
const Balance = lazyPart(() => import('../lending/Balance.tsx').then((module) => module.Balance));

/** A picture, whose place is kept until it is there. */
const AfterPayment = lazyPart(() => import('./AfterPayment.tsx').then((module) => module.AfterPayment));

/** Loaded when it is opened. */
const WaysSheet = lazyPart(() => import('../lending/WaysSheet.tsx').then((module) => module.WaysSheet));

/** What can be paid today, how, and what follows; one button pays the chosen amount. */
export function Bill(props: BillProps): ReactNode {
  const { bill, orderId } = props;
  const { t } = useLingui();
  const choice = useAmountChoice(bill);
  const { pay, busy, changed, channel, setChannel } = usePayment(choice, props);
  const { due } = bill;
  const words = useQuoteWords(due);
  const payable = bill.amountMax > 0;
  const { chosen } = choice;
  const cents = amountOf(bill, chosen) ?? choice.cents ?? 0;
  const amount = money(cents);
  const after = wayOf(bill, chosen)?.after;
  return (
    <Screen
      title={t`Repay`}
      back={{ label: t`Back`, go: goBack }}
      actions={
        <Button busy={busy} disabled={!payable} onTap={() => void pay()}>
          {cents > 0 ? t`Pay ${amount}` : t`Pay`}
        </Button>
      }
    >
      {changed ? (
        <p className={repay.changed} role="alert">
          {changed}
        </p>
      ) : null}
      {due.credit > 0 || due.refundOwed > 0 || due.underReview > 0 ? (
        <Suspense fallback={null}>
          <Balance credit={due.credit} refundOwed={due.refundOwed} underReview={due.underReview} />
        </Suspense>
      ) : null}
      {payable ? (
        <>
          <PayCards bill={bill} choice={choice} />
          <ChannelCard channels={bill.channels} chosen={channel} onChoose={setChannel} />
          {after ? (
            <div className={css.after}>
              <Suspense fallback={null}>
                <AfterPayment bill={bill} after={after} />
              </Suspense>
            </div>
          ) : null}
          <Parts key={chosen} bill={bill} chosen={chosen} amount={amount} />
          <NotEnough {...props} onOther={() => choice.choose('other')} />
        </>
      ) : (
        <Card>
          <p className={css.text}>{words.label}</p>
          <Amount>{money(bill.repayAmount)}</Amount>
          <p className={css.text}>{words.when}</p>
        </Card>
      )}
      <PayableFrom due={due} />
      {bill.permanentCode ? <DefaultPayment payment={bill.permanentCode} page={{ orderId }} /> : null}
      <div className={css.rows}>
        {bill.showsBanner ? (
          <Row to={href(paths.paymentInstructions, guideOf(bill.channels[channel]))}>{bill.bannerText}</Row>
        ) : null}
        {payable ? (
          <>
            <Row to={href(paths.utrSubmit, { orderId })}>{t`I paid by bank transfer`}</Row>
            <Row to={href(paths.legacyRepay, { orderId })}>{t`Pay with a bank card`}</Row>
          </>
        ) : null}
      </div>
    </Screen>
  );
}

/** A link to another way to pay, or to how it is done. */
function Row({ to, children }: { readonly to: string; readonly children: ReactNode }): ReactNode {
  return (
    <a className={css.row} href={to}>
      <span>{children}</span>
      <Icon name="chevron" size={20} />
    </a>
  );
}

/** The rows that sum to the chosen amount, after a tap. A typed amount has none. */
function Parts({
  bill,
  chosen,
  amount,
}: Pick<BillProps, 'bill'> & {
  readonly chosen: Parameters<typeof wayOf>[1];
  readonly amount: string;
}): ReactNode {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  const rows = wayOf(bill, chosen)?.rows;
  if (!rows || rows.length === 0) return null;
  return (
    <>
      <button type="button" className={css.link} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t`What ${amount} is made of`}
      </button>
      {isOpen ? (
        <Card>
          <Rows rows={rows.map((row) => ({ ...row, value: money(row.amount) }))} />
        </Card>
      ) : null}
    </>
  );
}

/** Leads who cannot pay the amount due to what the loan offers. */
function NotEnough({
  bill,
  productId,
  orderId,
  onOther,
}: BillProps & {
  /** Chooses to type an amount. */
  readonly onOther: () => void;
}): ReactNode {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(false);
  if (bill.due.daysLeft > 0 && !bill.canExtend) return null;
  return (
    <>
      <button type="button" className={css.link} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t`Not enough today? See your choices`}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <WaysSheet
            page={productId ? { productId, orderId } : { orderId }}
            canExtend={bill.canExtend}
            onPart={onOther}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
