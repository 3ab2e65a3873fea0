import type { Call, CallInput, CallOutput } from '@hiram/contract/call';
import { useRef, useState } from 'react';
import { later } from '../../kit/runtime/later.ts';
import type { CallResult } from '../transport/call-result.ts';
import type { LaterCall } from '../transport/client.ts';
import type { Attempt, SubmitOptions } from './send-once.ts';

const sending = later(() => import('./send-once.ts'));

export interface Submit<C extends Call> {
  /**
   * Returns undefined if no answer came: the generic failure was shown, and another submit repeats the same attempt.
   */
  readonly submit: (
    input: CallInput<C>,
    options?: SubmitOptions,
  ) => Promise<CallResult<CallOutput<C>> | undefined>;
  readonly busy: boolean;
}

/**
 * Sends a call on a tap. An attempt keeps its idempotency key until it is answered, so that a retry after a broken
 * connection or an unavailable server has one effect. Another input is another attempt. A second tap while a call is
 * running does nothing.
 */
export function useSubmit<C extends Call>(call: C | LaterCall<C>): Submit<C> {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const attempt = useRef<Attempt | undefined>(undefined);

  const submit: Submit<C>['submit'] = async (input, options = {}) => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    try {
      // At once if it is there: the page may be about to be left. Without its script no answer came.
      const { sendOnce } = sending.now ?? (await sending.load());
      const sent = await sendOnce(call, input, attempt.current, options);
      attempt.current = sent.attempt;
      return sent.result;
    } catch {
      return undefined;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { submit, busy };
}
