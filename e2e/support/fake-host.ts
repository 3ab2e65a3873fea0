import type { Page } from '@playwright/test';

/** A message that the page sent to its host. */
export interface SentMessage {
  readonly id: string;
  readonly action: string;
  readonly payload: Record<string, unknown>;
}

/** Every action that a current native app supports. */
export const allActions = [
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
] as const;

const interfaces = {
  android: {
    post: 'window.LoanHost = { postMessage: hear, onmessage: null };',
    answer: 'window.LoanHost.onmessage && window.LoanHost.onmessage({ data: json })',
  },
  ios: {
    post: 'window.webkit = { messageHandlers: { LoanHost: { postMessage: hear } } };',
    answer: 'window.LoanHostReceive(json)',
  },
} as const;

export type Platform = keyof typeof interfaces;

/**
 * A native host around the page. It answers every request that `actions` lists as done, and the handshake after `greets` has
 * settled. It answers inside the page, which waits only seconds: a slow test would be a silent host. The messages that the page
 * posts are collected through a function exposed by the browser.
 */
export async function fakeHost(
  page: Page,
  platform: Platform,
  actions: readonly string[] = allActions,
  greets?: Promise<unknown>,
): Promise<SentMessage[]> {
  const sent: SentMessage[] = [];
  const { post, answer } = interfaces[platform];
  const greeting = { protocol: 1, platform, appVersion: '2.0', actions };
  await page.exposeFunction('hostHears', async (json: string) => {
    const message: SentMessage = JSON.parse(json);
    sent.push(message);
    if (!greets || message.action !== 'hello') return;
    await greets;
    await page.evaluate(`window.hostAnswers(${JSON.stringify(message)})`).catch(() => undefined);
  });
  await page.addInitScript(`{
    window.hostAnswers = ({ id, action }) => {
      const data = action === 'hello' ? ${JSON.stringify(greeting)} : {};
      const json = JSON.stringify({ v: 1, id, ok: true, data });
      ${answer};
    };
    const hear = (json) => {
      window.hostHears(json);
      const message = JSON.parse(json);
      if (${greets === undefined} || message.action !== 'hello') Promise.resolve(message).then(window.hostAnswers);
    };
    ${post}
  }`);
  return sent;
}

/** Presses the host's back button after the handshake: before it a host sends nothing. */
export async function pressHostBack(page: Page): Promise<void> {
  await page.waitForFunction("typeof window.LoanHost.onmessage === 'function'");
  await page.evaluate(
    `window.LoanHost.onmessage({ data: JSON.stringify({ v: 1, id: 'host-1', event: 'back' }) })`,
  );
}

/** The messages of one action, in the order in which they were sent. */
export function sentAs(sent: readonly SentMessage[], action: string): Record<string, unknown>[] {
  return sent.filter((message) => message.action === action).map(({ payload }) => payload);
}
