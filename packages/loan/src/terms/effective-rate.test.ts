import { expect, test } from 'vitest';
import { effectiveRate } from '../index.ts';

test('the effective rate is a number or a reason why there is none', () => {
  expect(effectiveRate([])).toEqual({ ok: false, reason: 'noFlows' });
  expect(effectiveRate([{ time: 0, cents: 5 }])).toEqual({ ok: false, reason: 'oneSided' });
  const worst = effectiveRate([
    { time: 0, cents: 1 },
    { time: 1, cents: -1_000_000 },
  ]);
  expect(worst.ok && Math.round(worst.rate)).toBe(999_999);
});

test('an odd first period: Regulation Z, Appendix J (c)(1)(ii), 36 payments of 200', () => {
  const flows = [
    { time: 0, cents: 600_000 },
    ...Array.from({ length: 36 }, (_, index) => ({ time: 1 + 19 / 30 + index, cents: -20_000 })),
  ];
  const simple = effectiveRate(flows, 'simple');
  expect(simple.ok && Math.round(simple.rate * 120_000) / 100).toBe(11.82);
  const compound = effectiveRate(flows);
  expect(compound.ok && simple.ok && compound.rate > simple.rate).toBe(true);
});
