import { bridge } from './host.ts';
import { dropSession } from './context.ts';

let leaving = false;

/** The session is gone: the host is asked to sign in again; outside a host the login page opens and leads back here. */
export function leaveForLogin(): void {
  if (leaving) return;
  leaving = true;
  dropSession();
  void bridge.request('forceLogin', { reason: 'session' });
}
