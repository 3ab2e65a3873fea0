import { followLink } from '../app/navigation/go.ts';
import { withContext } from '../app/navigation/href.ts';
import { ownPage } from '../app/navigation/own-page.ts';

/**
 * Opens the page of a payment code. A page of this app keeps the context; a hosted checkout must be a listed
 * partner's.
 */
export function followPayUrl(payUrl: string): void {
  if (ownPage(payUrl)) location.assign(withContext(payUrl));
  else followLink(payUrl);
}
