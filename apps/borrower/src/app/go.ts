import { navigate } from 'wouter/use-browser-location';
import { replacingPage, stepBack } from './behind.ts';
import { bridge, takesBack } from './host.ts';
import { href, type PageParameters, withContext } from './href.ts';
import { ownPage } from './own-page.ts';
import { type Path, paths } from './paths.ts';
import { settings } from './settings.ts';

/** To a screen of ours. */
export function goTo(path: Path, parameters: PageParameters = {}): void {
  navigate(href(path, parameters));
}

/** In place of this page in the history: going back does not lead here again. */
export function replaceWith(url: string): void {
  replacingPage();
  location.replace(url);
}

/** This page under another address, in the same place of the history. */
export function readdress(url: string): void {
  navigate(url, { replace: true, state: history.state });
}

/** The header's arrow: a dialog or a prompt takes the step first, as it does the host's back button. */
export function goBack(): void {
  if (!takesBack()) leavePage();
}

/** One page back; where no page of ours lies behind, the host closes the web view, and without a host home opens. */
export function leavePage(): void {
  if (stepBack()) return;
  if (bridge.inHost) void bridge.request('closeWebView', {});
  else goTo(paths.main);
}

/**
 * A link that the server gave. Ours opens in place; a listed partner's by the browser; one that is no web address goes
 * to the host. Anything else is not opened: the server refuses it too, and this is the second door.
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

/** Home: the app's own in a host, ours elsewhere (BRG-04). */
export function goHome(): void {
  if (bridge.inHost) void bridge.request('goHome', {});
  else goTo(paths.main);
}

/** The borrower's own area: the app's in a host, our settings elsewhere (BRG-05). */
export function goMine(): void {
  if (bridge.inHost) void bridge.request('goMine', {});
  else goTo(paths.setting);
}

/**
 * Binding an account (BRG-10): a host starts its bank flow; elsewhere our own page opens, and leads back to the order where
 * one is named (BANK-08).
 */
export function startBankFlow({ productId, orderId }: { productId?: string; orderId?: string }): void {
  const order = orderId ? { orderId } : {};
  if (bridge.inHost && productId) void bridge.request('startBankFlow', { productId, ...order });
  else
    goTo(paths.bindBank, {
      ...(productId ? { productId } : {}),
      ...order,
      ...(orderId ? { source: 'loanDetail' } : {}),
    });
}

/** Tells a host that its bank flow has ended (BRG-11); one that knows of no flows is told nothing. */
export async function endBankFlow(result: 'saved' | 'cancelled'): Promise<void> {
  if (await bridge.supports('endBankFlow')) await bridge.request('endBankFlow', { result });
}

/** The bank form's arrow: a dialog takes the step first; a form that is left without saving has cancelled the host's flow. */
export async function cancelBankFlow(): Promise<void> {
  if (takesBack()) return;
  // Where the bridge's own script did not come, nobody can be told, and the way back is open all the same.
  const isFlow = await bridge.supports('endBankFlow').catch(() => false);
  if (isFlow) void bridge.request('endBankFlow', { result: 'cancelled' });
  leavePage();
}
