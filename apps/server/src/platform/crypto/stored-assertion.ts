import type { AuthenticationResponseJSON } from '@simplewebauthn/server';

interface StoredKey {
  readonly keyId: string;
  readonly publicKey: Buffer;
}

/**
 * Verifies a kept signature of a passkey, years later and without a session: the key, the challenge that it signed, and that
 * its person was verified. Returns the origin of the page on which it was signed, or undefined if the signature does not hold.
 */
export async function verifyStoredAssertion(
  assertion: unknown,
  { keyId, publicKey }: StoredKey,
  challenge: string,
): Promise<string | undefined> {
  try {
    // Stored by `performApproved` from an assertion of the contract; the library checks every part of it.
    const stored = assertion as AuthenticationResponseJSON;
    const { userHandle, ...response } = stored.response;
    const complete: AuthenticationResponseJSON = {
      ...stored,
      response: userHandle === undefined ? response : { ...response, userHandle },
      clientExtensionResults: {},
    };
    const { origin } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    // Loaded here for the reason in passkeys.ts.
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { verified } = await verifyAuthenticationResponse({
      response: complete,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: new URL(origin).hostname,
      // The counter has risen since: what counts is the signature.
      credential: { id: keyId, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: true,
    });
    return verified ? String(origin) : undefined;
  } catch {
    return undefined;
  }
}
