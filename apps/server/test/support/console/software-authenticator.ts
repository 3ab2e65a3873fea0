import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type {
  NewPasskey,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '@hiram/contract/console/passkey';

/** The ways in which an authenticator misbehaves. */
export interface Misbehaviour {
  /** Another page's origin in what it signs. */
  readonly origin?: string;
  /** Another relying party. */
  readonly rpId?: string;
  /** Presence without verification of the person. */
  readonly isUnverified?: boolean;
  /** Another challenge than the server's, in base64url. */
  readonly challenge?: string;
  /** A counter that went back: a copied key. */
  readonly counter?: number;
}

/** A passkey of the test's own: WebAuthn level 2, ES256, attestation `none`, discoverable. */
export interface SoftwareAuthenticator {
  readonly id: string;
  register(options: PasskeyCreation, misbehaviour?: Misbehaviour): NewPasskey;
  sign(options: PasskeyRequest, misbehaviour?: Misbehaviour): PasskeyAssertion;
}

const userPresent = 0x01;
const userVerified = 0x04;
const attestedData = 0x40;

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** Encodes the few kinds of CBOR that a passkey has (RFC 8949). */
function cbor(value: Cbor): Buffer {
  const head = (major: number, count: number) =>
    count < 24
      ? Buffer.from([(major << 5) | count])
      : count < 256
        ? Buffer.from([(major << 5) | 24, count])
        : Buffer.from([(major << 5) | 25, count >> 8, count & 0xff]);
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

/** The public key as COSE: EC2, ES256, P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** An attestation object of format `none`. */
function attestationOf(authData: Buffer): Buffer {
  return cbor(
    new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]),
  );
}

/** The data that a browser adds to a signature. */
function clientData(type: string, challenge: string, origin: string, wrong: Misbehaviour): Buffer {
  const signed = { challenge: wrong.challenge ?? challenge, origin: wrong.origin ?? origin };
  return Buffer.from(JSON.stringify({ type, ...signed, crossOrigin: false }));
}

export function softwareAuthenticator(origin: string): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let userHandle = '';
  let counter = 0;

  const authenticatorData = (rpId: string, flags: number, wrong: Misbehaviour) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(wrong.counter ?? counter);
    const shown = wrong.isUnverified ? flags & ~userVerified : flags;
    return Buffer.concat([sha256(wrong.rpId ?? rpId), Buffer.from([shown]), count]);
  };

  return {
    id,
    register(options, wrong = {}) {
      userHandle = options.user.id;
      const data = authenticatorData(options.rp.id, userPresent | userVerified | attestedData, wrong);
      const length = Buffer.from([credentialId.length >> 8, credentialId.length & 0xff]);
      // Sixteen zeros: an authenticator that does not say its model.
      const authData = Buffer.concat([data, Buffer.alloc(16), length, credentialId, coseKey(publicKey)]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, origin, wrong).toString(
            'base64url',
          ),
          attestationObject: attestationOf(authData).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    sign(options, wrong = {}) {
      const client = clientData('webauthn.get', options.challenge, origin, wrong);
      const data = authenticatorData(options.rpId, userPresent | userVerified, wrong);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle,
        },
      };
    },
  };
}
