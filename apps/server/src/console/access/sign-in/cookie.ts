import type { FastifyRequest } from 'fastify';

/** An answer whose headers can be set. */
export interface HeaderSetter {
  header(name: string, value: string): unknown;
}

/** Over TLS the cookie belongs to this host alone. Browsers accept the prefix over TLS only, and a sandbox has none. */
const nameOf = (isSecure: boolean) => `${isSecure ? '__Host-' : ''}hiram_staff`;

/** The token of the session cookie, or undefined. */
export function readSessionCookie(request: FastifyRequest, isSecure: boolean): string | undefined {
  for (const pair of String(request.headers.cookie ?? '').split(';')) {
    const separator = pair.indexOf('=');
    if (separator > 0 && pair.slice(0, separator).trim() === nameOf(isSecure)) {
      const value = pair.slice(separator + 1).trim();
      return /^[\w-]{43}$/.test(value) ? value : undefined;
    }
  }
  return undefined;
}

const attributes = (isSecure: boolean) => `; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;

/** Sets the session cookie. It ends with the browser's session; the server ends it earlier. */
export function setSessionCookie(reply: HeaderSetter, isSecure: boolean, token: string): void {
  reply.header('set-cookie', `${nameOf(isSecure)}=${token}${attributes(isSecure)}`);
}

export function clearSessionCookie(reply: HeaderSetter, isSecure: boolean): void {
  reply.header('set-cookie', `${nameOf(isSecure)}=; Max-Age=0${attributes(isSecure)}`);
}
