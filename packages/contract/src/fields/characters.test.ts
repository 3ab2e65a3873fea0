import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countCharacters, firstCharacters } from './characters.ts';

test('CMP-07 characters are counted as a person counts them', () => {
  for (const [text, count] of [
    ['', 0],
    ['abc', 3],
    ['ñandú', 5],
    ['n\u0303', 1],
    ['👨‍👩‍👧‍👦', 1],
    ['👍🏽👍', 2],
    ['🇵🇭🇮🇩', 2],
    ['1️⃣', 1],
    ['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', 1],
    ['❤️‍🔥', 1],
    ['नमस्ते', 4],
    ['\r\n', 1],
    ['\u0301', 1],
  ] as const)
    expect([text, countCharacters(text)]).toEqual([text, count]);
});

test('CMP-07 cutting keeps whole characters and never more than the limit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(12), (text, max) => {
      const cut = firstCharacters(text, max);
      expect(text.startsWith(cut)).toBe(true);
      expect(countCharacters(cut)).toBe(Math.min(max, countCharacters(text)));
    }),
  );
});
