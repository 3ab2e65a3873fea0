import type { Call, CallInput } from '@hiram/contract/call';
import { callContext } from '../../app/settings/context.ts';
import { send } from '../transport/client.ts';
import { answerStore } from './answers.ts';
import { callKey } from './useCall.ts';

/** Loads an answer that a later screen shows first. It is kept as the answers of screens that were left. */
export function loadAhead<C extends Call>(call: C, input: CallInput<C>): void {
  const key = callKey(call, input);
  if (answerStore.read(key).data !== undefined) return;
  const stop = answerStore.observe(key, call.name, {
    isEnabled: true,
    load: (signal) => send(call, input, callContext(), { signal }),
    onChange: () => {
      if (answerStore.read(key).phase === 'idle') stop();
    },
  });
}
