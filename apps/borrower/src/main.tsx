import './kit/tokens.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type ComponentType, lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Boundary } from './app/Boundary.tsx';
import { acceptsAddressSession, callContext, storeSession, takeTicket } from './app/context.ts';
import { usePathname } from './app/location.ts';
import { NotLoaded } from './app/NotLoaded.tsx';
import { documentNow, isOfNewerBuild, reloadOnce } from './app/newer-build.ts';
import { OfflineNotice } from './app/OfflineNotice.tsx';
import { markFirstPage } from './app/page-history.ts';
import { ErrorScreen } from './error/ErrorScreen.tsx';
import { loadTexts } from './i18n/i18n.ts';
import { Toaster } from './kit/Toaster.tsx';
import { send } from './net/client.ts';
import { type Screen, type ScreenModule, screenAt } from './screens.ts';
import { Shell } from './shell/shells.tsx';

async function open(screen: Screen): Promise<ScreenModule> {
  const [module] = await Promise.all([screen.load(), loadTexts(screen.module)]);
  return module;
}

/** Opens a screen. If its script does not load, returns a replacement with a Retry button. */
async function openOrFallback(screen: Screen, tries: number, onRetry: () => void): Promise<ScreenModule> {
  try {
    return await open(screen);
  } catch {
    const html = await documentNow();
    // A newer version is deployed and this version's script is gone: reload the page, automatically only once.
    if (html !== undefined && tries > 0) location.reload();
    else if (html !== undefined && isOfNewerBuild(html) && reloadOnce())
      return { default: () => <Shell name={screen.shell} /> };
    return { default: () => <NotLoaded onRetry={onRetry} /> };
  }
}

/**
 * The screen of the current route. The first screen is loaded before rendering; later ones show their skeleton while
 * they load.
 */
function Route({ first }: { readonly first: ComponentType }): ReactNode {
  const location = usePathname();
  const initialLocation = useRef(location);
  const screen = screenAt(location);
  const isFirst = initialLocation.current === location;
  const [tries, setTries] = useState(0);
  const Current = useMemo(
    () => (isFirst ? first : lazy(() => openOrFallback(screen, tries, () => setTries(tries + 1)))),
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
 * Exchanges a ticket in the address for a session. Any site can request a ticket for its own account and send a
 * visitor here. Where sessions in addresses are not accepted, the visitor is therefore asked first whether the account
 * is theirs.
 */
async function exchangeTicket(root: Element): Promise<void> {
  const ticket = takeTicket();
  if (ticket === undefined) return;
  try {
    const { redeemTicket } = await import('@hiram/contract/account');
    const answer = await send(redeemTicket, { ticket }, callContext());
    if (!answer.ok) return;
    const { sessionId } = answer.data;
    if (!acceptsAddressSession) {
      const { confirmsAccount: isTheirs } = await import('./account/TicketQuestion.tsx');
      if (!(await isTheirs(root, sessionId))) return;
    }
    storeSession(sessionId);
  } catch {
    // Without a session the screen's first call leads to login.
  }
}

/** Loads everything that the first screen needs before React renders, so that its skeleton is replaced only once. */
async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the document has no #root');
  const [screen] = await Promise.all([open(screenAt(location.pathname)), exchangeTicket(root)]);
  createRoot(root).render(
    <I18nProvider i18n={i18n}>
      <Boundary fallback={<ErrorScreen reason="fault" />}>
        <OfflineNotice />
        <Route first={screen.default} />
        <Toaster />
      </Boundary>
    </I18nProvider>,
  );
}

/** Milliseconds. Late enough not to compete with the first screen's data. */
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
