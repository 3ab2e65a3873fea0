import { modules } from '@hiram/contract/modules';
import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { market } from '../../app/settings/market.ts';
import { RecommendedProducts } from '../../lending/offers/RecommendedProducts.tsx';
import { useRecommendedClick } from '../../lending/offers/useRecommendedClick.ts';
import { NextSteps } from './NextSteps.tsx';

/** Below an order that was not paid out: other products (ORD-04), and in the specification's market what happens next. */
export function BeforePayout({ details }: { readonly details: LoanDetails }): ReactNode {
  const { t } = useLingui();
  const openProduct = useRecommendedClick(modules.recommendedOnOrder);
  return (
    <>
      {details.status === 'applied' && market.specifiedCopy ? <NextSteps isReferred={false} /> : null}
      {details.recommendedProducts.length > 0 ? (
        <RecommendedProducts
          heading={t`Other products you may like`}
          products={details.recommendedProducts}
          onOpen={openProduct}
        />
      ) : null}
    </>
  );
}
