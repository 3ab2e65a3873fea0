import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { Secret } from './secrets.ts';

/**
 * Encrypts identity and account data at rest (AES-256-GCM). The first key of DATA_KEY encrypts, digests and signs; what any key of
 * the list did still opens and still counts, so that a new key can be put in front while servers run.
 */
export interface FieldCipher {
  encrypt(plain: string): Buffer;
  /** Throws when no key opens it or it was altered. */
  decrypt(encrypted: Buffer): string;
  /** What everything begins with that the first key encrypted. */
  readonly mark: Buffer;
  /** A keyed digest: equal for equal values, and says nothing else. */
  digest(value: string): Buffer;
  /** Is this the value's digest, under any key? */
  matches(value: string, digest: Buffer): boolean;
  /** Signs text that we hand out and want back unaltered, as base64url. */
  sign(text: string): string;
  /** Did we sign this text, under any key? */
  isSigned(text: string, signature: string): boolean;
}

/** The first byte of what is encrypted: 1 had no key's mark behind it, 2 has four bytes of it. */
const [unmarked, marked] = [1, 2];
const markBytes = 5;
const nonceBytes = 12;
const tagBytes = 16;

interface Keys {
  readonly mark: Buffer;
  readonly encryption: Buffer;
  readonly digest: Buffer;
  readonly sign: Buffer;
}

function derive(hex: string): Keys {
  const key = Buffer.from(hex, 'hex');
  const of = (use: string) => Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `hiram ${use}`, 32));
  return {
    mark: Buffer.concat([Buffer.from([marked]), of('mark').subarray(0, markBytes - 1)]),
    encryption: of('seal'),
    digest: of('digest'),
    sign: of('sign'),
  };
}

const isEqual = (a: Buffer, b: Buffer) => a.length === b.length && timingSafeEqual(a, b);
const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest();

function opened(key: Buffer, body: Buffer): string | undefined {
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

/** `secret`: DATA_KEY, each of its values 64 hexadecimal digits. */
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
    encrypt(plain) {
      const { mark, encryption } = first();
      const nonce = randomBytes(nonceBytes);
      const gcm = createCipheriv('aes-256-gcm', encryption, nonce);
      const body = Buffer.concat([gcm.update(plain, 'utf8'), gcm.final()]);
      return Buffer.concat([mark, nonce, gcm.getAuthTag(), body]);
    },
    decrypt(encrypted) {
      const mark = encrypted.subarray(0, markBytes);
      const [keys, body] =
        encrypted[0] === unmarked
          ? [all(), encrypted.subarray(1)]
          : [all().filter((one) => one.mark.equals(mark)), encrypted.subarray(markBytes)];
      for (const key of keys) {
        const plain = opened(key.encryption, body);
        if (plain !== undefined) return plain;
      }
      throw new Error('no data key opens this');
    },
    digest: (value) => hmac(first().digest, value),
    matches: (value, digest) => all().some((keys) => isEqual(hmac(keys.digest, value), digest)),
    sign: (text) => hmac(first().sign, text).toString('base64url'),
    isSigned(text, signature) {
      const given = Buffer.from(signature);
      return all().some((keys) => isEqual(Buffer.from(hmac(keys.sign, text).toString('base64url')), given));
    },
  };
}
