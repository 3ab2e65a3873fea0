import { expect, test } from 'vitest';
import {
  addDays,
  allocations,
  type Ceilings,
  cents,
  indonesianCeilings,
  type LoanEvent,
  localDate,
  philippineCeilings2026,
  plan,
  position,
  quoteExtension,
  quotePayoff,
  quoteRepayment,
  specificationRules,
  type Terms,
} from '../src/index.ts';
import data from './money-examples.json' with { type: 'json' };

// Computed to the cent by an exact reference of the rules that is not this engine.

interface ExampleEvent {
  readonly kind: string;
  readonly valueDate: string;
  readonly amount?: number;
  readonly extends?: number;
  readonly instalment?: number;
  readonly newDueDate?: string;
}

type Example = Omit<(typeof data)[number], 'events'> & { readonly events: readonly ExampleEvent[] };
const examples: readonly Example[] = data;

function ceilingsOf(terms: Example['terms']): { ceilings?: Ceilings } {
  if (terms.ceilings !== undefined) return { ceilings: philippineCeilings2026 };
  if (terms.perDayCeilingPpm === undefined) return {};
  const perDay = [{ from: localDate('2026-01-01'), tenorUpTo: 366, ppm: terms.perDayCeilingPpm }];
  return { ceilings: { ...indonesianCeilings, perDay } };
}

function termsOf({ terms }: Example): Terms {
  return {
    principal: cents(terms.principal),
    kind: terms.kind === 'single' ? 'single' : 'perPeriod',
    termDays: terms.termDays,
    periods: terms.periods,
    dailyPpm: terms.dailyPpm,
    fee: cents(terms.fee),
    extensions: terms.extensions ?? 0,
    penalty: cents(terms.penalty ?? 0),
    lateTiers: specificationRules.lateTiers,
    allocation: 'scheduledFirst',
    prepayMinDays: 7,
    reminderDays: terms.reminderDays ?? 3,
    rules: 1,
    unit: terms.unit,
    tolerance: cents(terms.tolerance ?? 0),
    ...ceilingsOf(terms),
    ...(terms.coolingOff ? { coolingOff: terms.coolingOff } : {}),
  };
}

function eventsOf({ events }: Example): LoanEvent[] {
  return events.map((event, index): LoanEvent => {
    const base = { id: `e${index}`, seq: index + 1, valueDate: localDate(event.valueDate) };
    if (event.kind === 'disbursed') return { ...base, kind: 'disbursed' };
    if (event.kind === 'extended')
      return {
        ...base,
        kind: 'extended',
        instalment: event.instalment ?? 0,
        newDueDate: localDate(event.newDueDate ?? ''),
        paidBy: `e${index - 1}`,
      };
    const extended = event.extends === undefined ? {} : { extends: event.extends };
    return { ...base, kind: 'paid', amount: cents(event.amount ?? 0), ...extended };
  });
}

/** The events before the last payment's extension, for the quote of its price. */
function beforePrice(events: readonly LoanEvent[]): { known: LoanEvent[]; day: LoanEvent['valueDate'] } {
  const price = events.findIndex((event) => event.kind === 'paid' && event.extends !== undefined);
  return { known: events.slice(0, price), day: events[price]?.valueDate ?? localDate('1970-01-01') };
}

/** The engine's value of each figure that an example expects. */
function figuresOf(example: Example): Record<keyof Example['expect'], () => unknown> {
  const terms = termsOf(example);
  const events = eventsOf(example);
  const asOf = localDate(example.asOf);
  const loanPosition = position(terms, events, asOf);
  const quote = quoteRepayment(terms, events, asOf);
  const payoff = quotePayoff(terms, events, asOf);
  const paid = events.reduce((sum, event) => sum + (event.kind === 'paid' ? event.amount : 0), 0);
  const interest = loanPosition.instalments.reduce((sum, instalment) => sum + instalment.interest, 0);
  const scheduled = plan(terms).reduce((sum, row) => sum + row.interest, 0);
  const last = [...allocations(terms, events, asOf).values()].at(-1);
  const amountOf = (payable: typeof payoff) =>
    payable.ok ? payable.amount : payable.reason === 'tooEarly' ? `tooEarly until ${payable.from}` : 0;
  const { known, day } = beforePrice(events);
  const quoteNow = () => quoteExtension(terms, known, day);
  return {
    price: () => {
      const price = quoteNow();
      return price.ok && price.amount;
    },
    interestAdded: () => {
      const price = quoteNow();
      expect(price).toMatchObject({ ok: true, added: interest - scheduled });
      return interest - scheduled;
    },
    unpaid1: () => loanPosition.instalments[0]?.unpaid,
    dues: () => loanPosition.instalments.map((instalment) => instalment.dueDate),
    payoff: () => amountOf(payoff),
    paidInAllIfPaidOffToday: () => paid + (payoff.ok ? payoff.amount : 0),
    status: () => loanPosition.status,
    prepayFrom: () => loanPosition.prepayFrom,
    lateCharged: () => loanPosition.instalments.reduce((sum, instalment) => sum + instalment.late, 0),
    late: () => loanPosition.instalments.reduce((sum, instalment) => sum + instalment.late, 0),
    penalty: () => loanPosition.penalty,
    credit: () => loanPosition.credit,
    creditOn20260430: () => position(terms, events, localDate('2026-04-30')).credit,
    interestInAll: () => interest,
    paidInAll: () => paid,
    repayAmount: () => quote.amount,
    repayDate: () => quote.date,
    overdue: () => loanPosition.overdue,
    waivedRounding: () => {
      expect(last?.rounding).toBe(loanPosition.rounding);
      return loanPosition.rounding;
    },
    payoffBefore: () => amountOf(quotePayoff(terms, events.slice(0, -1), asOf)),
    feeReturned: () => payoff.ok && payoff.feeReturned,
    interest: () => payoff.ok && payoff.rows.find((row) => row.kind === 'interest')?.amount,
    lastDay: () => loanPosition.coolingOffUntil,
    payoffOn20260306: () => amountOf(quotePayoff(terms, events, localDate('2026-03-06'))),
    interestAgreed: () =>
      payoff.ok && (payoff.rows.find((row) => row.kind === 'interest')?.amount ?? 0) + payoff.clamped,
    clamped: () => payoff.ok && payoff.clamped,
  };
}

for (const example of examples)
  test(`TERM-03 EXT-04 worked example ${example.name}`, () => {
    const figures = figuresOf(example);
    const expected = Object.entries(example.expect);
    const found = expected.map(([name]) => [name, figures[name as keyof Example['expect']]()]);
    expect(Object.fromEntries(found)).toEqual(example.expect);
  });

test('cancelling a loan in its cooling-off days settles it, returns the fee and leaves no other trace', () => {
  const example = examples.find((candidate) => candidate.terms.coolingOff)!;
  const terms = termsOf(example);
  const asOf = localDate(example.asOf);
  const paid = { kind: 'paid', id: 'p', seq: 2, valueDate: asOf, amount: cents(789_200) } as const;
  const events = [...eventsOf(example), paid];
  expect(position(terms, events, addDays(asOf, 200))).toMatchObject({
    status: 'settled',
    credit: 0,
    feeReturned: 12_000,
    rounding: 0,
    settledOn: asOf,
  });
  expect(allocations(terms, events, asOf).get('p')).toMatchObject({
    principal: 800_000,
    interest: 1_200,
    feeReturned: 12_000,
  });
});
