import type { HomeIndex } from '@hiram/contract/home';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { bridge } from '../app/host/host.ts';
import { goTo } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { paths } from '../app/navigation/paths.ts';
import { money } from '../app/settings/money.ts';
import { Button } from '../kit/controls/Button.tsx';

/** The one next step of this borrower. */
export function HomeAction({ home }: { readonly home: HomeIndex }): ReactNode {
  const { t } = useLingui();
  const { order, offer, standing, stepsDone = 0 } = home;
  if (order) {
    const { due } = order;
    const page = { productId: order.productId, orderId: order.orderId };
    // A single repayment may not be payable before its day.
    return due && due.kind !== 'maturity' ? (
      <Button
        // Whoever waits for a payment to be checked must not pay twice by the way.
        look={due.underReview ? 'secondary' : 'primary'}
        next={href(paths.repay, page)}
        onTap={() => goTo(paths.repay, page)}
      >
        {t`Repay now`} · {money(due.repayAmount)}
      </Button>
    ) : (
      <Button
        look={order.step ? 'primary' : 'secondary'}
        next={href(paths.order, page)}
        onTap={() => goTo(paths.order, page)}
      >
        {order.step ?? (order.notice && order.status === 'applied' ? t`See my application` : t`See my loan`)}
      </Button>
    );
  }
  const { otherOrder } = home;
  if (otherOrder) {
    const page = { productId: otherOrder.productId, orderId: otherOrder.orderId };
    return (
      <Button look="secondary" onTap={() => goTo(paths.order, page)}>{t`See why and what helps`}</Button>
    );
  }
  if (!offer) return null;
  const { productId } = offer;
  const next = href(paths.productDetail, { productId });
  const choose = () => goTo(paths.productDetail, { productId });
  // Whoever owes nothing is not pushed into the next loan.
  if (standing === 'returning')
    return <Button look="secondary" next={next} onTap={choose}>{t`Borrow again`}</Button>;
  if (standing === 'ready') return <Button next={next} onTap={choose}>{t`Choose my amount`}</Button>;
  const returnTo = `${paths.productDetail}?${new URLSearchParams({ productId })}`;
  // The way stands on this page already: the first questions come next.
  const param = { productId, returnTo, ...(stepsDone > 0 ? {} : { group: 'public' }) };
  return (
    <Button next={href(paths.apply)} onTap={() => void bridge.request('goToPage', { page: 'apply', param })}>
      {stepsDone > 0 ? t`Continue my application` : t`Start my application`}
    </Button>
  );
}
