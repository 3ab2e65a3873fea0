import type { Action, Payload } from '@hiram/bridge/contract';
import { createFrameHost } from '@hiram/bridge/frame-host';
import type { HostEndpoint, LogEntry } from '@hiram/bridge/host';
import type { Misbehaviour } from '@hiram/bridge/misbehave';
import { paths } from '../../borrower/src/app/paths.ts';
import { button, element } from './element.ts';
import type { Demo } from './sandbox.ts';

/** The web app's origin: this page's scheme and port on `localhost`, so that the frame has a different origin. */
export const appOrigin = `${location.protocol}//localhost:${location.port}`;

export interface Phone {
  readonly view: HTMLElement;
  /** Signs a borrower in and opens a screen. `parameters` are added to the query. */
  open(path: string, borrower: Demo | undefined, parameters?: Readonly<Record<string, string>>): void;
  size(width: number, height: number): void;
  /** Sets the host's deliberate errors from the next message on. */
  misbehave(misbehaviour: Misbehaviour): void;
  readonly url: string;
}

const supportedActions: readonly Action[] = [
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

/** Creates a phone with the lender's app: a web view, the system's buttons, and the host's side of the bridge. */
export function createPhone(onLog: (entry: LogEntry) => void, showNotice: (text: string) => void): Phone {
  const frame = element('iframe', { title: 'Web view', class: 'webview' });
  const native = element('div', { class: 'native' });
  let borrower: Demo | undefined;
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
  const addressOf = (path: string, parameters: Readonly<Record<string, string>> = {}) => {
    const session = borrower
      ? {
          sessionId: borrower.sessionId,
          productId: borrower.productId,
          ...(borrower.orderId ? { orderId: borrower.orderId } : {}),
          appName: borrower.appName,
          lang: borrower.lang,
        }
      : {};
    const query = new URLSearchParams({
      ...session,
      appVersion: '1.0.0',
      deviceId: 'simulator',
      deviceName: 'Simulated phone',
      osVersion: 'Android 9',
      ...parameters,
    });
    return `${appOrigin}${path}?${query}`;
  };
  const home = () => show(addressOf('/main'));
  const showClosed = () =>
    nativeScreen('The app’s own screen', 'The web view was closed.', button('Open home', home));

  /** Opens a page by its name: the web page of that name, or a native placeholder. */
  const openNamed = (page: string, param: unknown) => {
    const path = Object.entries(paths).find(([name]) => name === page)?.[1];
    const parameters: Record<string, string> = {};
    for (const [name, value] of Object.entries(param ?? {})) parameters[name] = String(value);
    if (path) show(addressOf(path, parameters));
    else
      nativeScreen(
        'The app’s own screen',
        `The app would show its page “${page}”.`,
        button('Open home', home),
      );
  };

  function handle<A extends Action>(action: A, payload: Payload<A>): undefined {
    const fields: Readonly<Record<string, unknown>> = { ...payload };
    switch (action) {
      case 'openPage': {
        const target = new URL(String(fields.url), appOrigin);
        if (target.origin === appOrigin) show(target.href);
        else if (target.protocol === 'mailto:') showNotice(`The mail app opens, to ${target.pathname}.`);
        else
          nativeScreen(
            'Another app',
            `The phone would open ${target.origin} in its browser.`,
            button('Back to the app', home),
          );
        break;
      }
      case 'closeWebView':
        // The bank flow of an application returns to the application.
        if (bankFlowFrom === 'application') show(addressOf('/apply'));
        else showClosed();
        bankFlowFrom = undefined;
        break;
      case 'goToPage':
        openNamed(String(fields.page), fields.param);
        break;
      case 'goHome':
        home();
        break;
      case 'goMine':
        show(addressOf('/setting'));
        break;
      case 'forceLogin':
        nativeScreen(
          'Please sign in again',
          'The app would ask for a code now. Choose a demo borrower beside the phone.',
        );
        break;
      case 'callPhone':
        showNotice(`Calling ${String(fields.phone)} …`);
        break;
      case 'rateApp':
        showNotice('The store’s rating page opens.');
        break;
      case 'startBankFlow':
        bankFlowFrom = fields.orderId ? 'order' : 'application';
        show(
          addressOf('/bindBank', {
            productId: String(fields.productId),
            ...(fields.orderId ? { orderId: String(fields.orderId), source: 'loanDetail' } : {}),
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
    supported: supportedActions,
    misbehave: () => misbehaviour,
    handle,
    onLog,
  });
  // If the page does not handle the back button, the web view closes, as in a native app.
  const back = async () => {
    if (!(await endpoint.emit('back'))) showClosed();
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
    open(path, newBorrower, parameters) {
      borrower = newBorrower;
      show(addressOf(path, parameters));
    },
    misbehave(newMisbehaviour) {
      misbehaviour = newMisbehaviour;
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
