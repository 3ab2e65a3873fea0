import './kit/layout/tokens.css';
import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { usePathname } from './app/navigation/location.ts';
import { markFirstPage } from './app/navigation/page-history.ts';
import { Boundary } from './app/page/Boundary.tsx';
import { mount } from './app/page/mount.ts';
import { hasTicket } from './app/settings/context.ts';
import { loadFirstTexts, waitForLaterTexts } from './i18n/i18n.ts';
import { afterRender, laterPart, loadLater, loadRest } from './kit/runtime/later.ts';
import { whenQuiet } from './net/transport/when-quiet.ts';

const route = afterRender(() => import('./LaterRoute.tsx'));
const LaterRoute = laterPart(() => route.load().then((module) => module.LaterRoute), afterRender);
const ErrorScreen = laterPart(
  () => import('./error/ErrorScreen.tsx').then((module) => module.ErrorScreen),
  afterRender,
);
const OfflineNotice = laterPart(
  () => import('./app/page/OfflineNotice.tsx').then((module) => module.OfflineNotice),
  afterRender,
);
const Toaster = laterPart(
  () => import('./kit/feedback/Toaster.tsx').then((module) => module.Toaster),
  afterRender,
);

/** Passes taps on contacts to the host. */
const contacts = afterRender(() => import('./app/host/outside-link.ts'));

/** Fetches what this page leads to, so that the next screen opens at once. */
async function fetchAhead(): Promise<void> {
  const { loadList } = await route.load();
  await loadList();
  const ahead = await import('./fetch-ahead.ts');
  await ahead.fetchAhead();
}

/**
 * The screen of the current route. The first screen is loaded before rendering; later ones show their skeleton while
 * they load.
 */
function Route({ first: First }: { readonly first: ComponentType }): ReactNode {
  const path = usePathname();
  const firstPath = useRef(path);
  const hasLeft = useRef(false);
  if (path !== firstPath.current) hasLeft.current = true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page leads to others
  useEffect(() => whenQuiet(fetchAhead), [path]);
  if (hasLeft.current)
    return <LaterRoute path={path} first={path === firstPath.current ? First : undefined} />;
  return (
    <Boundary fallback={<ErrorScreen reason="fault" />}>
      <First />
    </Boundary>
  );
}

/** Exchanges the ticket of the address. Without a session the screen's first call leads to login. */
async function exchangeTicket(root: Element): Promise<void> {
  if (hasTicket())
    await import('./redeem-ticket.ts').then((ticket) => ticket.exchangeTicket(root)).catch(() => undefined);
}

/**
 * Waits for what the first render needs. For the view that the server rendered that is the screen alone; without one it is
 * everything, because the answer may be a failure. A view that comes meanwhile ends the wait.
 */
async function untilRenderable(): Promise<void> {
  const first = window.hiramFirst;
  const isView = () => first?.shown === 1 && !first.needsLater;
  if (isView()) return;
  const all = loadLater();
  if (!first) return void (await all);
  const view = first.body.then(
    () => (isView() ? undefined : all),
    () => all,
  );
  // What was cut before the view came is loaded again behind it.
  await Promise.race([all.catch(() => view), view]);
}

/** Resolves in a second, or when the phone is online again. */
const untilOnline = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, 1_000);
    else window.addEventListener('online', resolve, { once: true });
  });

/** Loads everything that the first screen needs before React renders, so that its skeleton is replaced only once. */
async function show(First: ComponentType): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the document has no #root');
  await Promise.all([loadFirstTexts(), exchangeTicket(root), untilRenderable()]);
  if (window.hiramFirst) window.hiramFirst.started = true;
  // Before the first render: a part that it loads may name texts that are on their way, and would keep showing their ids.
  waitForLaterTexts();
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
  contacts.use(({ openContact }) => document.addEventListener('click', openContact));
  window.hiramTapAgain?.();
  // The page reacts from here on: what follows is a task of its own.
  await new Promise((resolve) => setTimeout(resolve));
  // The view is there: a line that broke is waited for. A script that is gone reloads the page.
  await loadRest().catch(() => untilOnline().then(loadRest));
}

/** Milliseconds. Late enough not to compete with the first screen's data. */
const laterMs = 4_000;

/** Ends the start of every page: sends the device's description, and removes stored data of others. */
async function doLater(): Promise<void> {
  const { saveDevice, removeCached } = await import('./net/transport/save-device.ts');
  void saveDevice();
  await removeCached();
}

/** Starts the page with its first screen. Each document has a start script of its own, which the build makes. */
export function start(First: ComponentType): void {
  setTimeout(() => void doLater().catch(() => undefined), laterMs);
  markFirstPage();
  show(First).catch(() => window.hiramBroken?.());
}
