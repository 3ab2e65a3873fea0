import './has-own.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

/** Tries between two breaths of the page: nothing on it may stand still for longer than a frame or two. */
const atOnce = 2_000;

/** The nonce with which the digest of `challenge` begins with `bits` zero bits. Takes seconds on a cheap phone. */
export async function workOut(challenge: string, bits: number): Promise<string> {
  for (let nonce = 0; ; ) {
    for (const until = nonce + atOnce; nonce < until; nonce += 1) {
      const [a = 0, b = 0, c = 0, d = 0] = sha256(utf8ToBytes(challenge + nonce));
      if (((a << 24) | (b << 16) | (c << 8) | d) >>> (32 - bits) === 0) return String(nonce);
    }
    await new Promise((resume) => setTimeout(resume, 0));
  }
}
