import { randomBytes } from 'node:crypto';
import type {
  NewPasskey,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@hiram/contract/console/passkey';
import type { StaffId } from '@hiram/contract/ids';
import type { AuthenticatorTransport, WebAuthnCredential } from '@simplewebauthn/server';
import { sql } from 'kysely';
import { type Db, inTransaction } from '../../../platform/database/connection/connect.ts';
import type { ConsoleContext } from '../console-context.ts';
import {
  type Challenge,
  type ChallengePurpose,
  challengeMs,
  consumeChallenge,
  storeChallenge,
} from './challenges.ts';
import { passkeysOf } from './staff-store.ts';

const challengeBytes = 32;
const relyingPartyName = 'Hiram console';
/** Signature algorithms by their COSE numbers: Ed25519, ES256, RS256. */
const algorithms: number[] = [-8, -7, -257];

/** Loaded at the first signature: it would take a sixth of each process's start. */
const loadWebAuthn = () => import('@simplewebauthn/server');

const relyingPartyId = (context: ConsoleContext) => new URL(context.origin()).hostname;
const expectedOrigin = (context: ConsoleContext) => new URL(context.origin()).origin;

/** The transports that the browser reported with the credential, as it expects them back. */
function asTransports(stored: readonly string[]): AuthenticatorTransport[] {
  const known = ['ble', 'hybrid', 'internal', 'nfc', 'usb'] as const;
  return known.filter((transport) => stored.includes(transport));
}

/** The options with which a browser registers a passkey: discoverable, with user verification. */
export async function registrationOptions(
  context: ConsoleContext,
  person: { readonly staffId: StaffId; readonly name: string; readonly email: string },
): Promise<PasskeyCreation> {
  const challenge = randomBytes(challengeBytes);
  await storeChallenge(context, { purpose: 'register', staffId: person.staffId }, challenge);
  return {
    challenge: challenge.toString('base64url'),
    rp: { id: relyingPartyId(context), name: relyingPartyName },
    user: { id: handleOf(person.staffId), name: person.email, displayName: person.name },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: challengeMs,
    attestation: 'none',
    excludeCredentials: await descriptorsOf(context.appContext.db, person.staffId),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  };
}

/**
 * The options with which a browser signs. Without `staffId` of the challenge any discoverable passkey answers. `bytes`: the
 * challenge, if it commits to something.
 */
export async function assertionOptions(
  context: ConsoleContext,
  challenge: Challenge,
  bytes: Buffer = randomBytes(challengeBytes),
): Promise<PasskeyRequest> {
  await storeChallenge(context, challenge, bytes);
  return {
    challenge: bytes.toString('base64url'),
    rpId: relyingPartyId(context),
    timeout: challengeMs,
    userVerification: 'required',
    allowCredentials:
      challenge.staffId === undefined ? [] : await descriptorsOf(context.appContext.db, challenge.staffId),
  };
}

async function descriptorsOf(db: Db, staffId: StaffId) {
  const keys = await passkeysOf(db, staffId);
  return keys.map(({ id, transports }) => ({
    id,
    type: 'public-key' as const,
    transports: asTransports(transports),
  }));
}

/** The user handle that an authenticator stores with a passkey: the staff id in UTF-8. */
function handleOf(staffId: StaffId): string {
  return Buffer.from(staffId).toString('base64url');
}

/** The challenge that a browser signed, as it says; undefined if its data cannot be read. */
function challengeIn(clientDataJson: string): string | undefined {
  try {
    const data = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8')) as {
      challenge?: unknown;
    };
    const { challenge } = data;
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Runs a verification of the library, which throws for data that does not fit. */
async function verified<Result>(verify: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}

/** The owner of a new passkey, and the token that allows its registration: of an invitation, a recovery or their session. */
interface NewKey {
  readonly staffId: StaffId;
  readonly keyName?: string;
  readonly by: 'invitation' | 'recovery' | 'session';
  readonly token: string;
}

/** Verifies a new passkey of a person and stores its public key. Returns the key's id, or undefined if it is not accepted. */
export async function registerPasskey(
  context: ConsoleContext,
  db: Db,
  { staffId, keyName = '', by, token }: NewKey,
  passkey: NewPasskey,
): Promise<string | undefined> {
  const now = context.appContext.clock.now();
  const signed = challengeIn(passkey.response.clientDataJSON);
  const challenge = signed === undefined ? undefined : await consumeChallenge(db, signed, 'register', now);
  if (signed === undefined || challenge?.staffId !== staffId) return undefined;
  const { transports = [], ...response } = passkey.response;
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const result = await verified(() =>
    verifyRegistrationResponse({
      response: { ...passkey, response: { ...response, transports }, clientExtensionResults: {} },
      expectedChallenge: signed,
      expectedOrigin: expectedOrigin(context),
      expectedRPID: relyingPartyId(context),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!result?.verified) return undefined;
  const { credential, credentialBackedUp } = result.registrationInfo;
  const { rows } = await sql<{
    is_new: boolean;
  }>`select register_staff_key(${credential.id}, ${staffId}, ${keyName},
    ${Buffer.from(credential.publicKey)}, ${credential.counter}, ${[...transports]}, ${credentialBackedUp},
    ${by}, ${token}, ${now}) as is_new from installation`.execute(db);
  return rows[0]?.is_new ? credential.id : undefined;
}

/** A verified signature: the person, the passkey and the challenge. */
export interface VerifiedAssertion {
  readonly staffId: StaffId;
  readonly keyId: string;
  readonly challenge: Challenge;
}

/**
 * Verifies a signature by a passkey: challenge, origin, relying party, user verification and counter. The challenge is used
 * up in any case. Returns undefined if it is not accepted.
 */
export async function verifyPasskey(
  context: ConsoleContext,
  db: Db,
  purpose: ChallengePurpose,
  passkey: PasskeyAssertion,
): Promise<VerifiedAssertion | undefined> {
  const now = context.appContext.clock.now();
  const signed = challengeIn(passkey.response.clientDataJSON);
  const challenge = signed === undefined ? undefined : await consumeChallenge(db, signed, purpose, now);
  if (signed === undefined || challenge === undefined) return undefined;
  const key = await db
    .selectFrom('staff_key')
    .innerJoin('staff', 'staff.id', 'staff_key.staff_id')
    .select(['staff_key.id', 'staff_id', 'public_key', 'sign_count', 'transports'])
    .where('staff_key.id', '=', passkey.id)
    .where('revoked_at', 'is', null)
    .where('staff.ended_at', 'is', null)
    .executeTakeFirst();
  if (!key || (challenge.staffId !== undefined && challenge.staffId !== key.staff_id)) return undefined;
  // An authenticator may leave the handle out if the server named its credential.
  if ((passkey.response.userHandle ?? handleOf(key.staff_id)) !== handleOf(key.staff_id)) return undefined;
  const credential: WebAuthnCredential = {
    id: key.id,
    publicKey: new Uint8Array(key.public_key),
    counter: key.sign_count,
    transports: asTransports(key.transports),
  };
  const { userHandle, ...response } = passkey.response;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const result = await verified(() =>
    verifyAuthenticationResponse({
      response: {
        ...passkey,
        response: userHandle === undefined ? response : { ...response, userHandle },
        clientExtensionResults: {},
      },
      expectedChallenge: signed,
      expectedOrigin: expectedOrigin(context),
      expectedRPID: relyingPartyId(context),
      credential,
      requireUserVerification: true,
    }),
  );
  if (!result?.verified) return undefined;
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  await inTransaction(db, (trx) =>
    sql`select record_staff_signature(${key.id}, ${purpose}, ${JSON.stringify(passkey)}, ${newCounter}, ${credentialBackedUp}, ${now}) from installation`.execute(
      trx,
    ),
  );
  return { staffId: key.staff_id, keyId: key.id, challenge };
}
