import { addDays, quoteSteps } from '@hiram/loan';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { playEvents, steps, terms } from '../../../../../packages/loan/test/random-lives.ts';
import { costOf, quoteOf } from './repayment-quote.ts';

test('for random loans, days and steps the quote of steps is the quote of the screens [T1104]', () => {
  fc.assert(
    fc.property(
      terms,
      steps,
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 8 }),
      (loan, path, wait, count) => {
        const { events, last } = playEvents(loan, path);
        const day = addDays(last, wait);
        const quote = quoteOf(loan, events, day);
        const ahead = quoteSteps(loan, events, day, count);
        if (!quote) {
          expect(ahead.kind).toBe('settled');
          return;
        }
        expect(quoteSteps(loan, events, day, 0).amount).toBe(quote.amount);
        if (quote.payoff.isAllowed && ahead.steps === ahead.most)
          expect(ahead.amount).toBe(ahead.steps === ahead.least ? quote.amount : quote.payoff.amount);
        if (ahead.kind === 'ahead') {
          const numbers = quote.position.instalments.filter(({ no }) => no < (ahead.next?.no ?? no + 1));
          expect(ahead.amount).toBe(costOf(quote, new Set(numbers.map(({ no }) => no)), loan));
        }
        expect(ahead.payable).toBe(quote.payable !== undefined && ahead.amount <= quote.payable.max);
      },
    ),
  );
});
