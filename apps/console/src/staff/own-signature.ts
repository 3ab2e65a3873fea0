import { changeKeysOptions } from '@hiram/contract/console/staff-account';
import { sendStaff } from '../net/client.ts';
import { signWithPasskey } from '../session/passkey.ts';

/** A signature by a passkey that the person has already; a demo session of a sandbox has none. */
export async function ownSignature() {
  const { publicKey } = await sendStaff(changeKeysOptions, {});
  return publicKey.allowCredentials.length === 0 ? {} : { passkey: await signWithPasskey(publicKey) };
}
