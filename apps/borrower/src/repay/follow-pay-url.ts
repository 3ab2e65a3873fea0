import { followLink } from '../app/go.ts';
import { withContext } from '../app/href.ts';
import { ownPage } from '../app/own-page.ts';

/** Where a code is shown: our own page keeps the context; a hosted checkout is a listed partner's. */
export function followPayUrl(payUrl: string): void {
  if (ownPage(payUrl)) location.assign(withContext(payUrl));
  else followLink(payUrl);
}
