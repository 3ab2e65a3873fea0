import * as v from 'valibot';
import type { BureauPort } from '../ports/bureau.ts';
import { askSigned, type CheckSettings } from './ask-signed.ts';

const whole = (max: number) => v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(max));
const cents = whole(1_000_000_000_000);

/** A bureau's answer. What it does not know is absent, never a zero. */
const answerSchema = v.object({
  reference: v.string(),
  found: v.boolean(),
  score: v.optional(whole(100_000)),
  openLoans: v.optional(whole(10_000)),
  maxDaysLate: v.optional(whole(36_500)),
  monthlyDebtService: v.optional(cents),
  bureauReference: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  price: v.optional(cents, 0),
});

/** The lender's credit bureau over HTTP (docs/checks-outside.md). */
export function httpBureau(settings: CheckSettings, now: () => Date): BureauPort {
  return {
    async ask(question) {
      const answer = await askSigned('bureau', settings, { question, answer: answerSchema, now });
      const { reference: _, score, openLoans, maxDaysLate, monthlyDebtService, ...rest } = answer;
      return { ...rest, score, openLoans, maxDaysLate, monthlyDebtService };
    },
  };
}
