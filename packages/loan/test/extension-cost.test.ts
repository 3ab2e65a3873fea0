import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  cents,
  daysBetween,
  disclose,
  effectiveRate,
  type LoanEvent,
  localDate,
  plan,
  quoteExtension,
  specificationRules,
  type Terms,
  termsFor,
} from '../src/index.ts';

const start = localDate('2026-05-04');
const percentagePoint = 0.01;

/**
 * The monthly effective rate of a loan whose instalment `no` is extended `early` days before its due date,
 * with everything else as agreed.
 */
function effectiveAfterExtension(terms: Terms, no: number, early: number): number {
  const events: LoanEvent[] = [{ kind: 'disbursed', id: 'disbursal', seq: 1, valueDate: start }];
  const flows = [{ time: 0, cents: terms.principal - terms.fee }];
  const pay = (day: number, amount: number) => flows.push({ time: day / 30, cents: -amount });
  for (const row of plan(terms).slice(0, no - 1)) {
    const base = { id: `payment ${row.no}`, seq: events.length + 1, valueDate: addDays(start, row.day) };
    events.push({ ...base, kind: 'paid', amount: row.payment });
    pay(row.day, row.payment);
  }
  const today = (plan(terms)[no - 1]?.day ?? 0) - early;
  const quote = quoteExtension(terms, events, addDays(start, today));
  if (!quote.ok) throw new Error(`no extension: ${quote.reason}`);
  pay(today, quote.amount);
  for (const row of quote.newPlan) pay(daysBetween(start, row.dueDate), row.amount);
  const effective = effectiveRate(flows);
  if (!effective.ok) throw new Error(effective.reason);
  return effective.rate;
}

const loans = fc
  .record({
    shape: fc.constantFrom(
      { kind: 'single', periods: 1, termDays: 91 } as const,
      { kind: 'perPeriod', periods: 4, termDays: 120 } as const,
      { kind: 'perPeriod', periods: 6, termDays: 180 } as const,
      { kind: 'perPeriod', periods: 11, termDays: 330 } as const,
    ),
    amount: fc.integer({ min: 500_000, max: 10_000_000 }),
    dailyPpm: fc.integer({ min: 100, max: 2_000 }),
    feePpm: fc.constantFrom(0, 0, 5_000, 20_000),
    early: fc.integer({ min: 0, max: 3 }),
    at: fc.nat({ max: 10 }),
  })
  .map(({ shape, amount, dailyPpm, feePpm, early, at }) => {
    const product = {
      ...shape,
      amountMin: cents(1),
      amountMax: cents(amount),
      amountStep: cents(1),
      dailyPpm,
      feePpm,
      extensions: 1,
    };
    const terms = termsFor(product, cents(amount), 'new', specificationRules);
    return { terms, early, no: 1 + (at % shape.periods) };
  });

test('EXT-04 an extension in time keeps the effective rate within 0.001 points of the disclosed one', () => {
  const seen = { withFee: 0, withoutFee: 0 };
  fc.assert(
    fc.property(loans, ({ terms, early, no }) => {
      const disclosed = disclose(terms).effectivePerMonth ?? Number.NaN;
      const change = effectiveAfterExtension(terms, no, early) - disclosed;
      expect(change).toBeLessThanOrEqual(0.001 * percentagePoint);
      // A fee is spread over the longer time: with a fee, the monthly rate can only fall.
      if (terms.fee === 0) expect(change).toBeGreaterThanOrEqual(-0.001 * percentagePoint);
      seen[terms.fee === 0 ? 'withoutFee' : 'withFee'] += 1;
    }),
    { numRuns: 300 },
  );
  expect(Math.min(seen.withFee, seen.withoutFee)).toBeGreaterThan(50);
});
