import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { Secret } from './secrets.ts';

/**
 * Encrypts identity and account data at rest (AES-256-GCM). The first key of DATA_KEY encrypts, digests and signs. Every key
 * of the list decrypts and verifies, so that a new key can be added in front while servers run.
 */
export interface FieldCipher {
  encrypt(plain: string): Buffer;
  /** Throws if no key decrypts the data or the data was altered. */
  decrypt(encrypted: Buffer): string;
  /** The prefix of everything that the first key encrypts. */
  readonly mark: Buffer;
  /** The ids of all keys, the first key's first. An id is public: it is in front of everything that its key encrypts. */
  readonly keyIds: readonly string[];
  /** A keyed digest: equal for equal values, and reveals nothing else. */
  digest(value: string): Buffer;
  /** True if the digest is the value's, under any key. */
  matches(value: string, digest: Buffer): boolean;
  /** Signs text that a client sends back unaltered. Returns base64url. */
  sign(text: string): string;
  /** True if the signature is valid for the text, under any key. */
  isSigned(text: string, signature: string): boolean;
}

/** The first byte of a ciphertext: 1 has no key mark after it, 2 has a key mark of four bytes. */
const [unmarked, marked] = [1, 2];
const markBytes = 5;
const nonceBytes = 12;
const tagBytes = 16;

/** The id of the key that encrypted a value, from its first five bytes; undefined for a value of before keys had ids. */
export function keyIdOf(encrypted: Buffer): string | undefined {
  return encrypted[0] === marked ? encrypted.subarray(1, markBytes).toString('hex') : undefined;
}

interface Keys {
  readonly mark: Buffer;
  readonly encryption: KeyObject;
  readonly digest: KeyObject;
  readonly sign: KeyObject;
}

function derive(hex: string): Keys {
  const key = Buffer.from(hex, 'hex');
  const deriveFor = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `hiram ${purpose}`, 32));
  return {
    mark: Buffer.concat([Buffer.from([marked]), deriveFor('mark').subarray(0, markBytes - 1)]),
    // Key objects: a key of bytes is prepared again for each value, which takes more than to encrypt it.
    encryption: createSecretKey(deriveFor('seal')),
    digest: createSecretKey(deriveFor('digest')),
    sign: createSecretKey(deriveFor('sign')),
  };
}

const isEqual = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);
const hmac = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest();

function tryDecrypt(key: KeyObject, body: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, nonceBytes));
    decipher.setAuthTag(body.subarray(nonceBytes, nonceBytes + tagBytes));
    const plain = [decipher.update(body.subarray(nonceBytes + tagBytes)), decipher.final()];
    return Buffer.concat(plain).toString('utf8');
  } catch {
    // Encrypted by another key, or altered.
    return undefined;
  }
}

/** `secret`: DATA_KEY; each of its values has 64 hexadecimal digits. */
export function createFieldCipher(secret: Secret): FieldCipher {
  const derived = new Map<string, Keys>();
  const keysOf = (hex: string): Keys => {
    const keys = derived.get(hex) ?? derive(hex);
    derived.set(hex, keys);
    return keys;
  };
  const first = () => keysOf(secret.current);
  const all = () => secret.accepted.map(keysOf);
  return {
    get mark() {
      return first().mark;
    },
    get keyIds() {
      return all().map(({ mark }) => mark.subarray(1).toString('hex'));
    },
    encrypt(plain) {
      const { mark, encryption } = first();
      const nonce = randomBytes(nonceBytes);
      const gcm = createCipheriv('aes-256-gcm', encryption, nonce);
      const body = Buffer.concat([gcm.update(plain, 'utf8'), gcm.final()]);
      return Buffer.concat([mark, nonce, gcm.getAuthTag(), body]);
    },
    decrypt(encrypted) {
      const mark = encrypted.subarray(0, markBytes);
      const [candidates, body] =
        encrypted[0] === unmarked
          ? [all(), encrypted.subarray(1)]
          : [all().filter((keys) => keys.mark.equals(mark)), encrypted.subarray(markBytes)];
      for (const keys of candidates) {
        const plain = tryDecrypt(keys.encryption, body);
        if (plain !== undefined) return plain;
      }
      throw new Error('no data key decrypts this value');
    },
    digest: (value) => hmac(first().digest, value),
    matches: (value, digest) => all().some((keys) => isEqual(hmac(keys.digest, value), digest)),
    sign: (text) => hmac(first().sign, text).toString('base64url'),
    isSigned(text, signature) {
      const candidate = Buffer.from(signature);
      return all().some((keys) =>
        isEqual(Buffer.from(hmac(keys.sign, text).toString('base64url')), candidate),
      );
    },
  };
}
