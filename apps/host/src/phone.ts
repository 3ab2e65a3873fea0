import type { Action } from '@hiram/bridge/contract';
import { createFrameHost } from '@hiram/bridge/frame-host';
import type { HostEndpoint, LogEntry } from '@hiram/bridge/host';
import type { Misbehaviour } from '@hiram/bridge/misbehave';
import { paths } from '../../borrower/src/app/navigation/paths.ts';
import { button, element } from './element.ts';
import { type Demo, deviceId } from './sandbox.ts';

/** The web app's origin: this page's scheme and port on `localhost`, so that the frame has a different origin. */
const appOrigin = `${location.protocol}//localhost:${location.port}`;

/** On a large window the phone is a little larger than its CSS pixels. */
const maxScale = 1.15;

export interface Phone {
  readonly view: HTMLElement;
  /** Signs a borrower in and opens a screen. `parameters` are added to the query. */
  open(path: string, borrower: Demo | undefined, parameters?: Readonly<Record<string, string>>): void;
  /** Presses the system's back button: the page closes its dialog or sheet first. */
  back(): Promise<void>;
  /** Opens the current page again. */
  reload(): void;
  /** Sets the size of the screen in CSS pixels. The phone is scaled down to stay in view. */
  size(width: number, height: number): void;
  /** Scales the phone to the place that the page has for it. */
  fit(): void;
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
  return new SimulatedPhone(onLog, showNotice);
}

class SimulatedPhone implements Phone {
  url = '';
  readonly view: HTMLElement;
  readonly #frame = element('iframe', { title: 'Web view', class: 'webview' });
  readonly #native = element('div', { class: 'native' });
  readonly #body: HTMLElement;
  readonly #holder: HTMLElement;
  readonly #screen = element('div', { class: 'screen' }, this.#frame, this.#native);
  readonly #endpoint: HostEndpoint;
  readonly #showNotice: (text: string) => void;
  #borrower: Demo | undefined;
  #bankFlowFrom: 'order' | 'application' | undefined;
  #misbehaviour: Misbehaviour = {};

  constructor(onLog: (entry: LogEntry) => void, showNotice: (text: string) => void) {
    this.#showNotice = showNotice;
    this.#endpoint = createFrameHost({
      window,
      frame: () => this.#frame.contentWindow,
      frameOrigin: appOrigin,
      appVersion: '1.0.0',
      supported: supportedActions,
      misbehave: () => this.#misbehaviour,
      handle: (action, payload) => {
        this.#handlers[action]?.({ ...payload });
        return undefined;
      },
      onLog,
    });
    this.#nativeScreen(
      'Hello',
      'Play the story, or choose a demo borrower. The phone works by hand at any time.',
    );
    this.#body = element(
      'div',
      { class: 'phone' },
      element('div', { class: 'status' }, '9:41', element('span', {}, '4G')),
      this.#screen,
      element(
        'div',
        { class: 'system' },
        button('✉ Message', () => void this.#endpoint.emit('message')),
        button('◁ Back', () => (this.#frame.hidden ? this.#home() : void this.back())),
        button('○ Home', () => this.#home()),
        button('↻ Reload', () => this.reload()),
      ),
    );
    this.#holder = element('div', { class: 'holder' }, this.#body);
    this.view = element('div', { class: 'place' }, this.#holder);
  }

  open(path: string, borrower: Demo | undefined, parameters?: Readonly<Record<string, string>>): void {
    this.#borrower = borrower;
    this.#show(this.#addressOf(path, parameters));
  }

  misbehave(misbehaviour: Misbehaviour): void {
    this.#misbehaviour = misbehaviour;
  }

  size(width: number, height: number): void {
    this.#screen.style.width = `${width}px`;
    this.#screen.style.height = `${height}px`;
    this.fit();
  }

  reload(): void {
    if (this.url) this.#show(this.url);
  }

  fit(): void {
    const { clientWidth, clientHeight } = this.view;
    if (this.#body.offsetWidth === 0 || this.#body.offsetHeight === 0) return;
    // `offsetWidth` and `offsetHeight` are the size before the scaling.
    const scaleNow = () =>
      Math.min(maxScale, clientWidth / this.#body.offsetWidth, clientHeight / this.#body.offsetHeight);
    // By it the buttons stay large enough to press, which makes the phone higher: a few rounds find the scale of both.
    for (let round = 0; round < 6; round += 1) this.#body.style.setProperty('--scale', String(scaleNow()));
    const scale = scaleNow();
    const { offsetWidth, offsetHeight } = this.#body;
    this.#body.style.transform = `scale(${scale})`;
    this.#holder.style.width = `${offsetWidth * scale}px`;
    this.#holder.style.height = `${offsetHeight * scale}px`;
  }

  #show(address: string): void {
    this.url = address;
    this.#native.hidden = true;
    this.#frame.hidden = false;
    this.#frame.src = address;
  }

  #nativeScreen(title: string, text: string, ...actions: readonly HTMLElement[]): void {
    this.#native.replaceChildren(element('h3', {}, title), element('p', {}, text), ...actions);
    this.#native.hidden = false;
    this.#frame.hidden = true;
  }

  #addressOf(path: string, parameters: Readonly<Record<string, string>> = {}): string {
    const query = new URLSearchParams({
      ...(this.#borrower ? sessionOf(this.#borrower) : {}),
      appVersion: '1.0.0',
      deviceId,
      deviceName: 'Simulated phone',
      osVersion: 'Android 9',
      ...parameters,
    });
    return `${appOrigin}${path}?${query}`;
  }

  #home(): void {
    this.#show(this.#addressOf('/main'));
  }

  /** If the page does not handle the back button, the web view closes, as in a native app. */
  async back(): Promise<void> {
    if (!(await this.#endpoint.emit('back'))) this.#showClosed();
  }

  #showClosed(): void {
    this.#nativeScreen('The app’s own screen', 'The web view was closed.', this.#homeButton('Open home'));
  }

  #homeButton(text: string): HTMLElement {
    return button(text, () => this.#home());
  }

  /** The app's handlers of the page's calls. */
  readonly #handlers: Partial<Record<Action, (fields: Readonly<Record<string, unknown>>) => void>> = {
    openPage: ({ url }) => this.#openAddress(new URL(String(url), appOrigin)),
    closeWebView: () => {
      // The bank flow of an application returns to the application.
      if (this.#bankFlowFrom === 'application') this.#show(this.#addressOf('/apply'));
      else this.#showClosed();
      this.#bankFlowFrom = undefined;
    },
    goToPage: ({ page, param }) => this.#openNamed(String(page), param),
    goHome: () => this.#home(),
    goMine: () => this.#show(this.#addressOf('/setting')),
    forceLogin: () =>
      this.#nativeScreen(
        'Please sign in again',
        'The app would ask for a code now. Choose a demo borrower beside the phone.',
      ),
    callPhone: ({ phone }) => this.#showNotice(`Calling ${String(phone)} …`),
    rateApp: () => this.#showNotice('The store’s rating page opens.'),
    startBankFlow: ({ orderId, productId }) => {
      this.#bankFlowFrom = orderId ? 'order' : 'application';
      this.#show(
        this.#addressOf('/bindBank', {
          productId: String(productId),
          ...(orderId ? { orderId: String(orderId), source: 'loanDetail' } : {}),
        }),
      );
    },
  };

  #openAddress(target: URL): void {
    if (target.origin === appOrigin) this.#show(target.href);
    else if (target.protocol === 'mailto:') this.#showNotice(`The mail app opens, to ${target.pathname}.`);
    else
      this.#nativeScreen(
        'Another app',
        `The phone would open ${target.origin} in its browser.`,
        this.#homeButton('Back to the app'),
      );
  }

  /** Opens a page by its name: the web page of that name, or a native placeholder. */
  #openNamed(page: string, param: unknown): void {
    const path = Object.entries(paths).find(([name]) => name === page)?.[1];
    const parameters: Record<string, string> = {};
    for (const [name, value] of Object.entries(param ?? {})) parameters[name] = String(value);
    if (path) this.#show(this.#addressOf(path, parameters));
    else
      this.#nativeScreen(
        'The app’s own screen',
        `The app would show its page “${page}”.`,
        this.#homeButton('Open home'),
      );
  }
}

/** The parameters of an address that identify the borrower and the device. */
function sessionOf({ sessionId, productId, orderId, appName, lang }: Demo): Record<string, string> {
  return { sessionId, productId, ...(orderId ? { orderId } : {}), appName, lang };
}
