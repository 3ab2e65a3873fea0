import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDecimal } from './parse-decimal.ts';

test('KEY-08 a number as people write it, in either market’s marks', () => {
  for (const [text, digits, counted] of [
    ['1.234,5', 2, 123_450],
    ['1,234.5', 2, 123_450],
    ['12.345.678', 2, 1_234_567_800],
    ['1.000', 2, 100_000],
    ['1.000', 4, 10_000],
    ['6,5', 4, 65_000],
    ['.5', 2, 50],
    ['7.', 2, 700],
    [' 1 200 ', 2, 120_000],
    ['0', 4, 0],
    ['24', 0, 24],
    ['1,00,000.50', 2, 10_000_050],
  ] as const)
    expect([text, parseDecimal(text, digits)]).toEqual([text, counted]);
});

test('KEY-08 what is no number is none', () => {
  for (const text of ['', ' ', '.', ',', 'abc', '1e3', '-5', '0x10', '1.5.', '1.23.4', '9'.repeat(20)])
    expect([text, parseDecimal(text, 2)]).toEqual([text, undefined]);
});

test('KEY-08 an amount in full is read back as it was, whatever its marks', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999_999_999 }),
      fc.integer({ min: 0, max: 99 }),
      fc.constantFrom(['.', ','], [',', '.'], ['', '.'], [' ', ',']),
      (whole, cents, [group = '', point = '.']) => {
        const grouped = String(whole).replace(/(\d)(?=(\d{3})+$)/g, `$1${group}`);
        expect(parseDecimal(`${grouped}${point}${String(cents).padStart(2, '0')}`, 2)).toBe(
          whole * 100 + cents,
        );
      },
    ),
  );
});
