import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  allocations,
  cents,
  indonesianCeilings,
  type LoanEvent,
  type LocalDate,
  localDate,
  position,
  quoteExtension,
  quotePayoff,
  quoteRepayment,
  specificationRules,
  type Terms,
} from '../src/index.ts';
import { dayOf, type Reckoning, reckon } from './reference.ts';

const start = localDate('2026-05-04');

const terms: fc.Arbitrary<Terms> = fc
  .record({
    isSingle: fc.boolean(),
    periods: fc.integer({ min: 2, max: 6 }),
    length: fc.constantFrom(14, 30),
    odd: fc.integer({ min: -10, max: 15 }),
    units: fc.integer({ min: 1_000, max: 2_000_000 }),
    dailyPpm: fc.integer({ min: 0, max: 4_000 }),
    feePpm: fc.constantFrom(0, 20_000),
    extensions: fc.integer({ min: 0, max: 2 }),
    penalty: fc.constantFrom(0, 100_000),
    chargesFirst: fc.boolean(),
    market: fc.constantFrom('exact', 'pesos', 'rupees', 'rupiah'),
  })
  .map((shape): Terms => {
    const unit = shape.market === 'rupees' || shape.market === 'rupiah' ? 100 : 1;
    const tolerance = { exact: 0, pesos: 100, rupees: 100, rupiah: 10_000 }[shape.market]!;
    const principal = cents(shape.units * 100 + 1_000_000);
    const first = shape.isSingle ? {} : { firstPeriodDays: shape.length + shape.odd };
    return {
      principal,
      kind: shape.isSingle ? 'single' : 'perPeriod',
      termDays: shape.isSingle ? 91 : shape.periods * shape.length + shape.odd,
      periods: shape.isSingle ? 1 : shape.periods,
      dailyPpm: shape.dailyPpm,
      fee: cents(Math.floor((principal * shape.feePpm) / 1e8) * 100),
      extensions: shape.extensions,
      lateTiers: specificationRules.lateTiers,
      penalty: cents(shape.penalty),
      allocation: shape.chargesFirst ? 'chargesFirst' : 'scheduledFirst',
      prepayMinDays: 7,
      reminderDays: 3,
      rules: 1,
      unit,
      tolerance: cents(tolerance),
      ...first,
      ...(shape.market === 'rupees' ? { coolingOff: { days: 3, feeKept: shape.penalty === 0 } } : {}),
      ...(shape.market === 'rupiah'
        ? {
            ceilings: {
              ...indonesianCeilings,
              totalCost: 1_000_000_000,
              perDay: [{ from: localDate('2026-01-01'), tenorUpTo: 366, ppm: 1_000 }],
            },
          }
        : {}),
    };
  });

/** What happens next: amounts are near what the reference says is owed, off by a little. */
const steps = fc.array(
  fc.record({
    wait: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 50 })),
    what: fc.constantFrom('asked', 'asked', 'payoff', 'share', 'extend', 'waive', 'refund', 'reverse'),
    off: fc.constantFrom(0, 0, 0, -1, 1, -100, -101, 50, -10_000, -10_001, 250_000),
    share: fc.integer({ min: 1, max: 1_000 }),
  }),
  { maxLength: 9 },
);
type Step = typeof steps extends fc.Arbitrary<readonly (infer S)[]> ? S : never;

function lived(loan: Terms, path: readonly Step[]): { events: LoanEvent[]; last: LocalDate } {
  const events: LoanEvent[] = [{ kind: 'disbursed', id: 'e0', seq: 1, valueDate: start }];
  let today = start;
  for (const step of path) {
    today = addDays(today, step.wait);
    for (const event of happen(loan, events, today, step))
      events.push({
        ...event,
        id: `e${events.length}`,
        seq: events.length + 1,
        valueDate: today,
      } as LoanEvent);
  }
  return { events, last: today };
}

function happen(loan: Terms, events: readonly LoanEvent[], today: LocalDate, step: Step): object[] {
  const state = reckon(loan, events, today);
  const part = (amount: bigint) => cents(Math.floor((Number(amount) * step.share) / 1_000));
  const paid = (amount: bigint, more = {}) =>
    Number(amount) + step.off > 0
      ? [{ kind: 'paid', amount: cents(Number(amount) + step.off), ...more }]
      : [];
  switch (step.what) {
    case 'asked':
      return paid(state.asked());
    case 'payoff':
      return paid(state.payoffAsked());
    case 'share':
      return [{ kind: 'paid', amount: cents(part(state.owedInAll()) + 1) }];
    case 'extend': {
      const found = state.extension();
      if (!found) return [];
      const newDueDate = addDays(start, found.newDue - dayOf(start));
      return [
        { kind: 'paid', amount: cents(Number(found.price)), extends: found.no },
        { kind: 'extended', instalment: found.no, newDueDate, paidBy: `e${events.length}` },
      ];
    }
    case 'waive': {
      const [interest, principal] = [state.list[0]?.interest ?? 0n, state.list[0]?.principal ?? 0n];
      const late = state.list.reduce((sum, one) => sum + state.late(one), 0n);
      const buckets = { interest: part(interest), principal: part(principal), late: part(late) };
      return [{ kind: 'waived', ...buckets, penalty: part(state.penalty()) }];
    }
    case 'refund':
      return state.credit > 0n ? [{ kind: 'refunded', amount: cents(Number(state.credit)) }] : [];
    default: {
      const reversed = events.flatMap((event) => (event.kind === 'reversed' ? [event.target] : []));
      const open = events.filter((event) => event.kind === 'paid' && !reversed.includes(event.id));
      const target = open[step.share % Math.max(1, open.length)];
      return target ? [{ kind: 'reversed', target: target.id }] : [];
    }
  }
}

/** The figures that both must agree on. */
function figures(state: Reckoning) {
  return {
    status: state.status(),
    credit: Number(state.credit),
    refundOwed: Number(state.refundOwed),
    rounding: Number(state.rounding),
    owedInAll: Number(state.owedInAll()),
    asked: Number(state.asked()),
    overdue: Number(state.isClosed ? 0n : state.fallenDue(state.today - 1)),
    dues: state.list.map((one) => one.due),
    unpaid: state.list.map((one) => Number(state.isClosed ? 0n : state.unpaid(one))),
    late: state.isClosed ? undefined : state.list.map((one) => Number(state.late(one))),
    penalty: state.isClosed ? undefined : Number(state.penalty()),
    payoff: state.canPayOff() && state.owedInAll() > 0n ? Number(state.payoffAsked()) : undefined,
    price: Number(state.extension()?.price ?? -1n),
  };
}

function engineFigures(loan: Terms, events: readonly LoanEvent[], day: LocalDate, isClosed: boolean) {
  const there = position(loan, events, day);
  const payoff = quotePayoff(loan, events, day);
  const extension = quoteExtension(loan, events, day);
  const isAllowed = day >= there.prepayFrom || (there.coolingOffUntil ?? '') >= day;
  return {
    status: there.status,
    credit: there.credit,
    refundOwed: there.refundOwed,
    rounding: there.rounding,
    owedInAll: there.owedInAll,
    asked: there.due,
    overdue: there.overdue,
    dues: there.instalments.map((one) => dayOf(one.dueDate)),
    unpaid: there.instalments.map((one) => one.unpaid),
    late: isClosed ? undefined : there.instalments.map((one) => one.late),
    penalty: isClosed ? undefined : there.penalty,
    payoff: payoff.ok && isAllowed ? payoff.amount : undefined,
    price: extension.ok ? extension.amount : -1,
  };
}

test('TERM-03 TERM-05 EXT-04 whatever happens, the engine agrees to the cent with a reckoning day by day', () => {
  const seen = { settled: 0, extended: 0, refundOwed: 0, rounding: 0, credit: 0 };
  fc.assert(
    fc.property(terms, steps, fc.array(fc.nat(60), { maxLength: 3 }), (loan, path, later) => {
      const { events, last } = lived(loan, path);
      const days = [last, ...later.map((days) => addDays(last, days))];
      for (const day of days) {
        const state = reckon(loan, events, day);
        const expected = figures(state);
        expect(engineFigures(loan, events, day, state.isClosed)).toEqual(expected);
        seen.settled += Number(expected.status === 200);
        seen.extended += Number(state.extensionsUsed > 0);
        seen.refundOwed += Number(expected.refundOwed > 0);
        seen.rounding += Number(expected.rounding > 0);
        seen.credit += Number(expected.credit > 0);
      }
    }),
    { numRuns: 600 },
  );
  for (const [what, times] of Object.entries(seen)) expect(times, what).toBeGreaterThan(0);
});

test('conservation: every payment’s allocation sums to its money, credit and refunds owed to the position', () => {
  fc.assert(
    fc.property(terms, steps, fc.nat(90), (loan, path, wait) => {
      const { events, last } = lived(loan, path);
      const day = addDays(last, wait);
      const there = position(loan, events, day);
      let [credit, refundOwed, rounding, principal] = [0, 0, 0, 0];
      const parts = allocations(loan, events, day);
      for (const event of events) {
        const part = parts.get(event.id);
        if (!part) continue;
        const { interest, late, penalty, recovery, fee } = part;
        const money =
          interest + part.principal + late + penalty + recovery + part.credit + part.refundOwed - fee;
        if (event.kind === 'paid') {
          expect(money).toBe(event.amount);
          for (const bucket of Object.values(part)) expect(bucket).toBeGreaterThanOrEqual(0);
        }
        if (event.kind === 'refunded') expect(money).toBe(-event.amount);
        credit += part.credit;
        refundOwed -= part.refundOwed + part.refundForgiven;
        rounding += part.rounding;
        principal += part.principal + part.loss;
      }
      expect({ credit, refundOwed, rounding }).toEqual({
        credit: there.credit,
        refundOwed: there.refundOwed,
        rounding: there.rounding,
      });
      expect(loan.principal - principal).toBe(there.principalOwed);
      if (there.credit > 0) expect(there.owedInAll).toBe(0);
    }),
    { numRuns: 300 },
  );
});

test('one quote: its rows sum to its amount, its amount is the position’s, and never above the payoff', () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(terms, steps, fc.nat(60), (loan, path, wait) => {
      const { events, last } = lived(loan, path);
      const day = addDays(last, wait);
      const quote = quoteRepayment(loan, events, day);
      kinds.add(quote.kind);
      const sum = (rows: readonly { amount: number }[]) => rows.reduce((total, row) => total + row.amount, 0);
      expect(sum(quote.rows)).toBe(quote.amount);
      expect(quote.amount).toBe(position(loan, events, day).due);
      expect(quote.amount % (loan.unit ?? 1)).toBe(0);
      expect(quote.amount).toBeLessThanOrEqual(Math.max(loan.unit ?? 1, quote.owedInAll));
      if (!quote.payoff.ok) return;
      expect(sum(quote.payoff.rows)).toBe(quote.payoff.amount);
      expect(quote.amount).toBeLessThanOrEqual(quote.payoff.amount);
      if (quote.kind === 'payoff') expect(quote.date).toBe(day);
    }),
    { numRuns: 300 },
  );
  expect([...kinds].sort()).toEqual(['charges', 'instalment', 'overdue', 'payoff', 'settled']);
});

test('TERM-03 a payoff in parts on one day settles as one does, and beyond the tolerance nothing does', () => {
  fc.assert(
    fc.property(terms, steps, fc.nat(40), fc.nat(1_000), (loan, path, wait, share) => {
      const { events, last } = lived(loan, path);
      const day = addDays(last, wait);
      const quote = quotePayoff(loan, events, day);
      const { owedInAll } = position(loan, events, day);
      // Less than one unit is asked as one.
      if (!quote.ok || owedInAll < (loan.unit ?? 1)) return;
      const after = (...amounts: number[]) => {
        const more = amounts.filter((amount) => amount > 0);
        return position(
          loan,
          [
            ...events,
            ...more.map((amount, index): LoanEvent => {
              const seq = events.length + 1 + index;
              return { kind: 'paid', id: `p${index}`, seq, valueDate: day, amount: cents(amount) };
            }),
          ],
          day,
        );
      };
      const once = after(quote.amount);
      expect(once).toMatchObject({ status: 200, owedInAll: 0, credit: 0 });
      const part = Math.floor((quote.amount * share) / 1_000);
      expect(after(part, quote.amount - part)).toEqual(once);
      const exact = quote.amount + once.rounding - position(loan, events, day).rounding;
      const short = exact - (loan.tolerance ?? 0) - 1;
      if (short > 0) expect(after(short).status).not.toBe(200);
      // More money never leaves more owed.
      expect(after(part).owedInAll).toBeGreaterThanOrEqual(after(quote.amount).owedInAll);
    }),
    { numRuns: 300 },
  );
});

test('EXT-04 extending and paying off on one day never costs less than paying off', () => {
  let granted = 0;
  fc.assert(
    fc.property(terms, steps, fc.nat(40), (loan, path, wait) => {
      const { events, last } = lived(loan, path);
      const day = addDays(last, wait);
      const [payoff, quote] = [quotePayoff(loan, events, day), quoteExtension(loan, events, day)];
      if (!payoff.ok || !quote.ok) return;
      granted += 1;
      const base = { valueDate: day, seq: events.length + 1 };
      const extended: LoanEvent[] = [
        ...events,
        { ...base, kind: 'paid', id: 'price', amount: quote.amount, extends: quote.instalment },
        {
          ...base,
          seq: base.seq + 1,
          kind: 'extended',
          id: 'extension',
          instalment: quote.instalment,
          newDueDate: quote.newDueDate,
          paidBy: 'price',
        },
      ];
      const rest = quotePayoff(loan, extended, day);
      if (rest.ok) expect(quote.amount + rest.amount).toBeGreaterThanOrEqual(payoff.amount);
    }),
    { numRuns: 1_500 },
  );
  expect(granted).toBeGreaterThan(20);
});
