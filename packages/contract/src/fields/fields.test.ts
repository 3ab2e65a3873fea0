import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { availability } from '../shapes/recommended-product.ts';
import { isSuccessCode } from '../wire/envelope.ts';
import { fromWire, named, object, strictObject, toWire } from '../wire/wire.ts';
import { cents, flag, flagInput, id, text, whole } from './fields.ts';

test('NET-01 success is a code that parses to 0, and nothing else', () => {
  expect(['0', '00'].map(isSuccessCode)).toEqual([true, true]);
  expect(['', '1', '-2', '10', '0x0', ' 0', '40000'].map(isSuccessCode)).toEqual(Array(7).fill(false));
});

test('a whole number is parsed from its canonical form only [T108]', () => {
  for (const bad of [
    '0x10',
    '1e3',
    '',
    ' ',
    ' 5',
    '5 ',
    '05',
    '5.0',
    '-0',
    '+5',
    '٥',
    '１',
    'NaN',
    null,
    true,
    [],
    1.5,
    -1,
    Number.NaN,
    2 ** 53,
    '9007199254740993',
  ])
    expect(v.safeParse(whole, bad).success, String(bad)).toBe(false);
  fc.assert(
    fc.property(
      fc.maxSafeNat(),
      (n) => v.parse(whole, n) === n && (String(n).length > 16 || v.parse(whole, String(n)) === n),
    ),
  );
  fc.assert(fc.property(fc.string(), (s) => !v.safeParse(whole, s).success || String(Number(s)) === s));
});

test('an amount of money is greater than zero', () => {
  expect(v.safeParse(cents, 0).success).toBe(false);
  expect(v.parse(cents, '1200000')).toBe(1_200_000);
});

test('text contains no null character and no lone surrogate, and keeps every surrogate pair [T105]', () => {
  for (const broken of ['\u0000', 'a\u0000', '\ud83d', '\ude00a'])
    expect([broken, v.is(text(10), broken), v.is(id, broken)]).toEqual([broken, false, false]);
  for (const fine of ['😀', 'ñ', 'n\u0303', '\t'])
    expect([fine, v.is(text(10), fine), v.is(id, fine)]).toEqual([fine, true, true]);
});

test('a flag is a boolean inside and 0 or 1 on the wire', () => {
  const answer = object({ canExtend: named('isDelay', flag), moved: v.optional(flag) });
  expect(toWire(answer, { canExtend: true, moved: false })).toEqual({ isDelay: 1, moved: 0 });
  expect(fromWire(answer, v.parse(answer, { isDelay: 0 }))).toEqual({ canExtend: false });
  for (const value of [true, false, '1', 2, -1, null]) expect(v.is(flag, value), String(value)).toBe(false);
});

test('a flag of an input is also "0" or "1", as in a form body', () => {
  const input = strictObject({ agreed: flagInput });
  for (const [wire, inside] of [
    [0, false],
    [1, true],
    ['0', false],
    ['1', true],
  ] as const)
    expect(fromWire(input, v.parse(input, { agreed: wire }))).toEqual({ agreed: inside });
  expect(toWire(input, { agreed: true })).toEqual({ agreed: 1 });
  for (const value of [true, false, 'true', '01', '', 2, null])
    expect(v.safeParse(input, { agreed: value }).issues?.[0].message, String(value)).toBe('must be 0 or 1');
});

test('every availability above 1 is greyed', () => {
  const read = (number: unknown) => fromWire(availability, v.parse(availability, number));
  expect([0, 1, 2, 7, '3'].map(read)).toEqual(['disabled', 'enabled', 'greyed', 'greyed', 'greyed']);
  expect((['disabled', 'enabled', 'greyed'] as const).map((value) => toWire(availability, value))).toEqual([
    0, 1, 2,
  ]);
});
