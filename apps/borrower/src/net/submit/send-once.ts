import type { Call, CallInput, CallOutput } from '@hiram/contract/call';
import { callContext } from '../../app/settings/context.ts';
import { toast } from '../../kit/feedback/toaster.ts';
import { type CallResult, isTemporary } from '../transport/call-result.ts';
import { type LaterCall, send } from '../transport/client.ts';
import { newKey } from '../transport/new-key.ts';
import { sayNoAnswer, sayRejection } from './say-failure.ts';

/** An input that is being sent, with the idempotency key of its attempt. */
export interface Attempt {
  readonly input: string;
  readonly key: string;
}

export interface SubmitOptions {
  /** The loading toast's text (NET-05). */
  readonly loading?: string;
  /** The screen shows a rejection itself, at its field. */
  readonly quiet?: boolean;
}

/**
 * Sends a call as the given attempt, or as a new one if the input is another. Returns its result, undefined
 * if no answer came, and the attempt that another submit of the same input repeats: a server that failed may
 * have done the action.
 */
export async function sendOnce<C extends Call>(
  call: C | LaterCall<C>,
  input: CallInput<C>,
  former: Attempt | undefined,
  { loading, quiet = false }: SubmitOptions,
): Promise<{
  readonly result: CallResult<CallOutput<C>> | undefined;
  readonly attempt: Attempt | undefined;
}> {
  const serialized = JSON.stringify(input);
  const attempt = former?.input === serialized ? former : { input: serialized, key: newKey() };
  const waiting = loading ? toast(loading, { kind: 'loading' }) : undefined;
  try {
    const result = await send(call, input, callContext(), { idempotencyKey: attempt.key });
    waiting?.close();
    if (!result.ok) sayRejection(result, quiet);
    return { result, attempt: isTemporary(result) ? attempt : undefined };
  } catch (error) {
    waiting?.close();
    sayNoAnswer(error);
    return { result: undefined, attempt };
  }
}
