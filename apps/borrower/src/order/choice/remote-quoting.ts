import type { ComputableLoan, StepsQuote } from '@hiram/contract/loan';
import { addDays, localDate } from '@hiram/loan/local-date';
import { quoteLaterSteps } from '@hiram/loan/quote-steps';
import { isSnapshot } from '@hiram/loan/snapshot';
import { isTerms, rulesVersion } from '@hiram/loan/terms';
import type { Quoting } from './remote-choice.ts';

/** The engine for a loan; undefined if the server alone can quote it, or computes with other rules. */
export function quotingOf(loan: ComputableLoan | undefined, today: string): Quoting | undefined {
  if (loan?.rules !== rulesVersion) return undefined;
  const { terms, snapshot } = loan;
  if (!isTerms(terms) || (terms.rules ?? 1) > rulesVersion || !snapshot || !isSnapshot(snapshot))
    return undefined;
  const known = new Map<string, StepsQuote>();
  return ({ days, steps }) => {
    const key = `${days} ${steps}`;
    const found = known.get(key);
    if (found) return found;
    const quote = plain(quoteLaterSteps(terms, snapshot, addDays(localDate(today), days), steps));
    known.set(key, quote);
    return quote;
  };
}

function plain({ next, rows, ...quote }: ReturnType<typeof quoteLaterSteps>): StepsQuote {
  return { ...quote, rows: rows.map((row) => ({ ...row })), ...(next ? { next } : {}) };
}
