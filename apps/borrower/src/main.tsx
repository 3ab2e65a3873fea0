import './kit/tokens.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { useLocation } from 'wouter';
import { Boundary } from './app/Boundary.tsx';
import { markFirstPage } from './app/behind.ts';
import { callContext, keepSession, sessionMayTravel, takeTicket } from './app/context.ts';
import { NotLoaded } from './app/NotLoaded.tsx';
import { documentNow, isOfNewerBuild, reloadOnce } from './app/newer-build.ts';
import { OfflineNotice } from './app/OfflineNotice.tsx';
import { ErrorScreen } from './error/ErrorScreen.tsx';
import { loadWords } from './i18n/i18n.ts';
import { Toaster } from './kit/Toaster.tsx';
import { NoAnswer, send } from './net/client.ts';
import { type Screen, type ScreenModule, screenAt } from './screens.ts';
import { Shell } from './shell/shells.tsx';

/** One try more after a broken connection, none after an answer; answers are asked afresh when the page comes back. */
function createClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => error instanceof NoAnswer && !error.timedOut && failures < 1,
        staleTime: 5_000,
        networkMode: 'offlineFirst',
      },
    },
  });
}

async function open(screen: Screen): Promise<ScreenModule> {
  const [module] = await Promise.all([screen.load(), loadWords(screen.module)]);
  return module;
}

/** Opens a screen; where its script does not come, what stands in its place can be told to try again. */
async function openOr(screen: Screen, tries: number, again: () => void): Promise<ScreenModule> {
  try {
    return await open(screen);
  } catch {
    const html = await documentNow();
    // A newer version is in force, and this one's script is gone: the page comes anew, by itself once.
    if (html !== undefined && tries > 0) location.reload();
    else if (html !== undefined && isOfNewerBuild(html) && reloadOnce())
      return { default: () => <Shell name={screen.shell} /> };
    return { default: () => <NotLoaded again={again} /> };
  }
}

/** The screen of the current route. The first one is there already; later ones show their shell while they load. */
function Route({ first }: { readonly first: ComponentType }): ReactNode {
  const [location] = useLocation();
  const opened = useRef(location);
  const screen = screenAt(location);
  const isFirst = opened.current === location;
  const [tries, setTries] = useState(0);
  const Current = useMemo(
    () => (isFirst ? first : lazy(() => openOr(screen, tries, () => setTries(tries + 1)))),
    [isFirst, first, screen, tries],
  );
  return (
    <Suspense fallback={<Shell name={screen.shell} />}>
      <Boundary key={`${location} ${tries}`} fallback={<ErrorScreen reason="fault" />}>
        <Current />
      </Boundary>
    </Suspense>
  );
}

/**
 * A ticket in the address becomes a session. Any site can ask for a ticket of its own a moment before it sends somebody here:
 * where a session may not travel, whoever opened the link is asked first whether that account is theirs.
 */
async function tradeTicket(root: Element): Promise<void> {
  const ticket = takeTicket();
  if (ticket === undefined) return;
  try {
    const { redeemTicket } = await import('@hiram/contract/account');
    const answer = await send(redeemTicket, { ticket }, callContext());
    if (!answer.ok) return;
    const { sessionId } = answer.data;
    if (!sessionMayTravel) {
      const { isTheirs } = await import('./account/TicketQuestion.tsx');
      if (!(await isTheirs(root, sessionId))) return;
    }
    keepSession(sessionId);
  } catch {
    // Without a session the screen's first call leads to login.
  }
}

/** Everything the first screen needs is under way before React renders, so that its shell is replaced once. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the document has no #root');
  const [screen] = await Promise.all([open(screenAt(location.pathname)), tradeTicket(root)]);
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={createClient()}>
        <Boundary fallback={<ErrorScreen reason="fault" />}>
          <OfflineNotice />
          <Route first={screen.default} />
          <Toaster />
        </Boundary>
      </QueryClientProvider>
    </I18nProvider>,
  );
}

/** Long after the first screen has its data. */
const deviceAfterMs = 4_000;
setTimeout(
  () =>
    void import('./net/save-device.ts').then(
      ({ saveDevice }) => saveDevice(),
      () => undefined,
    ),
  deviceAfterMs,
);

markFirstPage();
start().catch(() => window.hiramBroken?.());
