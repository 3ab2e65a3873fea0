import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { goBack } from '../app/navigation/go.ts';
import { useTitle } from '../app/navigation/usePage.ts';
import { EmptyArt } from '../art/EmptyArt.tsx';
import { StatePanel } from '../kit/feedback/States.tsx';
import { Screen } from '../kit/layout/Screen.tsx';
import { CallPanel } from '../net/answers/CallPanel.tsx';
import { useCall } from '../net/answers/useCall.ts';
import { Skeleton } from '../shell/Skeleton.tsx';
import { homeIndex } from './calls.ts';
import css from './Home.module.css';
import { ProductCard } from './ProductCard.tsx';

/** The product page: all of the lender's products, each with its cost. */
export default function Products(): ReactNode {
  const { t } = useLingui();
  const call = useCall(homeIndex, {});
  const title = t`Our loans`;
  useTitle(title);
  return (
    <Screen title={title} back={{ label: t`Back`, go: goBack }} busy={call.state === 'waiting'}>
      {call.state === 'waiting' ? <Skeleton name="list" /> : null}
      <CallPanel call={call} />
      {call.state === 'ready' && call.data.products.length === 0 ? (
        <StatePanel art={<EmptyArt />} title={t`No offers right now`} text={t`Please check back later.`} />
      ) : null}
      {call.state === 'ready'
        ? call.data.products.map((product) => <ProductCard key={product.productId} product={product} />)
        : null}
      {call.state === 'ready' && call.data.products.length > 0 ? (
        <p className={css.sub}>
          {t`Costs are interest and fees together, when you repay on time. Open a loan for the whole example.`}
        </p>
      ) : null}
    </Screen>
  );
}
