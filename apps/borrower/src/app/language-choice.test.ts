import { expect, test } from 'vitest';
import { languageCookie, languageToShow } from './language-choice.ts';

const cookieHeader = (cookie: string) => `hiram_theme=dark; ${cookie.split(';')[0]}`;

test('a chosen language stays where the address asks for none, or for what it asked for before', () => {
  const cookies = cookieHeader(languageCookie('fil', 'en', '', false));
  expect(languageToShow(undefined, cookies)).toBe('fil');
  expect(languageToShow('en-PH', cookies)).toBe('fil');
  expect(languageToShow('fil', cookies)).toBe('fil');
});

test('a host whose language changed after the choice is heard', () => {
  const cookies = cookieHeader(languageCookie('fil', 'en', '', false));
  expect(languageToShow('zh', cookies)).toBe('zh');
});

test('a second choice is made over the host’s language too, not over the first choice', () => {
  const first = cookieHeader(languageCookie('id', 'en', '', true));
  const second = cookieHeader(languageCookie('en', 'id', first, true));
  expect(languageToShow('en', second)).toBe('en');
  const third = cookieHeader(languageCookie('id', 'en', second, true));
  expect(languageToShow('en', third)).toBe('id');
});

test('without a choice the address speaks; over TLS the cookie is of this host alone [T051]', () => {
  expect(languageToShow('fil', 'other=1')).toBe('fil');
  expect(languageToShow(undefined, '')).toBeUndefined();
  expect(languageCookie('fil', undefined, '', true)).toBe(
    '__Host-hiram_lang=fil~; path=/; max-age=31536000; SameSite=Lax; Secure',
  );
});
