import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { themeCookie } from './theme.ts';

test('over TLS the theme’s cookie has the __Host- prefix and is sent over TLS alone [T130]', () => {
  expect(themeCookie('dark', true)).toBe(
    '__Host-hiram_theme=dark; path=/; max-age=31536000; SameSite=Lax; Secure',
  );
  expect(themeCookie('light', false)).toBe('hiram_theme=light; path=/; max-age=31536000; SameSite=Lax');
  expect(themeCookie('system', true)).toContain('max-age=0;');
  for (const script of ['../../../start/before-paint.ts', '../../visitor/visitor-script.ts']) {
    const code = readFileSync(new URL(script, import.meta.url), 'utf8');
    const [, source = ''] = /\/(\(\?:\^\|; \)[^/]*hiram_theme=[^/]*)\/\.exec/.exec(code) ?? [];
    const read = new RegExp(source);
    for (const cookie of [themeCookie('dark', true), `a=b; ${themeCookie('dark', false)}`])
      expect([script, read.exec(cookie)?.[1]]).toEqual([script, 'dark']);
    expect(read.exec('x__Host-hiram_theme=dark')).toBeNull();
  }
});
