import type { Call, CallOutput } from '@hiram/contract/call';
import { toWire } from '@hiram/contract/wire';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { cleanup, configure, render, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { storeSession } from '../src/app/settings/context.ts';
import { market } from '../src/app/settings/market.ts';
import { specifiedCopy } from '../src/i18n/specified-copy.ts';

interface Sent {
  readonly path: string;
  /** The fields of the body by their names on the wire. Those of a form are texts. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The idempotency key. */
  readonly key: string | undefined;
}

const answers = new Map<string, () => unknown>();
/** The number of shown screens: each has a session of its own, and so none of the answers that the app keeps. */
let shown = 0;
const sent: Sent[] = [];

interface Sending {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

function bodyOf(body: unknown): Sent['body'] {
  if (typeof body !== 'string') return {};
  return body.startsWith('{') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
}

// A screen's parts are loaded when it is first shown. It ends a test that hangs: no test asserts by it.
configure({ asyncUtilTimeout: 10_000 });

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: specifiedCopy(market.specifiedCopy, 'en', 'en') });
  vi.stubGlobal('fetch', async (address: string, { body, headers }: Sending) => {
    const path = new URL(address, 'http://app.example').pathname.slice('/api'.length);
    sent.push({ path, body: bodyOf(body), key: headers?.['Idempotency-Key'] });
    const answer = answers.get(path);
    if (!answer) throw new Error(`no answer for ${path}`);
    return Response.json(answer());
  });
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  answers.clear();
  sent.length = 0;
  history.replaceState(null, '', '/');
});

/** Shows a screen of the document's market in English, at a page with this path and these parameters. */
export function show(screen: ReactNode, page: Readonly<Record<string, string>> = {}, path = '/'): void {
  shown += 1;
  storeSession(`session-${shown}`);
  history.replaceState(null, '', `${path}?${new URLSearchParams(page)}`);
  render(<I18nProvider i18n={i18n}>{screen}</I18nProvider>);
}

/** Answers a call from now on. */
export function answer<C extends Call>(call: C, data: CallOutput<C>): void {
  answers.set(call.path, () => ({
    success: true,
    code: '0',
    message: '',
    data: toWire(call.output, data),
  }));
}

/** Rejects a call from now on: `field` is the field's name on the wire. */
export function reject(
  call: Call,
  rejection: { readonly code: string; readonly message: string; readonly field?: string },
): void {
  answers.set(call.path, () => ({ success: false, data: {}, ...rejection }));
}

/** The bodies that were sent to a call, in order. */
export const sentTo = (call: Call): readonly Sent['body'][] =>
  sent.filter(({ path }) => path === call.path).map(({ body }) => body);

/** The idempotency keys that were sent to a call, in order. */
export const keysSentTo = (call: Call): readonly (string | undefined)[] =>
  sent.filter(({ path }) => path === call.path).map(({ key }) => key);

/** Waits until a call was sent, and gives its last body. */
export async function lastSentTo(call: Call): Promise<Sent['body']> {
  await waitFor(() => expect(sentTo(call).length).toBeGreaterThan(0));
  return sentTo(call).at(-1) ?? {};
}
