import { addDays, type LoanEvent, localDate, position, quoteExtension, termsFor } from '@hiram/loan';
import { describe, expect, test } from 'vitest';
import { brandTexts, promised } from '../../../test/support/borrowers/promises.ts';
import { contactAnswer } from '../../lending/contact/contact-hours.ts';
import { startOfDay } from '../../platform/clock/clock.ts';
import type { Brand } from '../brand.ts';
import { contactLaws } from '../markets/contact-law.ts';
import { markets } from '../markets/markets.ts';

const isContactHour = (at: Date, { market, contact, holidays, timeZone }: Brand) =>
  contactAnswer(
    {
      law: contactLaws[markets[market].country],
      rules: contact,
      holidays,
      zones: [timeZone],
      daysLate: 0,
      hasConsent: false,
      stops: [],
      attempts: [],
    },
    { channel: 'sms', purpose: 'reminder', byPerson: false },
    at,
  ).ok;

const start = localDate('2026-11-02');
const disbursed: LoanEvent = { kind: 'disbursed', id: 'disbursal', seq: 1, valueDate: start };

describe.each(brandTexts)('%s', (name, brand) => {
  const loans = brand.products.map((product) => termsFor(product, product.amountOffered, 'new', brand.rules));

  test('TERM-01 terms have the number of days that the legal text states', () => {
    const [least, max] = promised(brand, 'term') ?? [];
    for (const { termDays } of brand.products) {
      expect(termDays).toBeGreaterThanOrEqual(Number(least));
      expect(termDays).toBeLessThanOrEqual(Number(max));
    }
  });

  test('EXT-04 an extension is as long as the term and costs the interest and the charges due', () => {
    expect(promised(brand, 'extension')).toBeDefined();
    for (const terms of loans.filter((loan) => loan.extensions > 0)) {
      const length = terms.termDays / terms.periods;
      for (const late of [-3, 0, 4]) {
        const quote = quoteExtension(terms, [disbursed], addDays(start, length + late));
        if (!quote.ok) throw new Error(`no extension: ${quote.reason}`);
        expect(quote.newDueDate).toBe(addDays(start, length + Math.max(0, late) + length));
        expect(quote.amount).toBe(quote.interest + quote.late + quote.penalty);
        expect(quote.interest).toBeGreaterThan(0);
        expect(quote.late > 0).toBe(late > 0);
      }
    }
  });

  test('TERM-02 nothing is owed for money that did not arrive', () => {
    expect(promised(brand, 'nothingOwed')).toBeDefined();
    const returned: LoanEvent = {
      kind: 'reversed',
      id: 'back',
      seq: 2,
      valueDate: start,
      target: 'disbursal',
    };
    for (const terms of loans)
      expect(() => position(terms, [disbursed, returned], addDays(start, 90))).toThrow('not disbursed');
  });

  test('a payment counts on the day on which the borrower paid', () => {
    // The specification's own text does not contain it.
    if (promised(brand, 'payersDay') === undefined) expect(name).toMatch(/^spec /);
    for (const terms of loans) {
      const due = addDays(start, terms.termDays / terms.periods);
      const { due: amount } = position(terms, [disbursed], due);
      const paid: LoanEvent = { kind: 'paid', id: 'paid', seq: 2, valueDate: due, amount };
      expect(position(terms, [disbursed, paid], addDays(due, 9))).toMatchObject({
        overdue: 0,
        lateOwed: 0,
        penalty: 0,
      });
    }
  });

  test('reminders are sent in the hours and on the days that the legal text states', () => {
    const stated = promised(brand, 'contactHours');
    if (!stated) {
      expect(name).toMatch(/^spec /);
      return;
    }
    const [notOnSundays, from, until] = stated;
    const last = brand.language === 'fil' ? Number(until) + 12 : Number(until);
    let allowed = 0;
    for (let day = start; day < addDays(start, 60); day = addDays(day, 1)) {
      const midnight = startOfDay(brand.timeZone, day).getTime();
      const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
      const isFree = weekday === 0 || brand.holidays.has(day);
      for (let hour = 0; hour < 24; hour += 1) {
        if (!isContactHour(new Date(midnight + hour * 3_600_000 + 59_000), brand)) continue;
        allowed += 1;
        expect(hour, day).toBeGreaterThanOrEqual(Number(from));
        expect(hour, day).toBeLessThan(last);
        if (notOnSundays) expect(isFree, day).toBe(false);
      }
    }
    expect(allowed).toBeGreaterThan(100);
  });

  test('every law of the market names its source and its effective date', () => {
    for (const law of markets[brand.market].laws) {
      expect(law.source, law.name).toMatch(/\w{3}/);
      expect(law.from <= start, law.name).toBe(true);
    }
  });
});
