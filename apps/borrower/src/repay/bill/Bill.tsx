import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { goBack } from '../../app/navigation/go.ts';
import { money } from '../../app/settings/money.ts';
import { Button } from '../../kit/controls/Button.tsx';
import { Amount, Card } from '../../kit/layout/Card.tsx';
import { Screen } from '../../kit/layout/Screen.tsx';
import { lazyPart } from '../../kit/runtime/lazy-part.ts';
import { useQuoteWords } from '../../lending/amount/quote-words.ts';
import { ChannelCard } from '../amount/Channel.tsx';
import { amountOf, useAmountChoice, wayOf } from '../amount/useAmountChoice.ts';
import { type BillProps, usePayment } from '../amount/usePayment.ts';
import repay from '../Repay.module.css';
import css from './Bill.module.css';
import { PayCards } from './PayCards.tsx';

/** Few loans have a credit or a payment under review. */
const Balance = lazyPart(() => import('../../lending/story/Balance.tsx').then((module) => module.Balance));

/** A picture, whose place is kept until it is there. */
const AfterPayment = lazyPart(() =>
  import('../received/AfterPayment.tsx').then((module) => module.AfterPayment),
);

const BillMore = lazyPart(() => import('./BillMore.tsx').then((module) => module.BillMore));

/** Today's choices of payment and what follows from each; one button pays the chosen amount. */
export function Bill(props: BillProps): ReactNode {
  const { bill } = props;
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
        <Button
          look={due.underReview > 0 ? 'secondary' : 'primary'}
          busy={busy}
          disabled={!payable}
          onTap={() => void pay()}
        >
          {cents > 0 && choice.isPayable ? t`Pay ${amount}` : t`Pay`}
        </Button>
      }
    >
      {changed ? (
        <p className={repay.changed} role="alert">
          {changed}
        </p>
      ) : null}
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
          <PayCards bill={bill} orderId={props.orderId} choice={choice} />
          <ChannelCard channels={bill.channels} chosen={channel} onChoose={setChannel} />
          {after ? (
            <div className={css.after}>
              <Suspense fallback={null}>
                <AfterPayment bill={bill} after={after} />
              </Suspense>
            </div>
          ) : null}
        </>
      ) : (
        <Card>
          <p className={css.text}>{words.label}</p>
          <Amount>{money(bill.repayAmount)}</Amount>
          <p className={css.text}>{words.when}</p>
        </Card>
      )}
      {/* Loaded later: below everything, so that nothing moves when it arrives. */}
      <Suspense fallback={null}>
        <BillMore {...props} chosen={chosen} channel={channel} onOther={() => choice.choose('other')} />
      </Suspense>
    </Screen>
  );
}
