import * as v from 'valibot';
import type { ScreeningPort } from '../ports/screening.ts';
import { askSigned, type CheckSettings } from './ask-signed.ts';

const line = v.pipe(v.string(), v.minLength(1), v.maxLength(300));
const year = v.pipe(v.number(), v.integer(), v.minValue(1900), v.maxValue(2099));

const answerSchema = v.object({
  reference: v.string(),
  state: v.picklist(['clear', 'possible', 'confirmed']),
  entries: v.optional(
    v.pipe(
      v.array(
        v.object({
          list: line,
          reference: line,
          name: line,
          birthYears: v.optional(v.pipe(v.array(year), v.maxLength(20)), []),
        }),
      ),
      v.maxLength(50),
    ),
    [],
  ),
});

/** The lender's screening service over HTTP (docs/checks-outside.md). */
export function httpScreening(settings: CheckSettings, now: () => Date): ScreeningPort {
  return {
    async ask(question) {
      const { state, entries } = await askSigned('screening', settings, {
        question,
        answer: answerSchema,
        now,
      });
      return { state, entries };
    },
  };
}
