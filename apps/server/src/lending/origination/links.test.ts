import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Brand } from '../../brands/brand.ts';
import { allowedLink } from './links.ts';

const partners = [
  { host: 'partner.example', trusted: true },
  { host: 'listed.example:8443', trusted: false },
];
const brand: Pick<Brand, 'partners'> = { partners };
const context = { sessionId: 'the-session', deviceId: 'phone-1', lang: 'en' };

/** The links that a browser, and the app around it, would open. */
const leadsTo = (link: string) => allowedLink(brand, link, context, false);

test('a link leads to a listed host over https, with the session to trusted hosts alone [T224]', () => {
  const piece = fc.constantFrom(
    'https:',
    'http:',
    'javascript:',
    'intent:',
    'data:',
    '//',
    '/',
    '\\',
    '@',
    ':',
    ':8443',
    ':443',
    '.',
    '%2e',
    '\t',
    '\n',
    ' ',
    '?',
    '#',
    'partner.example',
    'PARTNER.example',
    'listed.example',
    'evil.example',
    'user:word',
    'sessionId=stolen',
    '。',
    'ｐartner.example',
  );
  let allowed = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
      const link = leadsTo(pieces.join(''));
      if (link === undefined) return;
      allowed += 1;
      const url = new URL(link);
      const partner = partners.find(({ host }) => host === url.host);
      expect([url.protocol, url.username, url.password]).toEqual(['https:', '', '']);
      expect(partner).toBeDefined();
      expect(url.searchParams.getAll('sessionId').includes('the-session')).toBe(partner?.trusted);
    }),
    {
      numRuns: 20_000,
      examples: [[['https:', '//', 'partner.example', '/']], [['https:', '//', 'listed.example', ':8443']]],
    },
  );
  expect(allowed).toBeGreaterThan(1);
});

test.each([
  'javascript:alert(1)//partner.example',
  'https://partner.example@evil.example/',
  'https://partner.example.evil.example/',
  'https://evil.example/partner.example',
  'https://evil.example#@partner.example',
  'https://evil.example\\@partner.example',
  'https://partner.example:444/',
  'http://partner.example/',
  '//partner.example/',
  'intent://partner.example#Intent;scheme=https;end',
  'https://user@partner.example/',
])('%s is not accepted as a link [T225]', (link) => {
  expect(leadsTo(link)).toBeUndefined();
});
