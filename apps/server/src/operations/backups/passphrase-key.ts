/** The key of an encrypted backup. */
import { scryptSync } from 'node:crypto';

/**
 * The key derivation of an encrypted file, by the byte after the magic: scrypt's N, with r 8 and p 1. 2¹⁷ is OWASP's
 * recommendation.
 */
export const scryptCosts: Readonly<Record<number, number>> = { 1: 2 ** 15, 2: 2 ** 17 };

export function keyFrom(passphrase: string, salt: Buffer, scheme: number): Buffer {
  const N = scryptCosts[scheme] ?? 0;
  return scryptSync(passphrase, salt, 32, { N, r: 8, p: 1, maxmem: 256 * N * 8 });
}
