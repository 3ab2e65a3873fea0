import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Seals identity and account data at rest (AES-256-GCM). The first key seals; every key of the list still opens. */
export interface Seal {
  seal(plain: string): Buffer;
  /** Throws when no key opens it or it was altered. */
  open(sealed: Buffer): string;
  /** A keyed digest: equal for equal values, and says nothing else. */
  digest(value: string): Buffer;
  /** Signs text that we hand out and want back unaltered, as base64url. */
  sign(text: string): string;
}

const version = 1;

export function createSeal(keys: readonly Buffer[]): Seal {
  const [first] = keys;
  if (!first) throw new Error('no data key');
  const derive = (key: Buffer, use: string) =>
    Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `hiram ${use}`, 32));
  const sealing = keys.map((key) => derive(key, 'seal'));
  const sealKey = derive(first, 'seal');
  const digestKey = derive(first, 'digest');
  const signKey = derive(first, 'sign');
  return {
    seal(plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      if (sealed[0] !== version) throw new Error('sealed by an unknown version');
      for (const key of sealing) {
        try {
          const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13));
          decipher.setAuthTag(sealed.subarray(13, 29));
          return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]).toString('utf8');
        } catch {
          // Sealed by another key of the list, or altered: the next key tells.
        }
      }
      throw new Error('no data key opens this');
    },
    digest: (value) => createHmac('sha256', digestKey).update(value).digest(),
    sign: (text) => createHmac('sha256', signKey).update(text).digest('base64url'),
  };
}
