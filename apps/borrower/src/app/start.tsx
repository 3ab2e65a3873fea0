import { redeemTicket } from '@hiram/contract/account';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { activateLanguage } from '../i18n/i18n.ts';
import { NoAnswer, send } from '../net/client.ts';
import { screenAt } from '../screens.ts';
import { App } from './App.tsx';
import { callContext, keepSession, takeTicket } from './context.ts';

/** One try more after a broken connection, none after an answer; answers are asked afresh when the page comes back. */
function createClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => error instanceof NoAnswer && failures < 1,
        staleTime: 5_000,
        networkMode: 'offlineFirst',
      },
    },
  });
}

async function tradeTicket(): Promise<void> {
  const ticket = takeTicket();
  if (ticket === undefined) return;
  try {
    const answer = await send(redeemTicket, { ticket }, callContext());
    if (answer.ok) keepSession(answer.data.sessionId);
  } catch {
    // Without a session the screen's first call leads to login.
  }
}

/** Everything the first screen needs is under way before React renders, so that its shell is replaced once. */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the document has no #root');
  const [screen] = await Promise.all([screenAt(location.pathname).load(), activateLanguage(), tradeTicket()]);
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={createClient()}>
        <App first={screen.default} />
      </QueryClientProvider>
    </I18nProvider>,
  );
}
