import * as v from 'valibot';
import { askSigned, type CheckSettings } from '../outside-checks/ask-signed.ts';
import type { PushPort } from '../ports/push.ts';

const answerSchema = v.object({ reference: v.string(), accepted: v.literal(true) });

/** Hands messages over by a signed POST (docs/messages.md). An answer of 200 that does not repeat our reference is none. */
export function httpPush(settings: CheckSettings, now: () => Date): PushPort {
  return {
    async send(message) {
      await askSigned('push', settings, { question: message, answer: answerSchema, now });
    },
  };
}
