import type { ProductId } from '@hiram/contract/ids';
import { modules } from '@hiram/contract/modules';
import { countEvent } from '../../net/transport/count-event.ts';
import { bridge } from './host.ts';

/**
 * The actions that are confirmed when a borrower completes them (BRG-09), and the module id under which the server
 * counts each.
 */
const events = {
  loanConfirmed: modules.loanConfirmed,
  accountBound: modules.accountBound,
  codeGenerated: modules.codeGenerated,
} as const;

export type ConfirmedEvent = keyof typeof events;

/**
 * Confirms an event to the host. Outside a host, or if the host does not count events, the server counts it (KEY-09).
 * Resolves when the event has been sent: until the host's handshake it is queued in this page, and leaving the page
 * would lose it.
 */
export async function confirmEvent(event: ConfirmedEvent, productId: ProductId | undefined): Promise<void> {
  const properties = { ...(productId ? { productId } : {}), moduleId: events[event], positionId: 0 };
  if (!bridge.inHost) return countEvent(properties);
  try {
    await bridge.greeted();
  } catch {
    return countEvent(properties); // The bridge's script did not load.
  }
  void bridge.request('confirmEvent', { event, properties });
}
