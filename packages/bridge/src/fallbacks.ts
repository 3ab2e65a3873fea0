import type { Action, BridgeError, Payload } from './contract.ts';

/** How the page goes somewhere; given by the app, so that links keep their context and tests can watch. */
export interface Navigation {
  assign(url: string): void;
  /** True when there was something to go back to. */
  back(): boolean;
  /** A page of the app by its route's word, with parameters. */
  page(page: string, param: Readonly<Record<string, string>>): string;
}

export interface FallbackSettings {
  /** `hiram` of `hiram://…`: pages that only the native app has. */
  readonly deepLinkScheme: string;
  /** The app's page in a store. */
  readonly storeUrl: string;
}

type Fallbacks = { readonly [A in Action]: (payload: Payload<A>) => void };

/** What each action does without a host, or where the host cannot (BRG-13): never a dead button. */
export function webFallbacks(go: Navigation, settings: FallbackSettings): Fallbacks {
  const home = () => go.assign(go.page('main', {}));
  const deepLink = (path: string, param: Readonly<Record<string, string>> = {}) => {
    const query = new URLSearchParams(param).toString();
    go.assign(`${settings.deepLinkScheme}://${encodeURIComponent(path)}${query ? `?${query}` : ''}`);
  };
  return {
    openPage: ({ url }) => go.assign(url),
    closeWebView: () => {
      if (!go.back()) home();
    },
    goToPage: ({ page, param }) => deepLink(page, param),
    goHome: home,
    goMine: () => go.assign(go.page('setting', {})),
    forceLogin: () => go.assign(go.page('login', {})),
    callPhone: ({ phone }) => go.assign(`tel:${phone}`),
    rateApp: () => go.assign(settings.storeUrl),
    // Counting a tap is the host's own business; without one there is nobody to count for.
    confirmEvent: () => undefined,
    startBankFlow: ({ productId, orderId }) =>
      go.assign(go.page('bindBank', { productId, ...(orderId ? { orderId } : {}) })),
    endBankFlow: () => {
      if (!go.back()) home();
    },
  };
}

/** Errors after which the web does the action itself; the others mean that the host took it up. */
export function fallsBack(error: BridgeError): boolean {
  return (
    error === 'not_in_host' || error === 'unsupported' || error === 'timeout' || error === 'invalid_response'
  );
}
