import type { Call, SentInput, WireOutput } from '@hiram/contract/call';
import { proofHeaders } from '@hiram/contract/context';
import type { Envelope } from '@hiram/contract/envelope';
import { maskInput, unmaskAnswer } from '@hiram/contract/mask';
import table from '@hiram/contract/mask.json' with { type: 'json' };
import { sandboxBorrower, sandboxPay } from '@hiram/contract/sandbox';
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { startChild } from './child-process.ts';

const nativeKey = 'the-key-that-the-native-side-of-an-app-keeps';

export type DemoOptions = SentInput<typeof sandboxBorrower>;

export interface Demo {
  readonly sessionId: string;
  readonly productId: string;
  readonly orderId: string;
  readonly phone: string;
}

/** A running server, as tests use it. */
export interface Hiram {
  readonly origin: string;
  readonly hostUrl: string;
  /** The console of the lender's staff. */
  readonly consoleUrl: string;
  borrower(options: DemoOptions, query?: Record<string, string>): Promise<Demo>;
  /** Sends a call and returns the data of its answer. */
  send<C extends Call>(call: C, input: SentInput<C>, query?: Record<string, string>): Promise<WireOutput<C>>;
  /** Pays a code at the sandbox's counter. */
  pay(payCode: string): Promise<void>;
  /** The address of a screen for a borrower. */
  url(path: string, borrower: Demo | undefined, more?: Record<string, string>): string;
}

interface Addresses {
  readonly origin: string;
  readonly hostUrl: string;
  readonly consoleUrl: string;
}

interface Running {
  readonly hiram: Hiram;
  /** Starts another server in the same process: half a second, where a process of its own takes several. */
  startAnother(): Promise<Running>;
  end(): Promise<void>;
}

/** Starts a process with a server. */
async function startHiram(environment: Record<string, string>): Promise<Running> {
  const child = await startChild<Addresses>('./serve.ts', [
    process.env.HIRAM_TEST_SOCKET ?? '',
    JSON.stringify(environment),
  ]);
  const startAnother = async (): Promise<Running> => {
    const addresses = await child.ask<Addresses>('start');
    const end = () => child.ask<void>(new URL(addresses.origin).port);
    return { hiram: hiramAt(addresses, environment), startAnother, end };
  };
  return { hiram: hiramAt(child.ready, environment), startAnother, end: child.end };
}

function hiramAt(addresses: Addresses, environment: Record<string, string>): Hiram {
  const { origin } = addresses;
  const send: Hiram['send'] = async (call, input, query = {}) => {
    const isMasked = environment.MASK === 'all';
    const isGet = call.method === 'GET';
    const parameters = new URLSearchParams({ ...query, ...(isGet ? (input as Record<string, string>) : {}) });
    const response = await fetch(`${origin}/api${call.path}?${parameters}`, {
      method: call.method,
      // The native side of an app calls with its own key, beside the page that it opened.
      headers: { 'content-type': 'application/json', [proofHeaders.app]: nativeKey },
      ...(isGet ? {} : { body: JSON.stringify(isMasked ? maskInput(call, input, table) : input) }),
    });
    const text: unknown = JSON.parse(await response.text());
    const envelope = (isMasked ? unmaskAnswer(call, text, table) : text) as Envelope<never>;
    if (!envelope.success) throw new Error(`${call.path}: ${JSON.stringify(envelope)}`);
    return envelope.data;
  };
  return {
    ...addresses,
    send,
    pay: async (payCode) => {
      await send(sandboxPay, { payCode });
    },
    borrower: async (options, query) => {
      const made = await send(sandboxBorrower, options, query);
      return { ...made, orderId: made.orderId ?? '' };
    },
    url(path, borrower, more = {}) {
      const known = borrower
        ? { productId: borrower.productId, orderId: borrower.orderId, sessionId: borrower.sessionId }
        : {};
      return `${origin}${path}?${new URLSearchParams(Object.entries({ ...known, ...more }).filter(([, value]) => value))}`;
    },
  };
}

/**
 * Stops all navigation: a browser that is closed while one of its pages navigates may hang. Chromium refuses the command while
 * it replaces a page's document, so the command is repeated until it is taken or the page is closed.
 */
async function stopNavigation(context: BrowserContext): Promise<void> {
  await Promise.all(
    context.pages().map((page) =>
      expect(async () => {
        if (page.isClosed()) return;
        const devtools = await context.newCDPSession(page);
        await devtools.send('Page.stopLoading');
      }).toPass({ intervals: [20, 50, 100, 250], timeout: 60_000 }),
    ),
  );
}

/**
 * Closes what a test opened beside its page. The console's pages read again whenever anything happens, so each one that stays
 * open makes every later test of its worker more expensive.
 */
async function closeAll(contexts: readonly BrowserContext[]): Promise<void> {
  await Promise.all(
    contexts.map(async (context) => {
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await stopNavigation(context);
      await context.close();
    }),
  );
}

/** The errors that a page reports. A broken script or a violated policy fails every test. */
function faultsOf(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|Minified React|Uncaught/.test(message.text()))
      faults.push(message.text());
  });
  return faults;
}

export const test = base.extend<
  { emptyHiram: Hiram; closesAll: undefined },
  { running: Running; hiram: Hiram }
>({
  /** A server of the test's own, for what counts everything that it has. */
  emptyHiram: async ({ browser, running }, use) => {
    const before = browser.contexts();
    const { hiram, end } = await running.startAnother();
    await use(hiram);
    // Before their server ends.
    await closeAll(browser.contexts().filter((context) => !before.includes(context)));
    await end();
  },
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the destructured argument
    async ({}, use) => {
      const running = await startHiram({});
      await use(running);
      await running.end();
    },
    { scope: 'worker' },
  ],
  hiram: [({ running }, use) => use(running.hiram), { scope: 'worker' }],
  page: async ({ page }, use) => {
    const faults = faultsOf(page);
    await use(page);
    expect(faults).toEqual([]);
    // A page may fetch ahead while its test ends: an answer that a route still prepares then is not needed.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    // A test that closes its browser context itself leaves nothing to end.
    if (page.context().isClosed()) return;
    await page.context().unrouteAll({ behavior: 'ignoreErrors' });
    await stopNavigation(page.context());
  },
  closesAll: [
    async ({ browser }, use) => {
      await use(undefined);
      await closeAll(browser.contexts());
    },
    { auto: true },
  ],
});

export { type Browser, type BrowserContext, expect, type Page, startHiram };

/** From now on the page is that of a phone that saves data: nothing is fetched that the borrower has not asked for. */
export async function savesData(page: Page): Promise<void> {
  await page.addInitScript(`Object.defineProperty(navigator, 'connection', { value: { saveData: true } });`);
}

/**
 * From now on the page's documents arrive as from a static host: the page sends its first call itself, so that a test can
 * hold, change or break it.
 */
export function callsByItself(page: Page): Promise<void> {
  return page.setExtraHTTPHeaders({ 'Sec-Purpose': 'prefetch' });
}
