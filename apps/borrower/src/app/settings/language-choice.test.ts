import { expect, test } from 'vitest';
import { languageToShow } from './language-choice.ts';
import { languageCookie } from './language-cookie.ts';

const cookieHeader = (cookie: string) => `hiram_theme=dark; ${cookie.split(';')[0]}`;

test('a chosen language stays when the address names no language or the one it named before the choice', () => {
  const cookies = cookieHeader(languageCookie('fil', 'en', '', false));
  expect(languageToShow(undefined, cookies)).toBe('fil');
  expect(languageToShow('en-PH', cookies)).toBe('fil');
  expect(languageToShow('fil', cookies)).toBe('fil');
});

test('a language that the host changes after the choice is applied', () => {
  const cookies = cookieHeader(languageCookie('fil', 'en', '', false));
  expect(languageToShow('zh', cookies)).toBe('zh');
});

test('a second choice also overrides the host’s language, not only the first choice', () => {
  const first = cookieHeader(languageCookie('id', 'en', '', true));
  const second = cookieHeader(languageCookie('en', 'id', first, true));
  expect(languageToShow('en', second)).toBe('en');
  const third = cookieHeader(languageCookie('id', 'en', second, true));
  expect(languageToShow('en', third)).toBe('id');
});

test('without a choice the address decides the language; over TLS the cookie has the __Host- prefix [T051]', () => {
  expect(languageToShow('fil', 'other=1')).toBe('fil');
  expect(languageToShow(undefined, '')).toBeUndefined();
  expect(languageCookie('fil', undefined, '', true)).toBe(
    '__Host-hiram_lang=fil~; path=/; max-age=31536000; SameSite=Lax; Secure',
  );
});
