import { saveEvent } from '@hiram/contract/tracking';
import { callContext } from '../app/context.ts';
import { send } from './client.ts';

/** Counts one event at the server; whether it arrives is nobody's business (ORD-17). */
export function countEvent({ productId, moduleId, positionId }: Readonly<Record<string, unknown>>): void {
  if (typeof moduleId !== 'number' || typeof positionId !== 'number') return;
  const product = typeof productId === 'string' && productId ? { productId } : {};
  // The page may be left with the tap: the count goes out all the same.
  send(saveEvent, { ...product, moduleId, positionId }, callContext(), { keepalive: true }).catch(
    () => undefined,
  );
}
