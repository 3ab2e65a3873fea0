import type { HomeIndex } from '@hiram/contract/home';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense } from 'react';
import { href } from '../app/navigation/href.ts';
import { Link } from '../app/navigation/Link.tsx';
import { paths } from '../app/navigation/paths.ts';
import { market } from '../app/settings/market.ts';
import { money } from '../app/settings/money.ts';
import { lazyPart } from '../kit/runtime/lazy-part.ts';
import { useQuoteWords } from '../lending/amount/quote-words.ts';
import { DuePill } from '../lending/DuePill.tsx';
import { LoanStory, PaidCount } from '../lending/story/LoanStory.tsx';
import { StoryBalance } from '../lending/story/StoryBalance.tsx';
import { stepsOf } from '../lending/story/story-steps.ts';
import css from './Hero.module.css';
import { Hero } from './Hero.tsx';
import { IconRow, IconRows, TalkRow } from './IconRow.tsx';

const PayoffOffer = lazyPart(() =>
  import('../lending/offers/PayoffOffer.tsx').then((module) => module.PayoffOffer),
);
const Balance = lazyPart(() => import('../lending/story/Balance.tsx').then((module) => module.Balance));

type Order = NonNullable<HomeIndex['order']>;

/** Home while a loan is under way: the next payment, the loan's story, and when it is late what can be done today. */
export function RunningHome({ order, phone }: { readonly order: Order; readonly phone: string }): ReactNode {
  const { due, repayments } = order;
  const page = { productId: order.productId, orderId: order.orderId };
  const steps = stepsOf(repayments);
  return (
    <>
      <Hero>
        <NextPayment order={order} page={href(paths.order, page)} />
      </Hero>
      <Suspense fallback={null}>
        {due && (due.credit > 0 || due.refundReceivable > 0 || due.underReview > 0 || order.notice) ? (
          <Balance
            credit={due.credit}
            refundReceivable={due.refundReceivable}
            underReview={due.underReview}
            reversal={due.underReview > 0 ? undefined : order.notice}
            phone={phone}
          />
        ) : null}
      </Suspense>
      {order.status === 'overdue' && due?.kind !== 'arranged' ? (
        <LateRows page={page} phone={phone} waysOut={order.waysOut} />
      ) : null}
      {steps.length > 0 && due ? (
        <LoanStory
          title={order.productName}
          sub={<PaidCount steps={steps} />}
          steps={steps}
          size="small"
          footer={<StoryBalance owed={due.owedInAll} due={due} />}
        />
      ) : null}
      <Suspense fallback={null}>{due ? <PayoffOffer due={due} page={page} /> : null}</Suspense>
    </>
  );
}

/** The amount that is due next with its day; before the payout what the order waits for. It leads to the loan. */
function NextPayment({ order, page }: { readonly order: Order; readonly page: string }): ReactNode {
  const { t } = useLingui();
  const { due } = order;
  const words = useQuoteWords(due);
  const late = market.specifiedCopy ? 0 : order.repayments.filter(({ state }) => state === 'late').length;
  if (!due && order.notice)
    return (
      <Link href={page}>
        <span className={css.title}>{order.notice.title}</span>
        <span className={css.text}>{order.notice.text}</span>
        <span className={css.text}>
          {order.productName} · {t`You applied for`} {money(order.amount)}
        </span>
      </Link>
    );
  return (
    <Link href={page}>
      <span className={css.text}>
        {order.productName} · {due ? words.label : t`You applied for`}
      </span>
      <span className={css.amount}>{money(due ? due.repayAmount : order.amount)}</span>
      <span className={css.chips}>
        {due ? <DuePill due={due} status={order.status} late={late} /> : null}
        {due && late === 0 && due.periods > 1 && (due.kind === 'instalment' || due.kind === 'overdue') ? (
          <span className={css.chip}>{t`Payment ${due.periodNo} of ${due.periods}`}</span>
        ) : null}
      </span>
      <span className={css.text}>{due ? words.when : order.statusText}</span>
    </Link>
  );
}

/** The choices of a borrower with a late payment today. */
function LateRows({
  page,
  phone,
  waysOut,
}: {
  readonly page: { readonly productId: string; readonly orderId: string };
  readonly phone: string;
  readonly waysOut: Order['waysOut'];
}): ReactNode {
  const { t } = useLingui();
  return (
    <IconRows heading={t`What you can do today`}>
      {waysOut ? (
        <IconRow
          icon="paper"
          href={href(paths.waysOut, page)}
          title={waysOut === 'asked' ? t`You asked to pay in parts` : t`We have an arrangement for you`}
          text={waysOut === 'asked' ? t`A person answers within a day.` : t`Read it and answer`}
        />
      ) : (
        <IconRow
          icon="paper"
          href={href(paths.waysOut, page)}
          title={t`I cannot pay now`}
          text={t`Every way, with its cost.`}
        />
      )}
      <IconRow
        icon="half"
        href={href(paths.repay, { ...page, pay: 'other' })}
        title={t`Pay some now`}
        text={t`Late days then add less.`}
      />
      <TalkRow phone={phone} />
    </IconRows>
  );
}
