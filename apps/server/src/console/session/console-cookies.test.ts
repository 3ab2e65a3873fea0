import { expect, test } from 'vitest';
import { clearSessionCookie, type HeaderSetter, setSessionCookie } from '../access/sign-in/cookie.ts';
import { clearStateCookie, setStateCookie } from '../directory/state-cookie.ts';

/** The cookie that is set over TLS. */
function cookieOf(set: (reply: HeaderSetter) => void): string {
  let cookie = '';
  set({
    header(_name, value) {
      cookie = value;
    },
  });
  return cookie;
}

test('over TLS the cookies of the console belong to its host alone, and no script reads them [T1050]', () => {
  expect([
    cookieOf((reply) => setSessionCookie(reply, true, 'token')),
    cookieOf((reply) => clearSessionCookie(reply, true)),
    cookieOf((reply) => setStateCookie(reply, true, 'state')),
    cookieOf((reply) => clearStateCookie(reply, true)),
  ]).toEqual([
    '__Host-hiram_staff=token; Path=/; HttpOnly; SameSite=Strict; Secure',
    '__Host-hiram_staff=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure',
    '__Host-hiram_sign_in=state; Max-Age=600; Path=/; HttpOnly; SameSite=Lax; Secure',
    '__Host-hiram_sign_in=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure',
  ]);
});
