import { bridge } from '../host/host.ts';
import { replaceWith } from '../navigation/go.ts';
import { href } from '../navigation/href.ts';
import { paths } from '../navigation/paths.ts';
import { deviceKey, dropSession } from '../settings/context.ts';

/**
 * Removes everything about the borrower from this phone, including drafts and payment codes. Keeps the device id.
 */
function forgetAll(): void {
  dropSession();
  try {
    const device = sessionStorage.getItem(deviceKey);
    sessionStorage.clear();
    localStorage.clear();
    if (device !== null) sessionStorage.setItem(deviceKey, device);
  } catch {
    // A web view can disable storage; then nothing is there.
  }
}

/**
 * Handles sign-out and account deletion: removes the borrower's data from this phone and tells the host, because its
 * session has ended too (BRG-06). Outside a host the login page opens for the same device and brand (RTE-04).
 */
export function leaveSignedOut(): void {
  forgetAll();
  if (bridge.inHost) void bridge.request('forceLogin', { reason: 'signedOut' });
  else replaceWith(href(paths.login));
}
