import type { ComputableLoan, StepsQuote } from '@hiram/contract/loan';
import { areLoanEvents } from '@hiram/loan/events';
import { addDays, localDate } from '@hiram/loan/local-date';
import { quoteSteps } from '@hiram/loan/quote-steps';
import { isTerms, rulesVersion } from '@hiram/loan/terms';
import type { Quoting } from './remote-choice.ts';

/** The engine for a loan; undefined if the server computes with other rules: then it quotes alone. */
export function quotingOf(loan: ComputableLoan | undefined, today: string): Quoting | undefined {
  if (loan?.rules !== rulesVersion) return undefined;
  const { terms, events } = loan;
  if (!isTerms(terms) || (terms.rules ?? 1) > rulesVersion || !areLoanEvents(events)) return undefined;
  const known = new Map<string, StepsQuote>();
  return ({ days, steps }) => {
    const key = `${days} ${steps}`;
    const found = known.get(key);
    if (found) return found;
    const quote = plain(quoteSteps(terms, events, addDays(localDate(today), days), steps));
    known.set(key, quote);
    return quote;
  };
}

function plain({ next, rows, ...quote }: ReturnType<typeof quoteSteps>): StepsQuote {
  return { ...quote, rows: rows.map((row) => ({ ...row })), ...(next ? { next } : {}) };
}
