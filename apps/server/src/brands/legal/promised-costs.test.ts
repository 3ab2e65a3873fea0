import {
  addDays,
  type Cents,
  cents,
  disclose,
  type LoanEvent,
  localDate,
  plan,
  position,
  quotePayoff,
  type Terms,
  termsFor,
} from '@hiram/loan';
import { describe, expect, test } from 'vitest';
import {
  brandTexts,
  centsOf,
  ppmOf,
  promised,
  promisedTiers,
} from '../../../test/support/borrowers/promises.ts';
import type { Brand } from '../brand.ts';

const start = localDate('2026-11-02');
const disbursed: LoanEvent = { kind: 'disbursed', id: 'disbursal', seq: 1, valueDate: start };
const dayAfter = (day: number) => addDays(start, day);

/** Loans of every product: the smallest, the offered and the largest amount, and amounts near ₱10,000. */
function loansOf(brand: Brand, client: 'new' | 'repeat' = 'new'): readonly Terms[] {
  return brand.products.flatMap((product) => {
    const { amountMin, amountOffered, amountMax, amountStep } = product;
    const nearLimit = [1_000_000, 1_000_000 + amountStep].filter(
      (value) => value >= amountMin && value <= amountMax,
    );
    const amounts = [...new Set<number>([amountMin, amountOffered, amountMax, ...nearLimit])];
    return amounts.map((amount) => termsFor(product, cents(amount), client, brand.rules));
  });
}

/** The total cost by a day of a loan of which nothing is paid: fee, interest, late interest and penalty. */
function costBy(terms: Terms, day: number): number {
  const loanPosition = position(terms, [disbursed], dayAfter(day));
  const late = loanPosition.instalments.reduce((sum, instalment) => sum + instalment.late, 0);
  const interest = loanPosition.instalments.reduce((sum, instalment) => sum + instalment.interest, 0);
  return terms.fee + interest + late + loanPosition.penalty;
}

/** Interest of every day on the outstanding principal, if instalments are paid on their due days. */
function interestBy(terms: Terms, day: number): number {
  let interest = 0;
  let from = 0;
  for (const row of plan(terms)) {
    const days = Math.min(day, row.day) - from;
    if (days > 0) interest += (row.opening * terms.dailyPpm * days) / 1_000_000;
    from = row.day;
  }
  return interest;
}

/** Instalments due up to a day, each paid on its due day. */
function paidOnTime(terms: Terms, until: number): LoanEvent[] {
  const due = plan(terms).filter((row) => row.day <= until);
  return [
    disbursed,
    ...due.map(
      (row, index): LoanEvent => ({
        kind: 'paid',
        id: `payment ${row.no}`,
        seq: index + 2,
        valueDate: dayAfter(row.day),
        amount: row.payment,
      }),
    ),
  ];
}

const lateDays = [1, 2, 29, 30, 31, 60, 90, 91, 120, 400];

describe.each(brandTexts)('%s', (_, brand) => {
  test('TERM-05 late interest is what the legal text states, or less where a ceiling applies', () => {
    const tiers = promisedTiers(brand);
    const onPrincipal = promised(brand, 'lateOnPrincipal') !== undefined;
    expect(onPrincipal, 'a limit a day counts late charges on principal alone').toBe(brand.market === 'id');
    expect(tiers.at(-1)?.until).toBe(Number.POSITIVE_INFINITY);
    for (const terms of loansOf(brand)) {
      const [first] = plan(terms);
      if (!first) throw new Error('a loan has an instalment');
      for (const days of lateDays) {
        let ppm = 0;
        let from = 0;
        for (const tier of tiers) {
          ppm += tier.ppm * Math.max(0, Math.min(days, tier.until) - from);
          from = tier.until;
        }
        const stated = ((onPrincipal ? first.principal : first.payment) * ppm) / 1_000_000;
        const [charged] = position(terms, [disbursed], dayAfter(first.day + days)).instalments;
        const unit = terms.unit ?? 1;
        expect(charged?.late, `${days} days`).toBeLessThanOrEqual(stated + unit / 2);
        if (!terms.ceilings || onPrincipal)
          expect(charged?.late, `${days} days`).toBeGreaterThanOrEqual(stated - unit / 2);
      }
    }
  });

  test('TERM-04 the penalty is the amount that the legal text states, or there is none', () => {
    const [forNew, forRepeat] = promised(brand, 'penalty') ?? ['0', '0'];
    expect(promised(brand, 'noPenalty') === undefined).toBe(promised(brand, 'penalty') !== undefined);
    for (const [client, stated] of [
      ['new', centsOf(forNew)],
      ['repeat', centsOf(forRepeat)],
    ] as const)
      for (const terms of loansOf(brand, client))
        expect(position(terms, [disbursed], dayAfter(terms.termDays + 40)).penalty).toBe(stated);
  });

  test('TERM-03 a loan can be paid off from the day in the legal text, with interest for the elapsed days', () => {
    const [least] = promised(brand, 'prepayment') ?? [];
    for (const terms of loansOf(brand)) {
      const first = Math.max(Math.ceil(terms.termDays / 2), Number(least));
      // During cooling-off another promise applies.
      const early = quotePayoff(terms, paidOnTime(terms, first - 1), dayAfter(first - 1));
      expect(early).toEqual({ ok: false, reason: 'tooEarly', from: dayAfter(first) });
      for (const day of [first, first + 5, terms.termDays - 1]) {
        const events = paidOnTime(terms, day);
        const payoff = quotePayoff(terms, events, dayAfter(day));
        const paid = events.reduce((sum, event) => sum + (event.kind === 'paid' ? event.amount : 0), 0);
        const unit = terms.unit ?? 1;
        const wanted = terms.principal + interestBy(terms, day) - paid;
        // Each instalment's interest is rounded once, and the total is rounded down to the charge unit.
        expect(payoff.ok && payoff.amount).toBeLessThanOrEqual(wanted + unit * terms.periods);
        // A daily ceiling can reduce the interest further.
        if (!terms.ceilings?.perDay)
          expect(payoff.ok && payoff.amount).toBeGreaterThanOrEqual(wanted - unit * (terms.periods + 1));
      }
    }
  });
});

const brandsPromising = (promise: Parameters<typeof promised>[1]) =>
  brandTexts.filter(([, brand]) => promised(brand, promise) !== undefined);

test('each brand promises the same in all of its languages', () => {
  const names = (promise: Parameters<typeof promised>[1]) => brandsPromising(promise).map(([name]) => name);
  expect(names('secCeilings')).toEqual(['ph en', 'ph fil']);
  expect(names('ownCeilings')).toEqual(['ph en', 'ph fil']);
  expect(names('lateThirtyDays')).toEqual(['ph en', 'ph fil']);
  expect(names('perDay').sort()).toEqual(['id en', 'id id']);
  expect(names('coolingOff')).toEqual(['in en']);
  expect(names('penalty').sort()).toEqual(['spec en', 'spec id']);
  expect(names('prepayment')).toHaveLength(brandTexts.length);
});

/** Nothing is paid for three years: no ceiling is exceeded on any of these days. */
const years = [0, 30, 61, 95, 150, 200, 365, 730, 1_095];

function staysWithin(terms: Terms, stated: { nominal: number; effective: number; total: number }): void {
  expect(terms.dailyPpm * 30).toBeLessThanOrEqual(stated.nominal);
  expect((disclose(terms).effectivePerMonth ?? 1) * 1_000_000).toBeLessThanOrEqual(stated.effective);
  for (const day of years)
    expect(costBy(terms, day)).toBeLessThanOrEqual((terms.principal * stated.total) / 1_000_000);
}

function lateStaysWithin(terms: Terms, perMonth: number): void {
  const [first] = plan(terms);
  if (!first) throw new Error('a loan has an instalment');
  const { lateOwed, penaltyOwed } = position(terms, [disbursed], dayAfter(first.day + 30));
  // Late charges of the overdue instalments: the second instalment is not late yet on this day.
  expect(lateOwed + penaltyOwed).toBeLessThanOrEqual((first.payment * perMonth) / 1_000_000);
}

test.each(brandsPromising('secCeilings'))(
  '%s: small loans stay within the ceilings that the legal text names',
  (_, brand) => {
    const [upTo, , nominal, effective] = promised(brand, 'secCeilings') ?? [];
    const [late] = promised(brand, 'lateThirtyDays') ?? [];
    const fourMonths = 123;
    const small = loansOf(brand).filter(
      (terms) => terms.principal <= centsOf(upTo) * 100 && terms.termDays <= fourMonths,
    );
    expect(small.length).toBeGreaterThan(3);
    for (const terms of small) {
      staysWithin(terms, {
        nominal: ppmOf(brand, nominal),
        effective: ppmOf(brand, effective),
        total: 1_000_000,
      });
      lateStaysWithin(terms, ppmOf(brand, late));
    }
  },
);

test.each(brandsPromising('ownCeilings'))(
  '%s: all other loans stay within the brand’s own ceilings',
  (_, brand) => {
    const [nominal, effective, late, total] = (promised(brand, 'ownCeilings') ?? []).map((text) =>
      ppmOf(brand, text),
    );
    const others = loansOf(brand).filter((terms) => terms.ceilings?.name === brand.names.english);
    expect(others.some((terms) => terms.principal > 1_000_000)).toBe(true);
    expect(others.some((terms) => terms.principal <= 1_000_000)).toBe(true);
    for (const terms of others) {
      staysWithin(terms, { nominal: nominal ?? 0, effective: effective ?? 0, total: total ?? 0 });
      lateStaysWithin(terms, late ?? 0);
    }
    // Every loan of the brand has a ceiling.
    for (const terms of loansOf(brand)) expect(terms.ceilings?.enforce).toBe(true);
  },
);

test.each(brandsPromising('perDay'))(
  '%s: daily interest and fee, and all costs together, are as the legal text states',
  (_, brand) => {
    const [day, total] = (promised(brand, 'perDay') ?? []).map((text) => ppmOf(brand, text));
    for (const terms of loansOf(brand)) {
      for (const row of plan(terms)) {
        const totalCost =
          terms.fee +
          plan(terms).reduce(
            (sum, instalment) => sum + (instalment.no <= row.no ? instalment.interest : 0),
            0,
          );
        expect(totalCost).toBeLessThanOrEqual((terms.principal * (day ?? 0) * row.day) / 1_000_000);
      }
      for (let after = Math.ceil(terms.termDays / 2); after < terms.termDays; after += 7) {
        const events = paidOnTime(terms, after);
        const payoff = quotePayoff(terms, events, dayAfter(after));
        const paid = events.reduce((sum, event) => sum + (event.kind === 'paid' ? event.amount : 0), 0);
        const cost = (payoff.ok ? payoff.amount : Number.NaN) + paid - terms.principal + terms.fee;
        expect(cost).toBeLessThanOrEqual((terms.principal * (day ?? 0) * after) / 1_000_000);
      }
      for (const after of years)
        expect(costBy(terms, after)).toBeLessThanOrEqual((terms.principal * (total ?? 0)) / 1_000_000);
    }
  },
);

test.each(brandsPromising('coolingOff'))(
  '%s: a loan is cancelled for the amount received and the interest of its days',
  (_, brand) => {
    const [days] = promised(brand, 'coolingOff') ?? [];
    const within = ['zero', 'one', 'two', 'three'].indexOf(days ?? '');
    for (const terms of loansOf(brand)) {
      const unit = terms.unit ?? 1;
      for (let day = 0; day <= within; day += 1) {
        const payoff = quotePayoff(terms, [disbursed], dayAfter(day));
        const wanted = terms.principal - terms.fee + (terms.principal * terms.dailyPpm * day) / 1_000_000;
        expect(payoff).toMatchObject({ ok: true, coolingOff: true, feeReturned: terms.fee });
        const amount: Cents = payoff.ok ? payoff.amount : cents(0);
        expect(Math.abs(amount - wanted)).toBeLessThanOrEqual(unit);
        const back: LoanEvent = { kind: 'paid', id: 'back', seq: 2, valueDate: dayAfter(day), amount };
        expect(position(terms, [disbursed, back], dayAfter(day + 200))).toMatchObject({
          status: 'settled',
          penalty: 0,
          credit: 0,
        });
      }
      expect(quotePayoff(terms, [disbursed], dayAfter(within + 1))).toMatchObject({
        ok: false,
        reason: 'tooEarly',
      });
    }
  },
);
