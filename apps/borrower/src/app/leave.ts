import { dropSession, forgetAll, withoutSession } from './context.ts';
import { replaceWith } from './go.ts';
import { bridge } from './host.ts';
import { href } from './href.ts';
import { paths } from './paths.ts';

let leaving = false;

/**
 * The session is gone: the host is asked to sign in again (BRG-06); outside a host the login page opens, and leads back here.
 * `tapped`: the borrower just asked for something that needs a session. A host is asked again then, because its sign-in may
 * have been closed.
 */
export function leaveForLogin({ tapped = false }: { readonly tapped?: boolean } = {}): void {
  if (location.pathname === paths.login) return;
  if (leaving && !(tapped && bridge.inHost)) return;
  leaving = true;
  dropSession();
  const returnTo = withoutSession(location.pathname + location.search);
  if (bridge.inHost) void bridge.request('forceLogin', { reason: 'session' });
  else replaceWith(href(paths.login, { returnTo }));
}

/**
 * The borrower signed out or deleted the account: nothing of it is kept here, and a host is told, because the session that it
 * may hold has ended too (BRG-06). Elsewhere the login page opens for the same device and brand (RTE-04).
 */
export function leaveSignedOut(): void {
  forgetAll();
  if (bridge.inHost) void bridge.request('forceLogin', { reason: 'signedOut' });
  else replaceWith(href(paths.login));
}
