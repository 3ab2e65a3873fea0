import { expect, test } from 'vitest';
import { accountMark } from './identity-marks.ts';

test('one account has one digest, with or without leading zeros or a country code', () => {
  const marks = (cardType: number, institution: string, numbers: readonly string[]) =>
    new Set(numbers.map((number) => accountMark(cardType, institution, number))).size;
  expect(marks(1, 'BNORPHMM', ['1234567890', '01234567890', '001234567890'])).toBe(1);
  expect(marks(2, 'GXCHPHM2', ['09171234567', '9171234567', '639171234567'])).toBe(1);
  expect(marks(2, 'GOPAY', ['081234567890', '81234567890', '6281234567890'])).toBe(1);
  // Different accounts stay different: at another bank, and Indian numbers that begin like a calling code.
  expect(accountMark(1, 'BNORPHMM', '1234567890')).not.toBe(accountMark(1, 'BOPIPHMM', '1234567890'));
  expect(marks(2, 'AIRP', ['6281234567', '6381234567', '9181234567'])).toBe(3);
});
