import type { ActionCalls, Preview } from '@hiram/contract/console/action-calls';
import { consolePrefix, type StaffCall } from '@hiram/contract/console/staff-call';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { BrandFormats } from '../src/kit/brand-format.tsx';
import { Dialog } from '../src/kit/controls/Dialog.tsx';
import { Toasts } from '../src/kit/toast.tsx';
import { StaffFault } from '../src/net/client.ts';

/** A call that the screen sent, by its path below the console's prefix. */
interface Sent {
  readonly path: string;
  readonly brand: string | null;
  readonly input: unknown;
}

const answers = new Map<string, (input: unknown) => unknown>();
const sent: Sent[] = [];

const ph = {
  id: 'ph',
  name: 'Hagdan',
  money: { symbol: '₱', group: ',', decimal: '.', grouping: 'thousands' },
  timeZone: 'Asia/Manila',
  currency: 'PHP',
} as const;

// A screen's parts are loaded when it is first shown. It ends a test that hangs: no test asserts by it.
configure({ asyncUtilTimeout: 10_000 });

/** The tests of a file begin with nothing shown, sent or answered. Its worker loads this module once, so each file calls it. */
export function setUpScreens(): void {
  // The script of dialogs is loaded with the first one. The tests find each of theirs at once.
  beforeAll(async () => {
    render(
      <Dialog title="" onClose={() => undefined}>
        {null}
      </Dialog>,
    );
    await screen.findByRole('dialog');
    cleanup();
  });

  beforeEach(() => {
    i18n.loadAndActivate({ locale: 'en', messages: {} });
    vi.stubGlobal('fetch', async (address: string, { body }: { readonly body: string }) => {
      const { pathname, searchParams } = new URL(address, 'http://console.example');
      const path = pathname.slice(consolePrefix.length);
      const input: unknown = JSON.parse(body);
      sent.push({ path, brand: searchParams.get('brand'), input });
      const answer = answers.get(path);
      if (!answer) throw new Error(`no answer for ${path}`);
      const data = answer(input);
      if (data instanceof StaffFault)
        return Response.json({ success: false, code: data.code, message: data.message }, data);
      return Response.json({ success: true, code: 'ok', message: '', data });
    });
  });

  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    sessionStorage.clear();
    answers.clear();
    sent.length = 0;
  });
}

/** Shows a component as the console does: in English, with the formats of `ph`. */
export function show(screen: ReactNode): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <BrandFormats brands={[ph]} chosen="ph">
          <Toasts label="Messages">{screen}</Toasts>
        </BrandFormats>
      </QueryClientProvider>
    </I18nProvider>,
  );
}

/** Answers a call from now on: with data, or as rejected with a StaffFault. */
export function answer(call: StaffCall, data: unknown): void {
  answers.set(call.path, () => data);
}

/** Answers a call from now on by what it was asked. */
export function answerBy(call: StaffCall, answerTo: (input: unknown) => unknown): void {
  answers.set(call.path, answerTo);
}

/** Answers both calls of an action: the preview with `digest` d1, and the submission as done. */
export function answerAction(calls: ActionCalls, preview: Partial<Preview> = {}): void {
  const limit = { doneToday: 0, maxCostPerDay: 1_000_000, costToday: 0 };
  answer(calls.preview, {
    lines: [],
    digest: 'd1',
    verdict: 'alone',
    limit,
    cost: 0,
    isOwnWork: false,
    isAlwaysTwo: false,
    ...preview,
  });
  answer(calls.submit, { approvalId: '01a21694-a5d6-71f9-8ab0-3dcec7d4ead3', state: 'done' });
}

/** The inputs that were sent to a call, in order. */
export const sentTo = (call: StaffCall): readonly unknown[] =>
  sent.filter(({ path }) => path === call.path).map(({ input }) => input);
