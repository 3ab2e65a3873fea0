import type { Action, Payload } from '@hiram/bridge/contract';
import { createFrameHost } from '@hiram/bridge/frame-host';
import type { HostEndpoint, LogEntry } from '@hiram/bridge/host';
import type { Misbehaviour } from '@hiram/bridge/misbehave';
import { paths } from '../../borrower/src/app/paths.ts';
import { button, element } from './element.ts';
import type { Demo } from './sandbox.ts';

/** The web app's origin: this page's own, under the other name of this machine. */
export const appOrigin = `${location.protocol}//localhost:${location.port}`;

export interface Phone {
  readonly view: HTMLElement;
  /** Signs a borrower in and opens a screen for them. */
  open(path: string, who: Demo | undefined, more?: Readonly<Record<string, string>>): void;
  size(width: number, height: number): void;
  /** From the next message on the host answers as badly as this. */
  misbehave(how: Misbehaviour): void;
  readonly url: string;
}

const supportedAtFirst: readonly Action[] = [
  'openPage',
  'closeWebView',
  'goToPage',
  'goHome',
  'goMine',
  'forceLogin',
  'callPhone',
  'rateApp',
  'confirmEvent',
  'startBankFlow',
  'endBankFlow',
];

/** A phone with the lender's app on it: a web view, the system's buttons, and the host's side of the bridge. */
export function createPhone(onLog: (entry: LogEntry) => void, say: (text: string) => void): Phone {
  const frame = element('iframe', { title: 'Web view', class: 'webview' });
  const native = element('div', { class: 'native' });
  let who: Demo | undefined;
  let url = '';
  let bankFlowFrom: 'order' | 'application' | undefined;

  const show = (address: string) => {
    url = address;
    native.hidden = true;
    frame.hidden = false;
    frame.src = address;
  };
  const nativeScreen = (title: string, text: string, ...actions: readonly HTMLElement[]) => {
    native.replaceChildren(element('h3', {}, title), element('p', {}, text), ...actions);
    native.hidden = false;
    frame.hidden = true;
  };
  const address = (path: string, more: Readonly<Record<string, string>> = {}) => {
    const known = who
      ? {
          sessionId: who.sessionId,
          productId: who.productId,
          ...(who.orderId ? { orderId: who.orderId } : {}),
          appName: who.appName,
          lang: who.lang,
        }
      : {};
    const query = new URLSearchParams({
      ...known,
      appVersion: '1.0.0',
      deviceId: 'simulator',
      deviceName: 'Simulated phone',
      osVersion: 'Android 9',
      ...more,
    });
    return `${appOrigin}${path}?${query}`;
  };
  const home = () => show(address('/main'));
  const closed = () =>
    nativeScreen('The app’s own screen', 'The web view was closed.', button('Open home', home));

  /** A page by its name: this app shows the web's page of that name, and names one that neither of them has. */
  const openNamed = (page: string, param: unknown) => {
    const path = Object.entries(paths).find(([word]) => word === page)?.[1];
    const parameters: Record<string, string> = {};
    for (const [name, value] of Object.entries(param ?? {})) parameters[name] = String(value);
    if (path) show(address(path, parameters));
    else
      nativeScreen(
        'The app’s own screen',
        `The app would show its page “${page}”.`,
        button('Open home', home),
      );
  };

  function handle<A extends Action>(action: A, payload: Payload<A>): undefined {
    const given: Readonly<Record<string, unknown>> = { ...payload };
    switch (action) {
      case 'openPage': {
        const target = new URL(String(given.url), appOrigin);
        if (target.origin === appOrigin) show(target.href);
        else if (target.protocol === 'mailto:') say(`The mail app opens, to ${target.pathname}.`);
        else
          nativeScreen(
            'Another app',
            `The phone would open ${target.origin} in its browser.`,
            button('Back to the app', home),
          );
        break;
      }
      case 'closeWebView':
        // The bank flow of an application ends where it was started from.
        if (bankFlowFrom === 'application') show(address('/apply'));
        else closed();
        bankFlowFrom = undefined;
        break;
      case 'goToPage':
        openNamed(String(given.page), given.param);
        break;
      case 'goHome':
        home();
        break;
      case 'goMine':
        show(address('/setting'));
        break;
      case 'forceLogin':
        nativeScreen(
          'Please sign in again',
          'The app would ask for a code now. Choose a demo borrower beside the phone.',
        );
        break;
      case 'callPhone':
        say(`Calling ${String(given.phone)} …`);
        break;
      case 'rateApp':
        say('The store’s rating page opens.');
        break;
      case 'startBankFlow':
        bankFlowFrom = given.orderId ? 'order' : 'application';
        show(
          address('/bindBank', {
            productId: String(given.productId),
            ...(given.orderId ? { orderId: String(given.orderId), source: 'loanDetail' } : {}),
          }),
        );
        break;
      default:
        break;
    }
    return undefined;
  }

  let misbehaviour: Misbehaviour = {};
  const endpoint: HostEndpoint = createFrameHost({
    window,
    frame: () => frame.contentWindow,
    frameOrigin: appOrigin,
    appVersion: '1.0.0',
    supported: supportedAtFirst,
    misbehave: () => misbehaviour,
    handle,
    onLog,
  });
  // The page takes the step where it can; where it cannot, the web view closes as an app's would.
  const back = async () => {
    if (!(await endpoint.emit('back'))) closed();
  };

  const screen = element('div', { class: 'screen' }, frame, native);
  native.hidden = true;
  nativeScreen('Welcome', 'Choose a demo borrower beside the phone.');
  const view = element(
    'div',
    { class: 'phone' },
    element('div', { class: 'status' }, '9:41', element('span', {}, '4G')),
    screen,
    element(
      'div',
      { class: 'system' },
      button('◁ Back', () => (frame.hidden ? home() : void back())),
      button('○ Home', home),
      button('↻ Reload', () => show(url)),
    ),
  );
  return {
    view,
    open(path, demo, more) {
      who = demo;
      show(address(path, more));
    },
    misbehave(how) {
      misbehaviour = how;
    },
    size(width, height) {
      screen.style.width = `${width}px`;
      screen.style.height = `${height}px`;
    },
    get url() {
      return url;
    },
  };
}
