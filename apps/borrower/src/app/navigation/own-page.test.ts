import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ownPage } from './own-page.ts';

const origin = 'https://lender.example';

test('a page of this origin is returned with its query and fragment', () => {
  for (const link of ['/main', '/order?orderId=1&x=%2F%2Fevil', '/apply?returnTo=//evil.example#a', '/'])
    expect(ownPage(link, origin)).toBe(link);
});

test('an address that a browser would resolve to another origin is rejected', () => {
  for (const link of [
    '//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\\evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/%2E%2e//evil.example',
    'https://lender.example.evil.example/',
    'https://lender.example@evil.example/',
    'javascript:alert(1)',
    ' /main',
    'main',
    '',
  ])
    expect([link, ownPage(link, origin)]).toEqual([link, undefined]);
});

test('for any text, the returned address stays on this origin, also when it is resolved once more [T227]', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2e',
    '\t',
    '\n',
    '@',
    ':',
    '?',
    '#',
    'evil.example',
    'a',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const page = ownPage(`/${pieces.join('')}`, origin);
      if (page !== undefined) expect(new URL(page, origin).origin).toBe(origin);
    }),
    { numRuns: 5_000 },
  );
});
