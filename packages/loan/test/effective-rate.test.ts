import { expect, test } from 'vitest';
import { effectiveRate } from '../src/index.ts';

test('the effective rate: it has an answer, or says why there is none', () => {
  expect(effectiveRate([])).toEqual({ ok: false, reason: 'noFlows' });
  expect(effectiveRate([{ time: 0, cents: 5 }])).toEqual({ ok: false, reason: 'oneSided' });
  const worst = effectiveRate([
    { time: 0, cents: 1 },
    { time: 1, cents: -1_000_000 },
  ]);
  expect(worst.ok && Math.round(worst.rate)).toBe(999_999);
});
