import type { Call, CallInput, CallOutput } from '@hiram/contract/call';
import { callContext } from '../../app/settings/context.ts';
import { type CallResult, isTemporary, NoAnswer, type SendOptions } from '../transport/call-result.ts';
import { send } from '../transport/client.ts';
import { newKey } from '../transport/new-key.ts';

/** Milliseconds between retries after a broken connection. Coming back online ends a pause. */
const retryPausesMs = [1_000, 2_000, 4_000, 8_000, 15_000];

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener('online', finish);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    window.addEventListener('online', finish);
    signal.addEventListener('abort', finish);
  });
}

/**
 * Uploads a file with retries. After a broken connection, or while the server is not available, it sends the file
 * again under the same idempotency key, so that it is stored once. Throws NoAnswer if every try fails or `signal`
 * aborts.
 */
export async function upload<C extends Call>(
  call: C,
  input: CallInput<C>,
  signal: AbortSignal,
  options: Pick<SendOptions, 'fetch'> = {},
): Promise<CallResult<CallOutput<C>>> {
  const idempotencyKey = newKey();
  for (let attempt = 0; ; attempt += 1) {
    const wait = retryPausesMs[attempt];
    try {
      const answer = await send(call, input, callContext(), { ...options, idempotencyKey, signal });
      if (wait === undefined || !isTemporary(answer)) return answer;
      await pause(wait, signal);
      if (signal.aborted) return answer;
    } catch (error) {
      if (signal.aborted || wait === undefined || !(error instanceof NoAnswer)) throw error;
      await pause(wait, signal);
      if (signal.aborted) throw error;
    }
  }
}
