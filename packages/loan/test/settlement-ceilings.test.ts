import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  allocations,
  type Ceilings,
  cents,
  checkCeilings,
  daysBetween,
  indonesianCeilings,
  type LoanEvent,
  type LocalDate,
  type MarketRules,
  type Product,
  philippineCeilings2026,
  position,
  quotePayoff,
  specificationRules,
  type Terms,
  termsFor,
} from '../src/index.ts';
import { day, disbursed, history, peso } from './example.ts';
import { propertyRuns } from './property-runs.ts';

const start = day('2026-05-04');

const ph: MarketRules = { ...specificationRules, ceilings: philippineCeilings2026 };
const id: MarketRules = {
  ...specificationRules,
  unit: 100,
  tolerance: cents(10_000),
  lateTiers: [{ ppm: 1_000 }],
  penaltyNew: cents(0),
  ceilings: indonesianCeilings,
};

function loan(rules: MarketRules, amount: number, shape: Partial<Product>): Terms {
  const product: Product = {
    kind: 'perPeriod',
    amountMin: cents(amount),
    amountMax: cents(amount),
    amountStep: cents(amount),
    termDays: 120,
    periods: 4,
    dailyPpm: 800,
    feePpm: 6_000,
    extensions: 1,
    ...shape,
  };
  return termsFor(product, cents(amount), 'new', rules);
}

/** The lender's income besides late charges: interest, and the fee less the returned part of it. */
function retainedCost(terms: Terms, events: readonly LoanEvent[], asOf: LocalDate): number {
  let kept: number = terms.fee;
  for (const { interest, feeReturned } of allocations(terms, events, asOf).values())
    kept += interest - feeReturned;
  return kept;
}

/** The cost that the ceilings allow for the days elapsed, of the amount lent; a month has 30 days. */
function allowedCost({ principal, ceilings }: Terms, days: number): number {
  const { perDay, effectivePerMonth } = ceilings as Ceilings;
  const perMonth = perDay ? (perDay.at(-1)?.ppm ?? 0) * 30 : (effectivePerMonth ?? 0);
  return Number((BigInt(principal) * BigInt(perMonth) * BigInt(days)) / 30_000_000n);
}

test('TERM-03 id: paid ahead on day 6, a loan costs six days of the ceiling, and the rest is credit [T820]', () => {
  const terms = loan(id, 290_000_000, { termDays: 180, periods: 6 });
  const owed = position(terms, history(disbursed(start)), start).owedInAll;
  const paid = { kind: 'paid', valueDate: addDays(start, 6), amount: owed } as const;
  const events = history(disbursed(start), paid);
  // Rp2,900,000 × 0.1 % × 6 days, which is the fee: no interest is kept.
  expect(terms.fee).toBe(1_740_000);
  for (const after of [6, 30, 90, 91, 180]) {
    const date = addDays(start, after);
    expect(retainedCost(terms, events, date)).toBe(1_740_000);
    expect(position(terms, events, date)).toMatchObject({
      status: 'settled',
      credit: owed - terms.principal,
      owedInAll: 0,
    });
  }
});

test('TERM-03 ph: a fee that the ceiling does not allow for the days elapsed is returned [T821]', () => {
  const terms = loan(ph, 1_000_000, { dailyPpm: 1_800, feePpm: 20_000 });
  const owed = position(terms, history(disbursed(start)), start).owedInAll;
  const events = history(disbursed(start), { kind: 'paid', valueDate: addDays(start, 3), amount: owed });
  // ₱10,000 × 12 % × 3 / 30 = ₱120 of the fee of ₱200.
  expect(position(terms, events, addDays(start, 3))).toMatchObject({
    status: 'settled',
    feeReturned: peso(80),
    credit: owed - terms.principal + 8_000,
  });
});

const loans = fc
  .record({
    isPhilippine: fc.boolean(),
    units: fc.integer({ min: 1_000, max: 10_000 }),
    isSingle: fc.boolean(),
    dailyPpm: fc.integer({ min: 0, max: 2_000 }),
    feePpm: fc.integer({ min: 0, max: 60_000 }),
  })
  .map(({ isPhilippine, units, isSingle, dailyPpm, feePpm }) =>
    loan(isPhilippine ? ph : id, units * (isPhilippine ? 100 : 50_000), {
      kind: isSingle ? 'single' : 'perPeriod',
      termDays: isSingle ? 91 : 120,
      periods: isSingle ? 1 : 4,
      dailyPpm,
      feePpm,
    }),
  )
  .filter(
    (terms) => terms.ceilings !== undefined && checkCeilings(terms.ceilings, terms, start).length === 0,
  );

const lives = fc.array(
  fc.record({
    wait: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 45 })),
    act: fc.constantFrom('due', 'part', 'all', 'payoff', 'waive'),
    share: fc.integer({ min: 1, max: 1_100 }),
  }),
  { minLength: 1, maxLength: 6 },
);
type Life = typeof lives extends fc.Arbitrary<infer L> ? L : never;

function eventsOf(terms: Terms, life: Life): { events: LoanEvent[]; last: LocalDate } {
  const events: LoanEvent[] = [{ kind: 'disbursed', id: 'e0', seq: 1, valueDate: start }];
  let today = start;
  for (const { wait, act, share } of life) {
    today = addDays(today, wait);
    const base = { id: `e${events.length}`, seq: events.length + 1, valueDate: today };
    const { due, owedInAll, interestOwed } = position(terms, events, today);
    const payoff = quotePayoff(terms, events, today);
    const part = (amount: number) => cents(Math.floor((amount * share) / 1_000));
    if (act === 'waive') {
      const interest = part(Math.min(interestOwed, interestOwed * 0.9));
      events.push({
        ...base,
        kind: 'waived',
        interest,
        principal: cents(0),
        late: cents(0),
        penalty: cents(0),
      });
      continue;
    }
    const amounts = { due, part: part(owedInAll), all: owedInAll, payoff: payoff.ok ? payoff.amount : 0 };
    if (amounts[act] > 0) events.push({ ...base, kind: 'paid', amount: cents(amounts[act]) });
  }
  return { events, last: today };
}

test('TERM-03 a settled loan of ph or id never keeps more than its ceilings allow [T822]', () => {
  const seen = { early: 0, allowedDay: 0, feeReturned: 0, ph: 0, id: 0 };
  fc.assert(
    fc.property(loans, lives, (terms, life) => {
      const { events, last } = eventsOf(terms, life);
      for (const date of [last, addDays(last, 40), addDays(last, 130)]) {
        const state = position(terms, events, date);
        const paid = events.reduce((sum, event) => sum + (event.kind === 'paid' ? event.amount : 0), 0);
        const allocated = [...allocations(terms, events, date).values()].reduce(
          (sum, { interest, principal, late, penalty, credit, feeReturned }) =>
            sum + interest + principal + late + penalty + credit - feeReturned,
          0,
        );
        expect(allocated).toBe(paid);
        if (state.settledOn === undefined) continue;
        const days = daysBetween(start, state.settledOn);
        expect(retainedCost(terms, events, date)).toBeLessThanOrEqual(allowedCost(terms, days));
        expect(state).toMatchObject({ owedInAll: 0, status: 'settled' });
        seen[state.settledOn < state.prepayFrom ? 'early' : 'allowedDay'] += 1;
        seen.feeReturned += Number(state.feeReturned > 0);
        seen[terms.ceilings === philippineCeilings2026 ? 'ph' : 'id'] += 1;
      }
    }),
    { numRuns: propertyRuns(1_000) },
  );
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0);
});
