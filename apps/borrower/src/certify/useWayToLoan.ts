import { goHome, goTo, replaceWith } from '../app/navigation/go.ts';
import { withContext } from '../app/navigation/href.ts';
import { navigate } from '../app/navigation/location.ts';
import { ownPage } from '../app/navigation/own-page.ts';
import { paths } from '../app/navigation/paths.ts';
import { usePage } from '../app/navigation/usePage.ts';
import { afterRender } from '../kit/runtime/later.ts';
import { useSubmit } from '../net/submit/useSubmit.ts';
import { laterCall } from '../net/transport/client.ts';

/** Sent when all steps are done. */
const productApply = laterCall(
  afterRender(() => import('@hiram/contract/home')),
  'productApply',
  (calls) => calls.productApply,
);

/**
 * The way on when nothing is missing. Who came from a product goes straight to its confirmation, with the amount chosen
 * there; if the product is not open now, its page says why.
 */
export function useWayToLoan() {
  const { productId, returnTo } = usePage();
  const { submit, busy } = useSubmit(productApply);
  const go = async () => {
    // Only a page of this app.
    const page = returnTo ? ownPage(returnTo) : undefined;
    if (page && page.split('?')[0] !== paths.productDetail) return replaceWith(withContext(page));
    if (!productId) return goHome();
    const amount = Number(new URLSearchParams(page?.split('?')[1]).get('amount'));
    const answer = await submit(amount ? { productId, amount } : { productId }, { quiet: true });
    if (answer?.ok) return navigate(withContext(answer.data.url));
    goTo(paths.productDetail, { productId });
  };
  return { go, busy };
}
