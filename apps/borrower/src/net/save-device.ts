import { deviceSave } from '@hiram/contract/device';
import { callContext } from '../app/context.ts';
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
    sessionStorage.setItem(flag, sessionId);
    await send(
      deviceSave,
      {
        ...(deviceName ? { deviceName } : {}),
        ...(osVersion ? { osVersion } : {}),
        ...(appVersion ? { appVersion } : {}),
      },
      callContext(),
    );
  } catch {
    // The next page tries again.
  }
}
