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
    script: 'window.LoanHost = { postMessage: (json) => { window.hostHears(json); }, onmessage: null };',
    answer: (json: string) =>
      `window.LoanHost.onmessage && window.LoanHost.onmessage({ data: ${JSON.stringify(json)} })`,
  },
  ios: {
    script:
      'window.webkit = { messageHandlers: { LoanHost: { postMessage: (json) => { window.hostHears(json); } } } };',
    answer: (json: string) => `window.LoanHostReceive(${JSON.stringify(json)})`,
  },
} as const;

export type Platform = keyof typeof interfaces;

/**
 * A native host around the page. It collects the messages that the page posts through a function exposed by the browser, and
 * answers every request that `actions` lists as done. It answers the handshake after `greets` has settled.
 */
export async function fakeHost(
  page: Page,
  platform: Platform,
  actions: readonly string[] = allActions,
  greets: Promise<unknown> = Promise.resolve(),
): Promise<SentMessage[]> {
  const sent: SentMessage[] = [];
  const { script, answer } = interfaces[platform];
  await page.exposeFunction('hostHears', async (json: string) => {
    const message: SentMessage = JSON.parse(json);
    sent.push(message);
    if (message.action === 'hello') await greets;
    const data = message.action === 'hello' ? { protocol: 1, platform, appVersion: '2.0', actions } : {};
    const reply = JSON.stringify({ v: 1, id: message.id, ok: true, data });
    await page.evaluate(answer(reply)).catch(() => undefined);
  });
  await page.addInitScript(script);
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
