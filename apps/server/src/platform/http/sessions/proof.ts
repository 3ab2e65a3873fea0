import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isProofKey, proofHeaders } from '@hiram/contract/context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BadRequest } from '../../errors/rejection.ts';

/**
 * The proofs that a caller sends beside the session. A proof never appears in a URL: a person who learns a page's URL has
 * the session and the device, but no proof. Each is the SHA-256 of 256 random bits; the value itself is not stored.
 *
 * A session is bound to the first page that is sent with it, and to an app's key at the sign-in alone. A
 * page's proof is an `HttpOnly` cookie that its document sets, or a key that the page stores where cookies do
 * not work (`X-Page-Key`). An app's native side sends its own key (`X-App-Key`) from the sign-in on. The
 * native side may open one page with its session in the URL: the session is bound to the first page that
 * sends a proof, and later pages are answered as if there were no session.
 */
export interface Proof {
  readonly app: Buffer | undefined;
  /** The cookie's proof, then the key's. A session is bound to the first. */
  readonly page: readonly Buffer[];
}

export const noProof: Proof = { app: undefined, page: [] };

const proofDays = 400;
const cookieBytes = 32;

/** Over TLS the cookie belongs to this host alone; a neighbouring host cannot set it. */
const prefixOf = (https: boolean) => (https ? '__Host-' : '');
const proofCookie = (https: boolean) => `${prefixOf(https)}hiram_proof`;
/** A readable cookie that tells the page's script that the `HttpOnly` cookie is set. It is not secret. */
const markCookie = (https: boolean) => `${prefixOf(https)}hiram_proven`;

const hashOf = (value: string) => createHash('sha256').update(value).digest();

function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const pair of String(request.headers.cookie ?? '').split(';')) {
    const separator = pair.indexOf('=');
    if (separator > 0 && pair.slice(0, separator).trim() === name) {
      const value = pair.slice(separator + 1).trim();
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

/** The proofs of a request. A malformed cookie is ignored. Throws BadRequest with the header of a malformed key. */
export function readProof(request: FastifyRequest, https: boolean): Proof {
  const app = keyOf(request, proofHeaders.app);
  const page = [cookieOf(request, proofCookie(https)), keyOf(request, proofHeaders.page)];
  return {
    app: app === undefined ? undefined : hashOf(`app ${app}`),
    page: page.flatMap((value) => (value === undefined ? [] : [hashOf(`page ${value}`)])),
  };
}

/** Reports whether the stored proof is among the given ones. */
export function includesProof(shown: readonly (Buffer | undefined)[], stored: Buffer): boolean {
  return shown.some(
    (proof) => proof !== undefined && proof.length === stored.length && timingSafeEqual(proof, stored),
  );
}

/** Reports whether the browser already has the proof cookie that documents set. */
export function hasProofCookie(request: FastifyRequest, https: boolean): boolean {
  return cookieOf(request, proofCookie(https)) !== undefined;
}

/**
 * Sets a browser's proof cookie with the first document, before any script of it calls the API. Later documents do not
 * change it, so all pages of one browser share it. Such an answer must not be cached by proxies.
 */
export function setProofCookie(request: FastifyRequest, reply: FastifyReply, https: boolean): void {
  if (hasProofCookie(request, https)) return;
  const attributes = `; Path=/; Max-Age=${proofDays * 86_400}; SameSite=Lax${https ? '; Secure' : ''}`;
  reply
    .header('cache-control', 'private, no-cache')
    .header('set-cookie', [
      `${proofCookie(https)}=${randomBytes(cookieBytes).toString('base64url')}${attributes}; HttpOnly`,
      `${markCookie(https)}=1${attributes}`,
    ]);
}
