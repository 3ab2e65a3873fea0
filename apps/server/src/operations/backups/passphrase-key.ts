import { scryptSync } from 'node:crypto';

/** scrypt's N, with r 8 and p 1, as OWASP recommends. */
const scryptN = 2 ** 17;

/** The key of an encrypted backup. */
export function keyFrom(passphrase: string, salt: Buffer): Buffer {
  return scryptSync(passphrase, salt, 32, { N: scryptN, r: 8, p: 1, maxmem: 256 * scryptN * 8 });
}
