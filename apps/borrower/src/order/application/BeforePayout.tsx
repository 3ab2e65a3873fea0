import { modules } from '@hiram/contract/modules';
import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Card } from '../../kit/layout/Card.tsx';
import { RecommendedProducts } from '../../lending/offers/RecommendedProducts.tsx';
import { useRecommendedClick } from '../../lending/offers/useRecommendedClick.ts';

/** In the specification's market, below an order that was not paid out: what happens next, and other products (ORD-04). */
export function BeforePayout({ details }: { readonly details: LoanDetails }): ReactNode {
  const { t } = useLingui();
  const openProduct = useRecommendedClick(modules.recommendedOnOrder);
  return (
    <>
      {details.status === 'applied' ? (
        <Card heading={t`What happens next`}>
          <p>{`${t`We will text you the decision`}. ${t`You need not do anything until then`}.`}</p>
        </Card>
      ) : null}
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
