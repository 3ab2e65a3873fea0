import '../transport/has-own.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Tries before the page gets control back: the main thread must not block for longer than a frame or two. */
const triesPerBatch = 2_000;

/**
 * Finds a nonce for which the SHA-256 digest of `challenge` and the nonce begins with `bits` zero bits. Takes seconds
 * on a slow phone.
 */
export async function solveChallenge(challenge: string, bits: number): Promise<string> {
  for (let nonce = 0; ; ) {
    for (const until = nonce + triesPerBatch; nonce < until; nonce += 1) {
      const [a = 0, b = 0, c = 0, d = 0] = sha256(utf8ToBytes(challenge + nonce));
      if (((a << 24) | (b << 16) | (c << 8) | d) >>> (32 - bits) === 0) return String(nonce);
    }
    await new Promise((resume) => setTimeout(resume, 0));
  }
}
