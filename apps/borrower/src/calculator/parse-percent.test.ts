import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePercent } from './parse-percent.ts';

test('KEY-08 a percentage in usual notations is parsed to ppm', () => {
  for (const [text, ppm] of [
    ['6,5', 65_000],
    ['6.5', 65_000],
    ['6.5 %', 65_000],
    ['72%', 720_000],
    ['.5', 5_000],
    ['7.', 70_000],
    ['0', 0],
    [' 103.1786 ', 1_031_786],
  ] as const)
    expect([text, parsePercent(text)]).toEqual([text, ppm]);
});

test('KEY-08 a text that is not a percentage is rejected', () => {
  for (const text of [
    '',
    ' ',
    '.',
    ',',
    '%',
    'abc',
    '1e3',
    '-5',
    '0x10',
    '1.5.',
    '1,000.5',
    '6.12345',
    '9999999',
  ])
    expect([text, parsePercent(text)]).toEqual([text, undefined]);
});

test('KEY-08 every percentage of up to four decimals is parsed exactly, with a point or a comma', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), fc.constantFrom('.', ','), (ppm, mark) => {
      const text = `${Math.floor(ppm / 10_000)}${mark}${String(ppm % 10_000).padStart(4, '0')}`;
      expect(parsePercent(text)).toBe(ppm);
    }),
  );
});
