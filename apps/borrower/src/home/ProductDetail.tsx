import type { ProductDetail as Product } from '@hiram/contract/home';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { bridge } from '../app/host/host.ts';
import { goBack, goTo } from '../app/navigation/go.ts';
import { withContext } from '../app/navigation/href.ts';
import { navigate } from '../app/navigation/location.ts';
import { paths } from '../app/navigation/paths.ts';
import { useChosenAmount } from '../app/navigation/useChosenAmount.ts';
import { noId, usePage, useTitle } from '../app/navigation/usePage.ts';
import { money, showDate } from '../app/settings/money.ts';
import { Button } from '../kit/controls/Button.tsx';
import { Card, Rows } from '../kit/layout/Card.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { AmountStepper } from '../lending/amount/AmountStepper.tsx';
import { useEachRepayment } from '../lending/amount/useEachRepayment.ts';
import { FoldedDates } from '../lending/FoldedDates.tsx';
import { LoanStory } from '../lending/story/LoanStory.tsx';
import { offeredSteps } from '../lending/story/story-steps.ts';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import { productApply, productDetail } from './calls.ts';
import css from './Home.module.css';
import { LimitCard } from './LimitCard.tsx';

/** A product's page: its cost, by an example with an amount that the borrower can change (KEY-02). */
export default function ProductDetail(): ReactNode {
  const { t } = useLingui();
  const { productId = noId } = usePage();
  const [amount, setAmount] = useChosenAmount();
  const call = useCall(productDetail, amount === undefined ? { productId } : { productId, amount }, {
    keepPrevious: true,
  });
  const title = call.state === 'ready' ? call.data.product.productName : t`Loan`;
  useTitle(title);
  // A tap changes the amount at once, before its price arrives: the next tap continues from it.
  const isPending = call.state === 'ready' && call.previous;
  const pendingAmount = isPending ? amount : undefined;
  return (
    <Screen
      title={title}
      back={{ label: t`Back`, go: goBack }}
      actions={
        call.state === 'ready' ? (
          <Apply product={call.data} amount={pendingAmount} isPending={isPending} />
        ) : null
      }
      busy={call.state === 'waiting' || isPending}
    >
      {call.state === 'waiting' ? <Skeleton name="repay" /> : null}
      <CallPanel call={call} />
      {call.state === 'ready' ? (
        <Facts product={call.data} amount={pendingAmount} onAmount={setAmount} />
      ) : null}
    </Screen>
  );
}

function Facts({
  product: detail,
  amount = detail.amount,
  onAmount,
}: {
  readonly product: Product;
  readonly amount: number | undefined;
  readonly onAmount: (amount: number) => void;
}): ReactNode {
  const { t } = useLingui();
  const { product, rows, example, late } = detail;
  const total = money(detail.totalCost);
  const fee = detail.amount - detail.netProceeds;
  const staleClass = amount === detail.amount ? '' : css.old;
  return (
    <>
      <Card>
        <p className={css.need}>{t`How much do you need?`}</p>
        <AmountStepper
          amount={amount}
          amountMin={detail.amountMin}
          amountMax={detail.amountMax}
          amountStep={detail.amountStep}
          onAmount={onAmount}
        />
        <p className={css.sub}>{product.term}</p>
        <PerPayment repayments={detail.repayments} isStale={amount !== detail.amount} />
        <p className={`${css.total} ${staleClass}`}>
          {t`You receive ${money(detail.netProceeds)} and pay back ${money(detail.netProceeds + detail.totalCost)}.`}{' '}
          <b>{t`Interest and fees: ${total}.`}</b>
        </p>
        {fee > 0 ? (
          <p className={`${css.sub} ${staleClass}`}>
            {t`${money(detail.amount)} less a fee of ${money(fee)}`}
          </p>
        ) : null}
      </Card>
      <LimitCard limitText={detail.limitText} nextLimitText={detail.nextLimitText} />
      <div className={staleClass}>
        <PlanCard repayments={detail.repayments} />
        <Card heading={example.title}>
          <Rows rows={example.rows} />
        </Card>
      </div>
      <Card heading={late.title}>
        <Rows rows={late.rows} />
      </Card>
      <Card heading={t`Good to know`}>
        <Rows rows={rows} />
      </Card>
    </>
  );
}

/** What each of several payments is. */
function PerPayment({
  repayments,
  isStale,
}: {
  readonly repayments: Product['repayments'];
  readonly isStale: boolean;
}): ReactNode {
  const each = useEachRepayment();
  const [first] = repayments;
  if (!first || repayments.length === 1) return null;
  const total = repayments.reduce((sum, { amount }) => sum + amount, 0);
  return <p className={isStale ? css.old : undefined}>{each(repayments.length, first.amount, total)}</p>;
}

function PlanCard({ repayments }: { readonly repayments: Product['repayments'] }): ReactNode {
  const { t } = useLingui();
  const list = (
    <ul className={css.plan}>
      {repayments.map((row) => (
        <li key={row.periodNo}>
          <span>
            {row.title}
            <small>{row.description}</small>
          </span>
          <b>{money(row.amount)}</b>
        </li>
      ))}
    </ul>
  );
  if (repayments.length === 1) return <Card heading={t`Your payment`}>{list}</Card>;
  const total = repayments.reduce((sum, row) => sum + row.amount, 0);
  return (
    <LoanStory
      title={t`Your payments`}
      sub={t`${money(total)} in ${repayments.length} payments`}
      steps={offeredSteps(repayments.map((row) => ({ amount: row.amount, when: t`day ${row.day}` })))}
      footer={<FoldedDates list={() => list} />}
    />
  );
}

function Apply({
  product,
  amount = product.amount,
  isPending,
}: {
  readonly product: Product;
  readonly amount: number | undefined;
  /** The price of this amount has not arrived: a borrower cannot apply without seeing it. */
  readonly isPending: boolean;
}): ReactNode {
  const { t } = useLingui();
  const { submit, busy } = useSubmit(productApply);
  const { amount: chosenAmount } = usePage();
  const { productId } = product.product;
  const { orderId } = product;
  if (product.next === 'order' && orderId)
    return (
      <Button onTap={() => goTo(paths.order, { productId, orderId })}>
        {product.isApplied ? t`See my application` : t`See my active loan`}
      </Button>
    );
  if (product.next === 'wait' && orderId && product.applyFrom)
    return (
      <>
        <p className={css.before}>{t`You can apply again on ${showDate(product.applyFrom)}.`}</p>
        <Button look="secondary" onTap={() => goTo(paths.order, { productId, orderId })}>
          {t`See my application`}
        </Button>
      </>
    );
  if (product.next === 'certify') {
    const query = new URLSearchParams({ productId });
    if (chosenAmount) query.set('amount', chosenAmount);
    const returnTo = `${paths.productDetail}?${query}`;
    return (
      <>
        <p className={css.before}>{t`Before you can borrow, we need a few details.`}</p>
        {/* A host app may have its own forms for this; elsewhere the web's open. */}
        <Button
          onTap={() => void bridge.request('goToPage', { page: 'apply', param: { productId, returnTo } })}
        >{t`Complete my details`}</Button>
      </>
    );
  }
  const apply = async () => {
    const answer = await submit({ productId, amount }, { loading: t`Opening…` });
    if (answer?.ok) navigate(withContext(answer.data.url));
  };
  return (
    <Button busy={busy || isPending} onTap={() => void apply()}>
      {t`Continue with ${money(amount)}`}
    </Button>
  );
}
