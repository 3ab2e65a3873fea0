import * as v from 'valibot';
import { refusalReasons } from '../../brands/refusal-reasons.ts';
import { askSigned, type CheckSettings } from '../outside-checks/ask-signed.ts';
import type { ScorerPort } from '../ports/scorer.ts';

export interface ScorerSettings extends CheckSettings {
  readonly timeoutMs: number;
}

const answerSchema = v.object({
  reference: v.string(),
  outcome: v.picklist(['approve', 'refuse', 'refer']),
  reasons: v.optional(v.array(v.string()), []),
});

/**
 * The lender's scorer over HTTP (docs/scorer.md). Throws Unavailable if it does not answer in time, answers anything else,
 * or its answer is not signed for this application. The request is retried; it never counts as an approval.
 */
export function httpScorer(settings: ScorerSettings, now: () => Date): ScorerPort {
  return {
    async score(application) {
      const { outcome, reasons } = await askSigned('scorer', settings, {
        question: application,
        answer: answerSchema,
        now,
      });
      if (outcome !== 'refuse') return { outcome };
      const known = refusalReasons.filter((reason) => reasons.includes(reason));
      return { outcome, reasons: known.length > 0 ? known : ['score'] };
    },
  };
}
