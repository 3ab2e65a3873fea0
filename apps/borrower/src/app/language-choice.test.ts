import { expect, test } from 'vitest';
import { languageCookie, languageToSpeak } from './language-choice.ts';

const kept = (cookie: string) => `hiram_theme=dark; ${cookie.split(';')[0]}`;

test('a chosen language stays where the address asks for none, or for what it asked for before', () => {
  const cookies = kept(languageCookie('fil', 'en', '', false));
  expect(languageToSpeak(undefined, cookies)).toBe('fil');
  expect(languageToSpeak('en-PH', cookies)).toBe('fil');
  expect(languageToSpeak('fil', cookies)).toBe('fil');
});

test('a host whose language changed after the choice is heard', () => {
  const cookies = kept(languageCookie('fil', 'en', '', false));
  expect(languageToSpeak('zh', cookies)).toBe('zh');
});

test('a second choice is made over the host’s language too, not over the first choice', () => {
  const first = kept(languageCookie('id', 'en', '', true));
  const second = kept(languageCookie('en', 'id', first, true));
  expect(languageToSpeak('en', second)).toBe('en');
  const third = kept(languageCookie('id', 'en', second, true));
  expect(languageToSpeak('en', third)).toBe('id');
});

test('without a choice the address speaks; over TLS the cookie is of this host alone', () => {
  expect(languageToSpeak('fil', 'other=1')).toBe('fil');
  expect(languageToSpeak(undefined, '')).toBeUndefined();
  expect(languageCookie('fil', undefined, '', true)).toBe(
    '__Host-hiram_lang=fil~; path=/; max-age=31536000; SameSite=Lax; Secure',
  );
});
