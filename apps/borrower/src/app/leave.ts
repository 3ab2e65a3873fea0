import { dropSession, withoutSession } from './context.ts';
import { replaceWith } from './go.ts';
import { bridge } from './host.ts';
import { href } from './href.ts';
import { paths } from './paths.ts';

let leaving = false;

/** The session is gone: the host is asked to sign in again; outside a host the login page opens, and leads back here. */
export function leaveForLogin(): void {
  if (leaving || location.pathname === paths.login) return;
  leaving = true;
  dropSession();
  const returnTo = withoutSession(location.pathname + location.search);
  if (bridge.inHost) void bridge.request('forceLogin', { reason: 'session' });
  else replaceWith(href(paths.login, { returnTo }));
}
