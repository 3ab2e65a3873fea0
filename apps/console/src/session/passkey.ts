import type {
  NewPasskey,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@hiram/contract/console/passkey';
import { newPasskey, passkeyAssertion } from '@hiram/contract/console/passkey';
import * as v from 'valibot';

/** The person cancelled, has no passkey here, or the browser knows none. */
export class NoPasskey extends Error {}

async function asked(credential: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const found = await credential.catch(() => null);
  if (!(found instanceof PublicKeyCredential)) throw new NoPasskey('no passkey');
  return found;
}

/** Asks the person for a passkey and signs. Throws NoPasskey. */
export async function signWithPasskey(options: PasskeyRequest): Promise<PasskeyAssertion> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await asked(navigator.credentials.get({ publicKey }));
  return v.parse(passkeyAssertion, credential.toJSON());
}

/** Makes a new passkey. Throws NoPasskey. */
export async function createPasskey(options: PasskeyCreation): Promise<NewPasskey> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await asked(navigator.credentials.create({ publicKey }));
  return v.parse(newPasskey, credential.toJSON());
}
