import fc from 'fast-check';
import {
  addDays,
  type Cents,
  cents,
  type LoanEvent,
  type LocalDate,
  localDate,
  position,
  quoteExtension,
  quotePayoff,
  type Terms,
} from '../src/index.ts';

/** An action of a borrower or a lender, some days after the previous action. */
export type Action = {
  readonly wait: number;
  readonly kind: 'part' | 'due' | 'extend' | 'payoff' | 'waive' | 'refund' | 'reverse' | 'writeOff';
  /** In thousandths, of the amount that the action is about. */
  readonly share: number;
};

/** Actions in order; `lean` has only a borrower's actions. */
export function actions(scope: 'borrower' | 'everyone'): fc.Arbitrary<Action[]> {
  const borrower = ['part', 'due', 'extend', 'extend', 'payoff'] as const;
  const allKinds = [...borrower, 'waive', 'refund', 'reverse', 'writeOff'] as const;
  return fc.array(
    fc.record({
      wait: fc.integer({ min: 0, max: 60 }),
      kind: fc.constantFrom<Action['kind']>(...(scope === 'borrower' ? borrower : allKinds)),
      share: fc.integer({ min: 1, max: 1_000 }),
    }),
    { maxLength: 10 },
  );
}

export const firstDay = localDate('2026-05-04');

const partOf = (amount: number, share: number): Cents => cents(Math.floor((amount * share) / 1_000));

/**
 * Runs a loan through its actions, each by the engine's own quotes; an action that is not offered that day is
 * skipped.
 */
export function runActions(terms: Terms, path: readonly Action[]): { events: LoanEvent[]; last: LocalDate } {
  const events: LoanEvent[] = [{ kind: 'disbursed', id: 'e1', seq: 1, valueDate: firstDay }];
  let today = firstDay;
  for (const action of path) {
    today = addDays(today, action.wait);
    const seq = events.length + 1;
    const base = { id: `e${seq}`, seq, valueDate: today };
    const loanPosition = position(terms, events, today);
    switch (action.kind) {
      case 'part':
        events.push({
          ...base,
          kind: 'paid',
          amount: cents(partOf(loanPosition.owedInAll, action.share) + 1),
        });
        break;
      case 'due':
        if (loanPosition.due > 0) events.push({ ...base, kind: 'paid', amount: loanPosition.due });
        break;
      case 'payoff': {
        const quote = quotePayoff(terms, events, today);
        if (quote.ok) events.push({ ...base, kind: 'paid', amount: quote.amount });
        break;
      }
      case 'extend': {
        const quote = quoteExtension(terms, events, today);
        if (!quote.ok) break;
        events.push({ ...base, kind: 'paid', amount: quote.amount, extends: quote.instalment });
        events.push({
          kind: 'extended',
          id: `e${seq + 1}`,
          seq: seq + 1,
          valueDate: today,
          instalment: quote.instalment,
          newDueDate: quote.newDueDate,
          paidBy: base.id,
        });
        break;
      }
      case 'waive':
        events.push({
          ...base,
          kind: 'waived',
          principal: partOf(loanPosition.principalOwed, action.share),
          interest: partOf(loanPosition.interestOwed, action.share),
          late: partOf(loanPosition.lateOwed, action.share),
          penalty: partOf(loanPosition.penaltyOwed, action.share),
        });
        break;
      case 'refund':
        if (loanPosition.credit > 0) events.push({ ...base, kind: 'refunded', amount: loanPosition.credit });
        break;
      case 'reverse': {
        const paid = events.filter((event) => event.kind === 'paid');
        const target = paid[action.share % Math.max(1, paid.length)];
        const done = events.some((event) => event.kind === 'reversed' && event.target === target?.id);
        if (target && !done) events.push({ ...base, kind: 'reversed', target: target.id });
        break;
      }
      case 'writeOff':
        events.push({ ...base, kind: 'writtenOff' });
    }
  }
  return { events, last: today };
}

/** The days on which something can change: every day from disbursal to `after` days past the last action. */
export function daysOf(last: LocalDate, after: number): LocalDate[] {
  const days: LocalDate[] = [];
  for (let day = firstDay; day <= addDays(last, after); day = addDays(day, 1)) days.push(day);
  return days;
}
