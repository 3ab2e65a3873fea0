import type { Action, Payload } from './contract.ts';
import type { BridgeError } from './message.ts';
import { deepLink } from './transports/deep-link.ts';

/** The page's navigation. The app implements it, so that links keep the common context and tests can observe it. */
export interface Navigation {
  assign(url: string): void;
  /** As `assign`, but replaces the current history entry. */
  replace(url: string): void;
  /** Goes back. False if there is no page to go back to. */
  back(): boolean;
  /** The url of a web page by its name, with parameters; undefined if the web has no such page. */
  page(page: string, param: Readonly<Record<string, string>>): string | undefined;
  /** True if the page is hidden within so many milliseconds: the only sign that an app opened a deep link. */
  leaves(withinMs: number): Promise<boolean>;
}

export interface FallbackSettings {
  /** The scheme of the native app's pages: `hiram` of `hiram://…`. Empty if the brand has no app. */
  readonly deepLinkScheme: string;
  /** The app's page in a store; empty without one. */
  readonly storeUrl: string;
  /** Records an analytics event without a host. */
  readonly track?: (event: string, properties: Readonly<Record<string, string | number | boolean>>) => void;
}

/** One fallback per action. It returns whether the web did the action. */
type Fallbacks = { readonly [A in Action]: (payload: Payload<A>) => boolean | Promise<boolean> };

/** Milliseconds in which an installed app opens a deep link. */
const appStartsMs = 1_500;

/** The action's fallbacks in the web, without a host or after the host failed (BRG-13). */
export function webFallbacks(
  navigation: Navigation,
  { deepLinkScheme, storeUrl, track }: FallbackSettings,
): Fallbacks {
  const open = (url: string | undefined) => {
    if (url) navigation.assign(url);
    return Boolean(url);
  };
  const home = () => open(navigation.page('main', {}));
  const back = () => navigation.back() || home();
  /** Tries the deep link; if no app opens it, runs `fallback`. */
  const openApp = async (url: string, fallback: () => boolean) => {
    const appOpened = navigation.leaves(appStartsMs);
    navigation.assign(url);
    return (await appOpened) || fallback();
  };
  return {
    openPage({ url }) {
      if (/^https?:/i.test(url)) return open(url);
      const isOwnScheme = deepLinkScheme !== '' && url.toLowerCase().indexOf(`${deepLinkScheme}:`) === 0;
      return openApp(url, () => isOwnScheme && open(storeUrl));
    },
    closeWebView: back,
    goToPage({ page, param = {} }) {
      const route = navigation.page(page, param);
      if (route) return open(route);
      return deepLinkScheme ? openApp(deepLink(deepLinkScheme, page, param), home) : home();
    },
    goHome: home,
    goMine: () => open(navigation.page('setting', {})),
    forceLogin() {
      const login = navigation.page('login', {});
      if (login) navigation.replace(login);
      return Boolean(login);
    },
    callPhone: ({ phone }) => open(`tel:${phone}`),
    rateApp: () => open(storeUrl),
    confirmEvent({ event, properties = {} }) {
      if (track) track(event, properties);
      return Boolean(track);
    },
    startBankFlow: ({ productId, orderId }) =>
      open(navigation.page('bindBank', { productId, ...(orderId ? { orderId, source: 'loanDetail' } : {}) })),
    endBankFlow: back,
  };
}

/**
 * Reports whether the web does the action itself after this error. Not after `denied` and `cancelled`,
 * because a person decided, nor after `page_gone`, because the page is closed.
 */
export function fallsBack(error: BridgeError): boolean {
  return error !== 'denied' && error !== 'cancelled' && error !== 'page_gone';
}
