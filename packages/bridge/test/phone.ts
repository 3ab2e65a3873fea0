import { type BridgeOptions, createBridge } from '../src/bridge.ts';
import type { Action } from '../src/contract.ts';
import type { Navigation } from '../src/fallbacks.ts';
import { createHostEndpoint, type HostOptions, type LogEntry } from '../src/host.ts';
import type { Transport } from '../src/transports/transport.ts';

/** The page's navigations, as a person would see them. */
export function watchedNavigation(extra: { history?: boolean; appOpens?: boolean } = {}) {
  const navigations: string[] = [];
  const routes = ['main', 'setting', 'login', 'bindBank', 'apply'];
  const navigation: Navigation = {
    assign: (url) => void navigations.push(url),
    replace: (url) => void navigations.push(`replace ${url}`),
    back() {
      if (extra.history) navigations.push('back');
      return extra.history ?? false;
    },
    page(page, param) {
      const query = new URLSearchParams(param).toString();
      return routes.includes(page) ? `/${page}${query && `?${query}`}` : undefined;
    },
    leaves: () => Promise.resolve(extra.appOpens ?? false),
  };
  return { navigations, navigation };
}

export const settings = { deepLinkScheme: 'hiram', storeUrl: 'https://store.example/hiram' };

/** A page outside any host. */
export function browserPage(extra: Parameters<typeof watchedNavigation>[0] = {}) {
  const { navigations, navigation } = watchedNavigation(extra);
  return { navigations, bridge: createBridge({ transport: undefined, navigation, settings }) };
}

/** A host that is only a transport: it keeps the page's messages, and the test chooses the answers. */
export function wire(extra: Partial<BridgeOptions> & { history?: boolean } = {}) {
  const sent: { id: string; action: string; payload: unknown; data?: unknown }[] = [];
  const refused: string[] = [];
  let receive: (json: unknown) => void = () => undefined;
  let hide: () => void = () => undefined;
  const { navigations, navigation } = watchedNavigation(extra);
  const transport: Transport = {
    name: 'android',
    send: (json) => void sent.push(JSON.parse(json)),
    listen(listener) {
      receive = listener;
      return () => undefined;
    },
  };
  const bridge = createBridge({
    transport,
    navigation,
    settings,
    onPageHide: (listener) => {
      hide = listener;
    },
    onRefused: (reason) => void refused.push(reason),
    ...extra,
  });
  const sendFromHost = (message: object) => receive(JSON.stringify({ v: 1, ...message }));
  return {
    bridge,
    navigations,
    sent,
    refused,
    sendFromHost,
    hide: () => hide(),
    text: (json: unknown) => receive(json),
    /** The last message of this action, with its id. */
    last(action: string) {
      const found = sent.filter((message) => message.action === action).at(-1);
      if (!found) throw new Error(`nothing sent for ${action}`);
      return found;
    },
    answerHello(actions: readonly string[] = ['callPhone', 'openPage', 'confirmEvent', 'goHome']) {
      sendFromHost({
        id: sent[0]?.id,
        ok: true,
        data: { protocol: 1, platform: 'android', appVersion: '3.2.1', actions },
      });
    },
  };
}

/** A page and a host that are connected only by text. */
export function pageInHost(
  extra: Partial<HostOptions> & { handle?: HostOptions['handle']; history?: boolean } = {},
) {
  const done: [Action, unknown][] = [];
  const log: LogEntry[] = [];
  let toPage: (json: unknown) => void = () => undefined;
  const host = createHostEndpoint({
    send: (json) => toPage(json),
    platform: 'android',
    appVersion: '3.2.1',
    handle(action, payload) {
      done.push([action, payload]);
      return undefined;
    },
    onLog: (entry) => void log.push(entry),
    ...extra,
  });
  const { navigations, navigation } = watchedNavigation(extra);
  const transport: Transport = {
    name: 'android',
    send: (json) => void host.receive(json),
    listen(receive) {
      toPage = receive;
      return () => undefined;
    },
  };
  return { done, log, navigations, host, bridge: createBridge({ transport, navigation, settings }) };
}
