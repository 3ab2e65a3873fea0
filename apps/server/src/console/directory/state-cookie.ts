import type { FastifyRequest } from 'fastify';
import type { HeaderSetter } from '../access/sign-in/cookie.ts';

const nameOf = (isSecure: boolean) => `${isSecure ? '__Host-' : ''}hiram_sign_in`;

/** Lax, because the directory's page leads back to the console: a strict cookie would not come along. */
const attributes = (isSecure: boolean) => `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

/** Remembers in the browser which sign-in it began. */
export function setStateCookie(reply: HeaderSetter, isSecure: boolean, state: string): void {
  reply.header('set-cookie', `${nameOf(isSecure)}=${state}; Max-Age=600${attributes(isSecure)}`);
}

export function clearStateCookie(reply: HeaderSetter, isSecure: boolean): void {
  reply.header('set-cookie', `${nameOf(isSecure)}=; Max-Age=0${attributes(isSecure)}`);
}

export function readStateCookie(request: FastifyRequest, isSecure: boolean): string | undefined {
  const pair = String(request.headers.cookie ?? '')
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${nameOf(isSecure)}=`));
  const value = pair?.slice(nameOf(isSecure).length + 1);
  return value !== undefined && /^[\w-]{20,100}$/.test(value) ? value : undefined;
}
