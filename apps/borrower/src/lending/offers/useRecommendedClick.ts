import { recommendedClick } from '@hiram/contract/order';
import type { RecommendedProduct } from '@hiram/contract/recommended-product';
import { useLingui } from '@lingui/react/macro';
import { followLink } from '../../app/navigation/go.ts';
import { useIsCurrentPage } from '../../app/navigation/useIsCurrentPage.ts';
import { useSubmit } from '../../net/submit/useSubmit.ts';
import { countEvent } from '../../net/transport/count-event.ts';

/**
 * ORD-17, ORD-18: counts a tap on a recommended product for the page's module, then requests its link and follows it.
 */
export function useRecommendedClick(module: number): (product: RecommendedProduct, position: number) => void {
  const { t } = useLingui();
  const click = useSubmit(recommendedClick);
  const isMounted = useIsCurrentPage();
  return (product, position) => {
    countEvent({ productId: product.key, moduleId: module, positionId: position });
    void click.submit({ module, position, key: product.key }, { loading: t`Opening…` }).then((answer) => {
      if (answer?.ok && isMounted()) followLink(answer.data.url);
    });
  };
}
