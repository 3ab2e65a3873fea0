import type {
  NewPasskey,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@hiram/contract/console/passkey';
import { newPasskey, passkeyAssertion } from '@hiram/contract/console/passkey';
import * as v from 'valibot';
import { StaffFault } from '../net/client.ts';

async function credentialOf(credential: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const found = await credential.catch(() => null);
  // The person cancelled, has no such passkey here, or the browser knows none.
  if (!(found instanceof PublicKeyCredential)) throw new StaffFault('noPasskey', 0, '');
  return found;
}

/** Asks the person for a passkey and signs. Throws StaffFault `noPasskey`. */
export async function signWithPasskey(options: PasskeyRequest): Promise<PasskeyAssertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await credentialOf(navigator.credentials.get({ publicKey }));
  return v.parse(passkeyAssertion, credential.toJSON());
}

/** Makes a new passkey. Throws StaffFault `noPasskey`. */
export async function createPasskey(options: PasskeyCreation): Promise<NewPasskey> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await credentialOf(navigator.credentials.create({ publicKey }));
  return v.parse(newPasskey, credential.toJSON());
}
