import { deviceSave } from '@hiram/contract/device';
import { readLastKnown } from '../../app/page/last-known.ts';
import { callContext } from '../../app/settings/context.ts';
import { settings } from '../../app/settings/settings.ts';
import { send } from './client.ts';

const flag = 'hiram.deviceSaved';

/**
 * Sends the device's description to the server once a session (KEY-10): only what the host provided. Failures are
 * ignored.
 */
export async function saveDevice(): Promise<void> {
  const { sessionId, deviceId, deviceName, osVersion, appVersion } = callContext();
  if (!sessionId || !deviceId) return;
  try {
    if (sessionStorage.getItem(flag) === sessionId) return;
    const { ok } = await send(
      deviceSave,
      {
        ...(deviceName ? { deviceName } : {}),
        ...(osVersion ? { osVersion } : {}),
        ...(appVersion ? { appVersion } : {}),
      },
      callContext(),
    );
    if (ok) sessionStorage.setItem(flag, sessionId);
  } catch {
    // The next page tries again.
  }
}

/** Removes what the phone cached and this page may not read; all of it if the server says so. */
export async function removeCached(): Promise<void> {
  const mustEnd = settings.cachesPages === false && navigator.serviceWorker?.controller;
  if (!mustEnd && readLastKnown() === null) return;
  const { removeOthers } = await import('../cache/cached-answers.ts');
  await removeOthers();
}
