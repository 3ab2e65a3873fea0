import type { Call, CallInput, CallOutput } from '@hiram/contract/call';
import { useRef, useState } from 'react';
import { callContext } from '../../app/settings/context.ts';
import { toast } from '../../kit/feedback/toaster.ts';
import { later } from '../../kit/runtime/later.ts';
import { type CallResult, isTemporary } from '../transport/call-result.ts';
import { type LaterCall, send } from '../transport/client.ts';
import { newKey } from '../transport/new-key.ts';

const saying = later(() => import('./say-failure.ts'));

interface Options {
  /** The loading toast's text (NET-05). */
  readonly loading?: string;
  /** The screen shows a rejection itself, at its field. */
  readonly quiet?: boolean;
}

export interface Submit<C extends Call> {
  /**
   * Returns undefined if no answer came: the generic failure was shown, and another submit repeats the same attempt.
   */
  readonly submit: (input: CallInput<C>, options?: Options) => Promise<CallResult<CallOutput<C>> | undefined>;
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
  const attempt = useRef<{ input: string; key: string } | undefined>(undefined);

  const submit: Submit<C>['submit'] = async (input, options = {}) => {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    const serialized = JSON.stringify(input);
    if (attempt.current?.input !== serialized) attempt.current = { input: serialized, key: newKey() };
    const waiting = options.loading ? toast(options.loading, { kind: 'loading' }) : undefined;
    try {
      const answer = await send(call, input, callContext(), { idempotencyKey: attempt.current.key });
      // A server that failed may have done the action: the next try is the same attempt.
      if (!isTemporary(answer)) attempt.current = undefined;
      waiting?.close();
      if (!answer.ok) saying.use(({ sayRejection }) => sayRejection(answer, options.quiet ?? false));
      return answer;
    } catch (error) {
      waiting?.close();
      saying.use(({ sayNoAnswer }) => sayNoAnswer(error));
      return undefined;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { submit, busy };
}
