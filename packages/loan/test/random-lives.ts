import fc from 'fast-check';
import {
  addDays,
  cents,
  indonesianCeilings,
  type LoanEvent,
  type LocalDate,
  localDate,
  specificationRules,
  type Terms,
} from '../src/index.ts';
import { dayOf, extensionOn, replayDayByDay } from './reference.ts';

const start = localDate('2026-05-04');

const tolerances = { exact: 0, pesos: 100, rupees: 100, rupiah: 10_000 };

/** Loans of every market's unit and tolerance. */
export const terms: fc.Arbitrary<Terms> = fc
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
    market: fc.constantFrom<keyof typeof tolerances>('exact', 'pesos', 'rupees', 'rupiah'),
  })
  .map((shape): Terms => {
    const unit = shape.market === 'rupees' || shape.market === 'rupiah' ? 100 : 1;
    const tolerance = tolerances[shape.market];
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
      ...(shape.market === 'rupees' ? { coolingOff: { days: 3, feeRetained: shape.penalty === 0 } } : {}),
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

/** The next step: amounts are near the reference's debt, with a small difference. */
export const steps = fc.array(
  fc.record({
    // Days near a due date are the ones on which most can happen.
    wait: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom(12, 14, 15, 28, 30, 31, 89),
      fc.integer({ min: 0, max: 50 }),
    ),
    what: fc.constantFrom(
      'requested',
      'requested',
      'payoff',
      'share',
      'extend',
      'extend',
      'partOfPrice',
      'partOfPrice',
      'extend',
      'partOfPrice',
      'waive',
      'refund',
      'reverse',
      'arrange',
      'arrange',
    ),
    off: fc.constantFrom(0, 0, 0, -1, 1, -100, -101, 50, -10_000, -10_001, 250_000),
    share: fc.integer({ min: 1, max: 1_000 }),
  }),
  { maxLength: 9 },
);
type Step = typeof steps extends fc.Arbitrary<readonly (infer S)[]> ? S : never;

/** A loan through steps, each by the reference's debt on its day. */
export function playEvents(loan: Terms, path: readonly Step[]): { events: LoanEvent[]; last: LocalDate } {
  const events: LoanEvent[] = [{ kind: 'disbursed', id: 'e0', seq: 1, valueDate: start }];
  let today = start;
  for (const step of path) {
    today = addDays(today, step.wait);
    for (const event of objectsOfStep(loan, events, today, step))
      events.push({
        ...event,
        id: `e${events.length}`,
        seq: events.length + 1,
        valueDate: today,
      } as LoanEvent);
  }
  return { events, last: today };
}

function objectsOfStep(loan: Terms, events: readonly LoanEvent[], today: LocalDate, step: Step): object[] {
  const state = replayDayByDay(loan, events, today);
  const part = (amount: bigint) => cents(Math.floor((Number(amount) * step.share) / 1_000));
  const paid = (amount: bigint, extra = {}) =>
    Number(amount) + step.off > 0
      ? [{ kind: 'paid', amount: cents(Number(amount) + step.off), ...extra }]
      : [];
  switch (step.what) {
    case 'requested':
      return paid(state.dueNow());
    case 'payoff':
      return paid(state.payoffAsked());
    case 'share':
      return [{ kind: 'paid', amount: cents(part(state.owedInAll()) + 1) }];
    case 'extend': {
      const found = extensionOn(loan, events, today);
      if (!found) return [];
      const { no, parts } = found;
      const newDueDate = addDays(start, found.newDue - dayOf(start));
      // The last payment may be short by what the tolerance forgives.
      const short = Math.min(-step.off, loan.tolerance ?? 0, Number(found.price) - 1);
      return [
        { kind: 'paid', amount: cents(Number(found.price) - Math.max(0, short)), extends: no },
        { kind: 'extended', instalment: no, newDueDate, paidBy: `e${events.length}`, parts },
      ];
    }
    case 'partOfPrice': {
      const found = extensionOn(loan, events, today);
      return found && found.price > 1n
        ? [{ kind: 'paid', amount: cents(part(found.price) || 1), extends: found.no }]
        : [];
    }
    case 'waive': {
      const [interest, principal] = [state.list[0]?.interest ?? 0n, state.list[0]?.principal ?? 0n];
      const late = state.list.reduce((sum, instalment) => sum + state.late(instalment), 0n);
      const buckets = { interest: part(interest), principal: part(principal), late: part(late) };
      return [{ kind: 'waived', ...buckets, penalty: part(state.penalty()) }];
    }
    case 'arrange': {
      const overdue = state.list.filter(({ due }) => due < state.today);
      const instalments = overdue.filter((each) => state.unpaid(each) > 0n);
      const amount = Number(state.owedOf(instalments));
      if (state.status() !== 'overdue' || state.runsArrangement() || amount < 3) return [];
      const count = 1 + (step.share % 3);
      const each = Math.floor(amount / count);
      const parts = Array.from({ length: count }, (_, index) => ({
        date: addDays(today, (index * step.share) % 31 === 0 ? index : index * (5 + (step.share % 13))),
        amount: cents(index === count - 1 ? amount - each * index : each),
      }));
      return [
        { kind: 'arranged', instalments: instalments.map(({ no }) => no), amount: cents(amount), parts },
      ];
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
