import type { OrderId, ProductId } from '@hiram/contract/ids';
import type { LaterCost } from '@hiram/contract/repay';
import { addDays, localDate } from '@hiram/loan/local-date';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { goBack, goTo } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { paths } from '../app/navigation/paths.ts';
import { noId, usePage, useTitle } from '../app/navigation/usePage.ts';
import { market } from '../app/settings/market.ts';
import { money, showDate } from '../app/settings/money.ts';
import { Button } from '../kit/controls/Button.tsx';
import { toast } from '../kit/feedback/toaster.ts';
import { Amount, Card, Rows } from '../kit/layout/Card.tsx';
import { ActionPair, Screen } from '../kit/layout/Screen.tsx';
import { useQuoteWords } from '../lending/amount/quote-words.ts';
import { LatePill } from '../lending/LatePill.tsx';
import { PayoffOffer } from '../lending/offers/PayoffOffer.tsx';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import { laterCost, remindToPay } from './calls.ts';
import css from './Repay.module.css';

/** Pay now or later: the amount due, and the cost of paying later. */
export default function RepayOrNot(): ReactNode {
  const { t } = useLingui();
  const { productId, orderId = noId } = usePage();
  const input = productId ? { productId, orderId } : { orderId };
  const call = useCall(laterCost, input);
  useTitle(t`Pay now or later`);
  const cost = call.state === 'ready' ? call.data : undefined;
  return (
    <Screen
      title={t`Pay now or later`}
      back={{ label: t`Back`, go: goBack }}
      busy={call.state === 'waiting'}
      actions={
        cost ? (
          <ActionPair>
            <Reminder cost={cost} orderId={orderId} />
            <Button
              next={href(paths.repay, input)}
              disabled={!cost.payable}
              onTap={() => goTo(paths.repay, input)}
            >
              {market.specifiedCopy ? t`Pay now` : t`Pay ${money(cost.repayAmount)}`}
            </Button>
          </ActionPair>
        ) : null
      }
    >
      {call.state === 'waiting' ? <Skeleton name="repay" /> : null}
      <CallPanel call={call} next={{ label: t`See my loan`, go: () => goTo(paths.order, input) }} />
      {cost ? <Cost cost={cost} orderId={orderId} productId={productId} /> : null}
    </Screen>
  );
}

/** A reminder on the last day on which paying costs no more than today, or else tomorrow; not before the loan takes a payment. */
function Reminder({ cost, orderId }: { readonly cost: LaterCost; readonly orderId: OrderId }): ReactNode {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(remindToPay);
  const [first] = cost.later;
  const next = localDate(first?.date ?? cost.repayDate);
  const free = first && first.days > 1 ? addDays(next, -1) : next;
  const { payable, payableFrom = free } = cost;
  const day = payable || payableFrom < free ? free : payableFrom;
  const shown = showDate(day, 'short');
  const remind = async () => {
    if (!(await submit({ orderId, day }))?.ok) return;
    toast(t`We text you on ${shown}`, { kind: 'success' });
    goBack();
  };
  return (
    <Button look="secondary" busy={busy} onTap={() => void remind()}>
      {t`Remind me ${shown}`}
    </Button>
  );
}

function Cost({
  cost,
  orderId,
  productId,
}: {
  readonly cost: LaterCost;
  readonly orderId: OrderId;
  readonly productId: ProductId | undefined;
}): ReactNode {
  const { t } = useLingui();
  const isLate = cost.overdueDays > 0;
  const words = useQuoteWords(cost.due);
  const page = productId ? { productId, orderId } : { orderId };
  const asksForParts = isLate && cost.due.kind !== 'arranged' && !market.specifiedCopy;
  const isFree = cost.later.every((option) => option.more === 0);
  return (
    <>
      <div className={css.lead}>
        <p>{words.label}</p>
        <Amount isLead>{money(cost.repayAmount)}</Amount>
        {isLate ? <LatePill due={cost.due} /> : null}
        <p className={css.label}>{`${cost.productName} · ${words.when}`}</p>
      </div>
      <Card heading={t`If you pay on another day`}>
        <Rows
          rows={cost.later.map((option) => ({
            text: showDate(option.date),
            value: money(option.amount),
            note: option.more > 0 ? t`${money(option.more)} more` : t`nothing more`,
          }))}
        />
        <p className={`${css.label} ${css.total}`}>
          <Trans>Payments that fall due meanwhile are not counted: they are due anyway.</Trans>
        </p>
        <p className={css.total}>
          {!cost.payable && cost.payableFrom ? (
            <Trans>You can pay this loan before its time from {showDate(cost.payableFrom)}.</Trans>
          ) : isLate ? (
            <Trans>Each day adds to it. A part paid now makes it grow more slowly.</Trans>
          ) : isFree ? (
            <Trans>Paying later costs nothing more.</Trans>
          ) : (
            <Trans>Until {showDate(cost.repayDate)} it costs nothing more; after that, it does.</Trans>
          )}
        </p>
      </Card>
      {asksForParts || cost.extensionAdds !== undefined ? (
        <div className={css.ways}>
          {asksForParts ? (
            <Button look="secondary" onTap={() => goTo(paths.waysOut, { orderId })}>
              {t`Pay in parts`}
            </Button>
          ) : null}
          {cost.extensionAdds !== undefined ? (
            <Button look="secondary" onTap={() => goTo(paths.repayDelay, page)}>
              {t`Move the date: ${money(cost.extensionAdds)} more`}
            </Button>
          ) : null}
        </div>
      ) : null}
      <PayoffOffer due={cost.due} page={page} />
    </>
  );
}
