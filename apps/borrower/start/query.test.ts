import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readQuery } from './query.ts';

test('a query is read as the browser reads it, but the last parameter of a name counts', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.stringMatching(/^[a-zA-Z_]{1,8}$/), fc.string())), (pairs) => {
      const search = `?${new URLSearchParams(pairs)}`;
      expect(readQuery(search)).toEqual(Object.fromEntries(new URLSearchParams(search)));
    }),
  );
});

test('a parameter that cannot be decoded is left out, and the others are read', () => {
  expect(readQuery('?a=%E0%A4%A&b=2&&c')).toEqual({ b: '2', c: '' });
});
