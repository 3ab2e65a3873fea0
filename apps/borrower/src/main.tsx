import './kit/tokens.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Boundary } from './app/Boundary.tsx';
import { acceptsAddressSession, callContext, storeSession, takeTicket } from './app/context.ts';
import { usePathname } from './app/location.ts';
import { mount } from './app/mount.ts';
import { NotLoaded } from './app/NotLoaded.tsx';
import { documentNow, isOfNewerBuild, reloadOnce } from './app/newer-build.ts';
import { OfflineNotice } from './app/OfflineNotice.tsx';
import { markFirstPage } from './app/page-history.ts';
import { ErrorScreen } from './error/ErrorScreen.tsx';
import { loadTexts } from './i18n/i18n.ts';
import { Toaster } from './kit/Toaster.tsx';
import { send } from './net/client.ts';
import { whenQuiet } from './net/when-quiet.ts';
import type { Screen, ScreenModule } from './screens.ts';
import { Shell } from './shell/shells.tsx';

/** The list of the routes' screens, once it is loaded. */
let list: typeof import('./screens.ts') | undefined;

async function loadList(): Promise<typeof import('./screens.ts')> {
  list = list ?? (await import('./screens.ts'));
  return list;
}

/** The skeleton of a route. */
const shellAt = (pathname: string): ReactNode => <Shell name={list?.screenAt(pathname).shell ?? 'blank'} />;

/** Fetches what this page leads to, so that the next screen opens at once. */
async function fetchAhead(): Promise<void> {
  await loadList();
  const ahead = await import('./fetch-ahead.ts');
  await ahead.fetchAhead();
}

async function open(screen: Screen): Promise<ScreenModule> {
  const [module] = await Promise.all([screen.load(), loadTexts(screen.loadTexts)]);
  return module;
}

/** Opens a screen. If its script does not load, returns a replacement with a Retry button. */
async function openOrFallback(pathname: string, tries: number, onRetry: () => void): Promise<ScreenModule> {
  try {
    return await open((await loadList()).screenAt(pathname));
  } catch {
    const html = await documentNow();
    // A newer version is deployed and this version's script is gone: reload the page, automatically only once.
    if (html !== undefined && tries > 0) location.reload();
    else if (html !== undefined && isOfNewerBuild(html) && reloadOnce())
      return { default: () => shellAt(pathname) };
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
  const isFirst = initialLocation.current === location;
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page leads to others
  useEffect(() => whenQuiet(fetchAhead), [location]);
  const Current = useMemo(
    () => (isFirst ? first : lazy(() => openOrFallback(location, tries, () => setTries(tries + 1)))),
    [isFirst, first, location, tries],
  );
  return (
    <Suspense fallback={shellAt(location)}>
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
async function show(First: ComponentType): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the document has no #root');
  await Promise.all([loadTexts(), exchangeTicket(root)]);
  if (window.hiramFirst) window.hiramFirst.started = true;
  mount(
    <I18nProvider i18n={i18n}>
      <Boundary fallback={<ErrorScreen reason="fault" />}>
        <OfflineNotice />
        <Route first={First} />
        <Toaster />
      </Boundary>
    </I18nProvider>,
    root,
  );
}

/** Milliseconds. Late enough not to compete with the first screen's data. */
const laterMs = 4_000;

/** What every page does in the end: it sends the device's description, and removes what the phone kept for others. */
async function doLater(): Promise<void> {
  const { saveDevice, removeKept } = await import('./net/save-device.ts');
  void saveDevice();
  await removeKept();
}

/** Starts the page with its first screen. Each document has a start script of its own, which the build makes. */
export function start(First: ComponentType): void {
  setTimeout(() => void doLater().catch(() => undefined), laterMs);
  markFirstPage();
  show(First).catch(() => window.hiramBroken?.());
}
