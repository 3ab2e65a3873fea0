import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isProofKey, proofHeaders } from '@hiram/contract/context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BadRequest } from '../errors/rejection.ts';

/**
 * What a caller shows beside the session, and what never stands in an address: whoever finds the address of a page has the
 * session and the device, and not this. Each is the SHA-256 of 256 random bits; the value itself is stored nowhere.
 *
 * A session is bound to the first proof that comes with it. A page proves itself by an `HttpOnly` cookie that its document
 * set, or by a key that it keeps where cookies do not reach (`X-Page-Key`); an app's native side by a key of its own
 * (`X-App-Key`), which it shows from the sign-in on. The native side may open one page with its session in the address: the
 * first page that shows a proof has it, every later one is answered as if there were no session.
 */
export interface Proof {
  readonly app: Buffer | undefined;
  /** The cookie's before the key's; the first is the one that a session is bound to. */
  readonly page: readonly Buffer[];
}

export const noProof: Proof = { app: undefined, page: [] };

const proofDays = 400;
const cookieBytes = 32;

/** Over TLS a cookie of this host alone, which no neighbouring host can set. */
const prefixOf = (https: boolean) => (https ? '__Host-' : '');
const proofCookie = (https: boolean) => `${prefixOf(https)}hiram_proof`;
/** Tells the page's script that the cookie is there, which it cannot see. It is no secret. */
const markCookie = (https: boolean) => `${prefixOf(https)}hiram_proven`;

const hashOf = (value: string) => createHash('sha256').update(value).digest();

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const pair of String(request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) {
      const value = pair.slice(at + 1).trim();
      return isProofKey(value) ? value : undefined;
    }
  }
  return undefined;
}

function keyOf(request: FastifyRequest, header: string): string | undefined {
  const value = request.headers[header.toLowerCase()];
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !isProofKey(value))
    throw new BadRequest(header, `${header} must be 32 to 128 letters, digits, - or _`);
  return value;
}

/** The proofs that a request brings. Throws BadRequest naming the header of a malformed key; a cookie that is none is ignored. */
export function readProof(request: FastifyRequest, https: boolean): Proof {
  const app = keyOf(request, proofHeaders.app);
  const page = [cookieOf(request, proofCookie(https)), keyOf(request, proofHeaders.page)];
  return {
    app: app === undefined ? undefined : hashOf(`app ${app}`),
    page: page.flatMap((value) => (value === undefined ? [] : [hashOf(`page ${value}`)])),
  };
}

/** Is the stored proof among those that were shown? */
export function isShown(shown: readonly (Buffer | undefined)[], stored: Buffer): boolean {
  return shown.some(
    (one) => one !== undefined && one.length === stored.length && timingSafeEqual(one, stored),
  );
}

/**
 * Gives a browser its proof with the first document, before any script of it calls. A later document changes nothing, so all
 * pages of one browser have the same. Such an answer is this browser's alone: no cache in between may keep it.
 */
export function giveProof(request: FastifyRequest, reply: FastifyReply, https: boolean): void {
  if (cookieOf(request, proofCookie(https)) !== undefined) return;
  const rest = `; Path=/; Max-Age=${proofDays * 86_400}; SameSite=Lax${https ? '; Secure' : ''}`;
  reply
    .header('cache-control', 'private, no-cache')
    .header('set-cookie', [
      `${proofCookie(https)}=${randomBytes(cookieBytes).toString('base64url')}${rest}; HttpOnly`,
      `${markCookie(https)}=1${rest}`,
    ]);
}
