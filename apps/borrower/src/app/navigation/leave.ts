import { bridge } from '../host/host.ts';
import { dropSession, withoutSession } from '../settings/context.ts';
import { replaceWith } from './go.ts';
import { href } from './href.ts';
import { paths } from './paths.ts';

let leaving = false;

/**
 * Handles a missing session: asks the host to sign in again (BRG-06); outside a host opens the login page, which
 * returns here. With `tapped` the borrower has just requested something that needs a session. The host is then asked
 * again, because its sign-in may have been closed.
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
