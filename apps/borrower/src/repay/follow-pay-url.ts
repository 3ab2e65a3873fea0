import { followLink } from '../app/go.ts';
import { withContext } from '../app/href.ts';

/** Where a code is shown: our own page keeps the context; a hosted checkout is a listed partner's. */
export function followPayUrl(payUrl: string): void {
  const isOurs = payUrl.charAt(0) === '/' && payUrl.charAt(1) !== '/';
  if (isOurs) location.assign(withContext(payUrl));
  else followLink(payUrl);
}
