import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCents, type Market } from './format.ts';
import { parseCents } from './parse.ts';

const all: readonly Market[] = ['spec', 'ph', 'in', 'id'];

describe('CFG-02 money as people type it', () => {
  it.each<[string, Market, number]>([
    ['6476.19', 'ph', 647_619],
    ['6476.19', 'spec', 647_619],
    ['6476,19', 'ph', 647_619],
    ['6476,19', 'id', 647_619],
    ['6.476,19', 'spec', 647_619],
    ['6,476.19', 'spec', 647_619],
    ['1.500.000', 'id', 150_000_000],
    ['1.500.000', 'ph', 150_000_000],
    ['1,500.00', 'ph', 150_000],
    ['1,500.00', 'id', 150_000],
    ['10500000', 'id', 1_050_000_000],
    ['Rp 10.500.000', 'id', 1_050_000_000],
    ['₱1,500', 'ph', 150_000],
    ['PHP 1 500', 'ph', 150_000],
    ['1,50,000.50', 'in', 15_000_050],
    ['1.500', 'spec', 150_000],
    ['1,500', 'in', 150_000],
    ['5,5', 'ph', 550],
    ['1500.', 'ph', 150_000],
    ['0', 'ph', 0],
  ])('%s in %s is %i cents', (text, market, cents) => {
    expect(parseCents(text, market)).toEqual({ ok: true, cents });
  });

  it.each<[string, Market, string]>([
    ['', 'ph', 'empty'],
    ['  ', 'ph', 'empty'],
    ['₱', 'ph', 'notNumber'],
    ['abc', 'ph', 'notNumber'],
    ['-5', 'ph', 'notNumber'],
    ['1.2.3', 'ph', 'notNumber'],
    ['1,50,000', 'id', 'notNumber'],
    ['15,0.00,0', 'ph', 'notNumber'],
    ['1.500', 'ph', 'ambiguous'],
    ['1,500', 'id', 'ambiguous'],
    ['6476.190', 'ph', 'tooFine'],
    ['1.5000', 'ph', 'tooFine'],
    ['99999999999999999', 'ph', 'tooLarge'],
  ])('%s in %s is rejected: %s', (text, market, reason) => {
    expect(parseCents(text, market)).toEqual({ ok: false, reason });
  });

  it('a currency without cents accepts whole amounts alone', () => {
    expect(parseCents('1.500.000,50', 'id', 100)).toEqual({ ok: false, reason: 'notWhole' });
    expect(parseCents('1.500.000,00', 'id', 100)).toEqual({ ok: true, cents: 150_000_000 });
  });

  it('every formatted amount of a market is parsed back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), fc.constantFrom(...all), (cents, market) => {
        const written = formatCents(cents, market);
        // A market that writes no cents shows whole amounts.
        const roundedCents = /[.,]\d\d$/.test(written) ? cents : Math.round(cents / 100) * 100;
        expect(parseCents(written, market)).toEqual({ ok: true, cents: roundedCents });
      }),
    );
  });

  it('a parsed amount never joins digits around a cent: 6476.19 is never 647619', () => {
    fc.assert(
      fc.property(
        fc.nat(9_999_999),
        fc.nat(99),
        fc.constantFrom('.', ','),
        fc.constantFrom(...all),
        (whole, part, mark, market) => {
          const text = `${whole}${mark}${String(part).padStart(2, '0')}`;
          expect(parseCents(text, market)).toEqual({ ok: true, cents: whole * 100 + part });
        },
      ),
    );
  });

  it('any text gets a result, and an accepted one is a safe amount', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.constantFrom(...all), (text, market) => {
        const parsed = parseCents(text, market);
        if (parsed.ok) expect(Number.isSafeInteger(parsed.cents) && parsed.cents >= 0).toBe(true);
      }),
    );
  });
});
