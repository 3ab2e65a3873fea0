import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { qrPh } from '../../test/support/servers/fake-paymongo.ts';
import { isPayableQr, qrChecksum, qrFields } from './qrph.ts';

test('the checksum matches the standard’s', () => {
  expect(qrChecksum('123456789')).toBe('29B1');
  expect(qrChecksum('')).toBe('FFFF');
});

test('a code is payable for its own amount alone, and for none after a changed character', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 5_000_000 }),
      fc.nat(200),
      fc.constantFrom('0', '7', 'A'),
      (amount, index, sign) => {
        const text = qrPh(amount, 'MERCHANT 1');
        expect(isPayableQr(text, amount)).toBe(true);
        expect(isPayableQr(text, amount + 1)).toBe(false);
        const place = index % text.length;
        const altered = text.slice(0, place) + sign + text.slice(place + 1);
        if (altered !== text) expect(isPayableQr(altered, amount)).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});

test('another country, another currency, a missing payee and a text that is no code are rejected', () => {
  const close = (body: string) => `${body}6304${qrChecksum(`${body}6304`)}`;
  const payload = qrPh(10_000, 'MERCHANT 1').slice(0, -8);
  expect(isPayableQr(close(payload), 10_000)).toBe(true);
  expect(isPayableQr(close(payload.replace('5802PH', '5802ID')), 10_000)).toBe(false);
  expect(isPayableQr(close(payload.replace('5303608', '5303840')), 10_000)).toBe(false);
  expect(isPayableQr(close(payload.replace(/^000201010212\d{4}/, '00020101021299')), 10_000)).toBe(false);
  for (const text of ['', '6304FFFF', 'https://pay.example/1', '0002'])
    expect(isPayableQr(text, 10_000)).toBe(false);
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(isPayableQr(text, 10_000)).toBe(false);
    }),
  );
});

test('wrong field lengths and duplicate tags are rejected', () => {
  expect(qrFields('000201')).toEqual(new Map([['00', '01']]));
  for (const text of ['0003', '000201000201', '00x1a', '0']) expect(qrFields(text)).toBeUndefined();
});
