import { type LoanEvent, type LocalDate, quotePayoff, type Terms } from '@hiram/loan';

/** The cents that end a loan on a day, or the day from which it may be paid off; neither: it cannot be. */
export function payoffOn(terms: Terms, events: readonly LoanEvent[], on: LocalDate) {
  const payoff = quotePayoff(terms, events, on);
  if (payoff.ok) return { payoff: payoff.amount };
  return payoff.reason === 'tooEarly' ? { payoffFrom: payoff.from } : {};
}
