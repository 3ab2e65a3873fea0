import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../test/property-runs.ts';
import { playEvents, steps, terms } from '../../test/random-lives.ts';
import {
  addDays,
  allocations,
  cents,
  type LoanEvent,
  position,
  quoteExtension,
  quotePayoff,
  quoteRepayment,
} from '../index.ts';

test('money is conserved: allocations sum to the payment, and credit and refunds owed to the position', () => {
  fc.assert(
    fc.property(terms, steps, fc.nat(90), (loan, path, wait) => {
      const { events, last } = playEvents(loan, path);
      const day = addDays(last, wait);
      const loanPosition = position(loan, events, day);
      let [credit, refundReceivable, rounding, principal] = [0, 0, 0, 0];
      const parts = allocations(loan, events, day);
      for (const event of events) {
        const part = parts.get(event.id);
        if (!part) continue;
        const { interest, late, penalty, recovery, feeReturned } = part;
        const money =
          interest +
          part.principal +
          late +
          penalty +
          recovery +
          part.credit +
          part.refundReceivable -
          feeReturned;
        if (event.kind === 'paid') {
          expect(money).toBe(event.amount);
          for (const bucket of Object.values(part)) expect(bucket).toBeGreaterThanOrEqual(0);
        }
        if (event.kind === 'refunded') expect(money).toBe(-event.amount);
        credit += part.credit;
        refundReceivable -= part.refundReceivable + part.refundForgiven;
        rounding += part.rounding;
        principal += part.principal + part.loss;
      }
      expect({ credit, refundReceivable, rounding }).toEqual({
        credit: loanPosition.credit,
        refundReceivable: loanPosition.refundReceivable,
        rounding: loanPosition.rounding,
      });
      expect(loan.principal - principal).toBe(loanPosition.principalOwed);
      if (loanPosition.credit > 0) expect(loanPosition.owedInAll).toBe(0);
    }),
    { numRuns: propertyRuns(300) },
  );
});

test('a quote’s rows sum to its amount, which is the position’s and never above the payoff', () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(terms, steps, fc.nat(60), (loan, path, wait) => {
      const { events, last } = playEvents(loan, path);
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
    { numRuns: propertyRuns(300) },
  );
  expect([...kinds].sort()).toEqual(['charges', 'instalment', 'overdue', 'payoff', 'settled']);
});

test('TERM-03 a payoff in parts on one day settles like a single one, and nothing below the tolerance does', () => {
  fc.assert(
    fc.property(terms, steps, fc.nat(40), fc.nat(1_000), (loan, path, wait, share) => {
      const { events, last } = playEvents(loan, path);
      const day = addDays(last, wait);
      const quote = quotePayoff(loan, events, day);
      const { owedInAll } = position(loan, events, day);
      // Less than one unit is quoted as one unit.
      if (!quote.ok || owedInAll < (loan.unit ?? 1)) return;
      const after = (...amounts: number[]) => {
        const positiveAmounts = amounts.filter((amount) => amount > 0);
        return position(
          loan,
          [
            ...events,
            ...positiveAmounts.map((amount, index): LoanEvent => {
              const seq = events.length + 1 + index;
              return { kind: 'paid', id: `p${index}`, seq, valueDate: day, amount: cents(amount) };
            }),
          ],
          day,
        );
      };
      const once = after(quote.amount);
      expect(once).toMatchObject({ status: 'settled', owedInAll: 0, credit: 0 });
      const part = Math.floor((quote.amount * share) / 1_000);
      expect(after(part, quote.amount - part)).toEqual(once);
      const exact = quote.amount + once.rounding - position(loan, events, day).rounding;
      const short = exact - (loan.tolerance ?? 0) - 1;
      if (short > 0) expect(after(short).status).not.toBe('settled');
      // A larger payment never leaves a larger debt.
      expect(after(part).owedInAll).toBeGreaterThanOrEqual(after(quote.amount).owedInAll);
    }),
    { numRuns: propertyRuns(300) },
  );
});

test('EXT-04 extending and then paying off on the same day never costs less than paying off', () => {
  let granted = 0;
  fc.assert(
    fc.property(terms, steps, fc.nat(40), (loan, path, wait) => {
      const { events, last } = playEvents(loan, path);
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
    { numRuns: propertyRuns(1_500) },
  );
  expect(granted).toBeGreaterThan(propertyRuns(20));
});
