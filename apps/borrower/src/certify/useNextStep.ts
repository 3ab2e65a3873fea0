import { certifySteps } from '@hiram/contract/certify';
import type { CertifyStepName } from '@hiram/contract/certify-steps';
import { replaceWith } from '../app/navigation/go.ts';
import { href } from '../app/navigation/href.ts';
import { paths } from '../app/navigation/paths.ts';
import { useIsCurrentPage } from '../app/navigation/useIsCurrentPage.ts';
import { usePage } from '../app/navigation/usePage.ts';
import { callContext } from '../app/settings/context.ts';
import { market } from '../app/settings/market.ts';
import { send } from '../net/transport/client.ts';
import { useWayToLoan } from './useWayToLoan.ts';

/** Goes from a step that is saved to the next one that is missing, or on to the loan. */
export function useNextStep(): () => Promise<void> {
  const page = usePage();
  const toLoan = useWayToLoan();
  const isMounted = useIsCurrentPage();
  return async () => {
    const next = await nextGroup();
    if (!isMounted()) return;
    // Elsewhere than in the specification's market who came from a product goes on to its loan.
    if (next.isLast && page.productId && !market.specifiedWays) return toLoan.go();
    replaceWith(
      href(paths.apply, {
        ...(page.productId ? { productId: page.productId } : {}),
        ...(page.returnTo ? { returnTo: page.returnTo } : {}),
        ...(next.group ? { group: next.group } : {}),
      }),
    );
  };
}

/**
 * The next incomplete step; after the last one none, and the page lists all steps. `isLast`: nothing that is
 * required is missing.
 */
async function nextGroup(): Promise<{ readonly group?: CertifyStepName; readonly isLast?: boolean }> {
  try {
    const answer = await send(certifySteps, {}, callContext());
    if (!answer.ok) return {};
    const missing = answer.data.steps.filter((step) => step.isRequired && step.state !== 'done');
    const step = missing.find(({ group }) => group !== 'bank');
    return step ? { group: step.group } : { isLast: missing.length === 0 };
  } catch {
    return {};
  }
}
