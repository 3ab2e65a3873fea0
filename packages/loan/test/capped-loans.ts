import fc from 'fast-check';
import {
  addDays,
  type Ceilings,
  cents,
  type LoanEvent,
  philippineCeilings2026,
  position,
  quoteExtension,
  quotePayoff,
  type Terms,
} from '../src/index.ts';
import { day, fourByThirty, singleLoan } from './example.ts';

export const start = day('2026-05-04');

/** The ceilings of the Philippine market for loans of every size. */
export const everyLoan: Ceilings = {
  ...philippineCeilings2026,
  amountUpTo: cents(100_000_000),
  daysUpTo: 365,
};

/** Loans under ceilings of every height, with rates that fall, stay or rise from tier to tier. */
export const cappedLoan = fc
  .record({
    base: fc.constantFrom(fourByThirty, singleLoan),
    tiers: fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 3 }),
    penalty: fc.integer({ min: 0, max: 150_000 }),
    latePerMonth: fc.integer({ min: 10_000, max: 400_000 }),
    totalCost: fc.integer({ min: 260_000, max: 1_000_000 }),
  })
  .map(
    ({ base, tiers, penalty, latePerMonth, totalCost }): Terms => ({
      ...base,
      penalty: cents(penalty),
      extensions: 2,
      lateTiers: tiers.map((ppm, index) =>
        index === tiers.length - 1 ? { ppm } : { ppm, untilDay: (index + 1) * 20 },
      ),
      ceilings: { ...everyLoan, latePerMonth, totalCost },
    }),
  );

export interface Step {
  readonly wait: number;
  readonly act: 'pay' | 'due' | 'extend' | 'payoff';
  readonly share: number;
}

/** A borrower's action, by days since the previous step; `share` is of the amount lent, in thousandths. */
export const steps = fc.array(
  fc.record({
    wait: fc.integer({ min: 1, max: 70 }),
    act: fc.constantFrom<Step['act']>('pay', 'due', 'extend', 'payoff'),
    share: fc.integer({ min: 1, max: 900 }),
  }),
  { maxLength: 7 },
);

/** The events of these steps, and the day of the last one, counted from disbursal. */
export function playEvents(loan: Terms, path: readonly Step[]): { events: LoanEvent[]; after: number } {
  const events: LoanEvent[] = [{ kind: 'disbursed', id: 'e0', seq: 1, valueDate: start }];
  let after = 0;
  for (const step of path) {
    after += step.wait;
    const today = addDays(start, after);
    const extension = step.act === 'extend' ? quoteExtension(loan, events, today) : undefined;
    const amount = extension?.ok ? extension.amount : amountOf(step, loan, events, after);
    if (amount === 0) continue;
    const id = `e${events.length}`;
    const seq = events.length + 1;
    const price = extension?.ok ? { extends: extension.instalment } : {};
    events.push({ kind: 'paid', id, seq, valueDate: today, amount: cents(amount), ...price });
    if (extension?.ok)
      events.push({
        kind: 'extended',
        id: `e${events.length}`,
        seq: seq + 1,
        valueDate: today,
        instalment: extension.instalment,
        newDueDate: extension.newDueDate,
        paidBy: id,
      });
  }
  return { events, after };
}

function amountOf(step: Step, loan: Terms, events: readonly LoanEvent[], after: number): number {
  const today = addDays(start, after);
  if (step.act === 'pay') return Math.ceil((loan.principal * step.share) / 1_000);
  if (step.act === 'due') return position(loan, events, today).due;
  const payoff = step.act === 'payoff' ? quotePayoff(loan, events, today) : undefined;
  return payoff?.ok ? payoff.amount : 0;
}
