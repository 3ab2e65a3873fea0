import * as v from 'valibot';
import type { IdentityPort } from '../ports/identity.ts';
import { askSigned, type CheckSettings } from './ask-signed.ts';

const line = v.pipe(v.string(), v.minLength(1), v.maxLength(300));
const day = v.pipe(v.string(), v.isoDate());

/** An identity service's answer. What it could not read is absent. */
const answerSchema = v.object({
  reference: v.string(),
  outcome: v.picklist(['verified', 'failed', 'unclear']),
  read: v.optional(
    v.object({
      name: v.optional(line),
      number: v.optional(line),
      birthDate: v.optional(day),
      expiry: v.optional(day),
      mrz: v.optional(v.pipe(v.array(line), v.minLength(2), v.maxLength(3))),
    }),
    {},
  ),
  face: v.optional(v.picklist(['match', 'differs', 'unclear'])),
});

/** The lender's identity service over HTTP (docs/checks-outside.md). */
export function httpIdentity(settings: CheckSettings, now: () => Date): IdentityPort {
  return {
    async ask(question) {
      const { outcome, read, face } = await askSigned('identity', settings, {
        question,
        answer: answerSchema,
        now,
      });
      return { outcome, read, face };
    },
  };
}
