import { deviceSave } from '@hiram/contract/device';
import { callContext } from '../app/context.ts';
import { send } from './client.ts';

const flag = 'hiram.deviceSaved';

/** Tells the server once a session on which device it is (KEY-10): what the host said of it, and nothing more. Failing is no matter. */
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
    // The next page tells it.
  }
}
