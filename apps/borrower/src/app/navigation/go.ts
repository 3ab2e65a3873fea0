import type { OrderId, ProductId } from '@hiram/contract/ids';
import { bridge, handleBack } from '../host/host.ts';
import { settings } from '../settings/settings.ts';
import { href, type PageParameters, withContext } from './href.ts';
import { navigate } from './location.ts';
import { ownPage } from './own-page.ts';
import { beforeReplacingPage, stepBack } from './page-history.ts';
import { type Path, paths } from './paths.ts';

/** Navigates to a screen of the app. */
export function goTo(path: Path, parameters: PageParameters = {}): void {
  navigate(href(path, parameters));
}

/** Replaces this page in the history: going back does not return to it. */
export function replaceWith(url: string): void {
  beforeReplacingPage();
  location.replace(url);
}

/** Changes the address of this page without adding a history entry. */
export function replaceAddress(url: string): void {
  navigate(url, { replace: true, state: history.state });
}

/** The header's back button. An open dialog or prompt handles it first, as with the host's back button. */
export function goBack(): void {
  if (!handleBack()) leavePage();
}

/**
 * Goes back one page. If there is no earlier page, the host closes the web view; outside a host, the home page opens.
 */
export function leavePage(): void {
  if (stepBack()) return;
  if (bridge.inHost) void bridge.request('closeWebView', {});
  else goTo(paths.main);
}

/**
 * Follows a link that the server provided. A page of this app opens in place, a listed partner's page opens in the
 * browser, and a link that is not http(s) goes to the host. Everything else is ignored: the server rejects such links
 * too, and this check is defence in depth.
 */
export function followLink(link: string): void {
  if (ownPage(link) !== undefined) {
    void bridge.request('openPage', { url: new URL(withContext(link), location.origin).href });
    return;
  }
  if (!/^https?:/i.test(link)) {
    if (!/^(javascript|data|vbscript|file):/i.test(link)) void bridge.request('openPage', { url: link });
    return;
  }
  const url = new URL(link);
  const listed = settings.partners.some((partner) => partner.host === url.host.toLowerCase());
  if (url.origin === location.origin || (listed && !url.username && !url.password)) location.assign(url.href);
}

/** Opens the home page: the host's inside a host, ours elsewhere (BRG-04). */
export function goHome(): void {
  if (bridge.inHost) void bridge.request('goHome', {});
  else goTo(paths.main);
}

/** Opens the borrower's account area: the host's inside a host, our settings elsewhere (BRG-05). */
export function goMine(): void {
  if (bridge.inHost) void bridge.request('goMine', {});
  else goTo(paths.setting);
}

/**
 * Starts binding a bank account (BRG-10). A host starts its own bank flow. Elsewhere our page opens, and returns to
 * the order if `orderId` is set (BANK-08).
 */
export function startBankFlow({ productId, orderId }: { productId?: ProductId; orderId?: OrderId }): void {
  const order = orderId ? { orderId } : {};
  if (bridge.inHost && productId) void bridge.request('startBankFlow', { productId, ...order });
  else
    goTo(paths.bindBank, {
      ...(productId ? { productId } : {}),
      ...order,
      ...(orderId ? { source: 'loanDetail' } : {}),
    });
}
