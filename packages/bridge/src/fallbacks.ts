import type { Action, Payload } from './contract.ts';
import type { BridgeError } from './message.ts';
import { deepLink } from './transports/deep-link.ts';

/** How the page goes somewhere; given by the app, so that links keep their context and tests can watch. */
export interface Navigation {
  assign(url: string): void;
  /** As `assign`, but going back does not lead here again. */
  replace(url: string): void;
  /** True when there was something to go back to. */
  back(): boolean;
  /** A page of the web app by its route's word, with parameters; undefined where the web has no such page. */
  page(page: string, param: Readonly<Record<string, string>>): string | undefined;
  /** Has the page gone out of sight within so many milliseconds? The only sign that an app took a deep link up. */
  leaves(withinMs: number): Promise<boolean>;
}

export interface FallbackSettings {
  /** `hiram` of `hiram://…`: pages that only the native app has. Empty where the brand has no app. */
  readonly deepLinkScheme: string;
  /** The app's page in a store; empty where there is none. */
  readonly storeUrl: string;
  /** Counts an event where no host does. */
  readonly track?: (event: string, properties: Readonly<Record<string, string | number | boolean>>) => void;
}

/** Each answers whether the web could do it. */
type Fallbacks = { readonly [A in Action]: (payload: Payload<A>) => boolean | Promise<boolean> };

/** An app takes a link up well within this, or not at all. */
const appStartsMs = 1_500;

/** What each action does without a host, or where the host cannot (BRG-13): never a dead button. */
export function webFallbacks(
  go: Navigation,
  { deepLinkScheme, storeUrl, track }: FallbackSettings,
): Fallbacks {
  const to = (url: string | undefined) => {
    if (url) go.assign(url);
    return Boolean(url);
  };
  const home = () => to(go.page('main', {}));
  const back = () => go.back() || home();
  /** The deep link first; where no app took it up, what the web has instead. */
  const toApp = async (url: string, otherwise: () => boolean) => {
    const left = go.leaves(appStartsMs);
    go.assign(url);
    return (await left) || otherwise();
  };
  return {
    openPage({ url }) {
      if (/^https?:/i.test(url)) return to(url);
      const ours = deepLinkScheme !== '' && url.toLowerCase().indexOf(`${deepLinkScheme}:`) === 0;
      return toApp(url, () => ours && to(storeUrl));
    },
    closeWebView: back,
    goToPage({ page, param = {} }) {
      const route = go.page(page, param);
      if (route) return to(route);
      return deepLinkScheme ? toApp(deepLink(deepLinkScheme, page, param), home) : home();
    },
    goHome: home,
    goMine: () => to(go.page('setting', {})),
    forceLogin() {
      const login = go.page('login', {});
      if (login) go.replace(login);
      return Boolean(login);
    },
    callPhone: ({ phone }) => to(`tel:${phone}`),
    rateApp: () => to(storeUrl),
    confirmEvent({ event, properties = {} }) {
      if (track) track(event, properties);
      return Boolean(track);
    },
    startBankFlow: ({ productId, orderId }) =>
      to(go.page('bindBank', { productId, ...(orderId ? { orderId, source: 'loanDetail' } : {}) })),
    endBankFlow: back,
  };
}

/**
 * Errors after which the web does the action itself. Not after `denied`, `cancelled` and `page_gone`: there a person
 * decided, or nobody is left to see it.
 */
export function fallsBack(error: BridgeError): boolean {
  return error !== 'denied' && error !== 'cancelled' && error !== 'page_gone';
}
