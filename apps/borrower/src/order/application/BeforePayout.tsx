import { modules } from '@hiram/contract/modules';
import type { LoanDetails } from '@hiram/contract/order';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Card } from '../../kit/layout/Card.tsx';
import { RecommendedProducts } from '../../lending/offers/RecommendedProducts.tsx';
import { useRecommendedClick } from '../../lending/offers/useRecommendedClick.ts';
import css from '../Order.module.css';

/** Below an order that was not paid out: what is being checked, and other products (ORD-04). */
export function BeforePayout({ details }: { readonly details: LoanDetails }): ReactNode {
  const { t } = useLingui();
  const openProduct = useRecommendedClick(modules.recommendedOnOrder);
  return (
    <>
      {details.status === 'applied' ? <Checks /> : null}
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

/** The checks of an application, while it is decided. */
function Checks(): ReactNode {
  const { t } = useLingui();
  const checks = [t`Your details and your ID`, t`What you can repay each month`, t`Your other loans with us`];
  return (
    <Card heading={t`What we are checking`}>
      <ul className={css.checks}>
        {checks.map((check) => (
          <li key={check}>{check}</li>
        ))}
      </ul>
      <p className={css.text}>{t`You need not do anything. We text you the decision.`}</p>
    </Card>
  );
}
