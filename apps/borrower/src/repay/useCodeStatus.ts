import { type CodeStatus, codeStatus } from '@hiram/contract/repay';
import { type CallState, useCall } from '../net/answers/useCall.ts';

/** Milliseconds between polls of a code's status. */
const pollMs = 2_000;

/** The status of a payment code, polled until the payment arrives or the code ends. */
export function useCodeStatus(payCode: string): CallState<CodeStatus> {
  return useCall(
    codeStatus,
    { payCode },
    {
      quiet: true,
      every: pollMs,
      everyWhile: ({ state }) => state === 'waiting' || state === 'review',
      untilAnswered: true,
    },
  );
}
