import type { Call, CallInput } from '@hiram/contract/call';
import { asId } from '@hiram/contract/ids';
import { saveEvent } from '@hiram/contract/tracking';
import { callContext } from '../../app/settings/context.ts';
import { send } from './client.ts';

/**
 * Sends a call and ignores its answer (ORD-17, JLF-02). A failure is silent, and the request outlives a page that the
 * same tap leaves.
 */
export function sendUnanswered<C extends Call>(call: C, input: CallInput<C>): void {
  send(call, input, callContext(), { keepalive: true }).catch(() => undefined);
}

/** Counts one event at the server (KEY-09). Failures are ignored. */
export function countEvent({ productId, moduleId, positionId }: Readonly<Record<string, unknown>>): void {
  if (typeof moduleId !== 'number' || typeof positionId !== 'number') return;
  const product = typeof productId === 'string' && productId ? { productId: asId<'product'>(productId) } : {};
  sendUnanswered(saveEvent, { ...product, module: moduleId, position: positionId });
}
