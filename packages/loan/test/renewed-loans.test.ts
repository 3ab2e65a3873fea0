import { expect, test } from 'vitest';
import {
  addDays,
  daysBetween,
  type LoanEvent,
  philippineCeilings2026,
  position,
  quoteExtension,
  quotePayoff,
  type Terms,
} from '../src/index.ts';
import { day, disbursed, fourByThirty, history, peso } from './example.ts';

const loan: Terms = { ...fourByThirty, principal: peso(10_000), ceilings: philippineCeilings2026 };
const lateOf = (events: readonly LoanEvent[], date: string) => {
  const loanPosition = position(loan, events, day(date));
  return loanPosition.lateOwed + loanPosition.penaltyOwed;
};

/** Extended on a day, by the engine's own quote, to another day. */
function extendedOn(start: string, date: string): LoanEvent[] {
  const events = history(disbursed(start));
  const quote = quoteExtension(loan, events, day(date));
  if (!quote.ok) throw new Error(quote.reason);
  return history(
    disbursed(start),
    { kind: 'paid', valueDate: day(date), amount: quote.amount, extends: quote.instalment },
    {
      kind: 'extended',
      valueDate: day(date),
      instalment: quote.instalment,
      newDueDate: quote.newDueDate,
      paidBy: 'e2',
    },
  );
}

test('EXT-04 a loan from before the law keeps its late charges until an extension under the law', () => {
  // Disbursed on 2026-03-10, due on 04-09: the law took effect in between, and does not cover the loan by
  // itself.
  const before = history(disbursed('2026-03-10'));
  const [first] = position(loan, before, day('2026-04-09')).instalments;
  const payment = (first?.unpaid ?? 0) / 100;
  expect(lateOf(before, '2026-04-10')).toBe(peso(1_000) + Math.round(payment * 5));
  expect(position(loan, before, day('2026-04-10')).clamped.by).toBeUndefined();

  const renewed = extendedOn('2026-03-10', '2026-04-09');
  const loanPosition = position(loan, renewed, day('2026-05-09'));
  expect(loanPosition.dueDate).toBe('2026-05-09');
  for (const days of [1, 30]) {
    const asOf = addDays(day('2026-05-09'), days);
    // 5 % for thirty days of the scheduled amount overdue, the penalty included; rounded down.
    const line = Math.floor((loanPosition.due * 5 * days) / 3_000);
    expect(lateOf(renewed, asOf), `${days} days`).toBe(line);
    expect(position(loan, renewed, asOf).clamped.by).toBe(philippineCeilings2026.name);
  }
});

test('EXT-04 an extension from before the law leaves a loan outside it; one made under it covers the loan', () => {
  const earlier = extendedOn('2026-02-20', '2026-03-22');
  const due = position(loan, earlier, day('2026-03-22')).dueDate ?? day('2026-03-22');
  expect(position(loan, earlier, addDays(due, 1)).clamped.by).toBeUndefined();
  const under = extendedOn('2026-04-01', '2026-05-01');
  expect(daysBetween(day('2026-04-01'), day('2026-05-31'))).toBe(60);
  expect(position(loan, under, day('2026-06-01')).clamped.by).toBe(philippineCeilings2026.name);
});

test('a cooling-off that starts on a law’s day does not apply to earlier loans', () => {
  const terms: Terms = {
    ...fourByThirty,
    coolingOff: { days: 3, feeRetained: false, from: day('2025-05-08') },
  };
  expect(quotePayoff(terms, history(disbursed('2025-05-07')), day('2025-05-08'))).toMatchObject({
    ok: false,
    reason: 'tooEarly',
  });
  expect(quotePayoff(terms, history(disbursed('2025-05-08')), day('2025-05-11'))).toMatchObject({
    ok: true,
    coolingOff: true,
  });
});
