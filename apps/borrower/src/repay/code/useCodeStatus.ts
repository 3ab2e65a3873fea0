import { type CodeStatus, codeStatus } from '@hiram/contract/repay';
import { type CachedCallState, useCachedCall } from '../../net/cache/useCachedCall.ts';

/** Milliseconds between polls of a code's status. */
const pollMs = 2_000;

/** The status of a payment code, polled until the payment arrives or the code ends. The phone keeps the last one. */
export function useCodeStatus(payCode: string): CachedCallState<CodeStatus> {
  return useCachedCall(
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
