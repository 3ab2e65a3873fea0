import type { Call, CallInput } from '@hiram/contract/call';
import { saveEvent } from '@hiram/contract/tracking';
import { callContext } from '../app/context.ts';
import { send } from './client.ts';

/**
 * Sends a call whose answer is ignored (ORD-17, JLF-02): a failure says nothing, and the request outlives a page that is left
 * with the same tap.
 */
export function sendUnanswered<C extends Call>(call: C, input: CallInput<C>): void {
  send(call, input, callContext(), { keepalive: true }).catch(() => undefined);
}

/** Counts one event at the server (KEY-09); whether it arrives is nobody's business. */
export function countEvent({ productId, moduleId, positionId }: Readonly<Record<string, unknown>>): void {
  if (typeof moduleId !== 'number' || typeof positionId !== 'number') return;
  const product = typeof productId === 'string' && productId ? { productId } : {};
  sendUnanswered(saveEvent, { ...product, moduleId, positionId });
}
