import { modules } from '@hiram/contract/tracking';
import { countEvent } from '../net/count-event.ts';
import { bridge } from './host.ts';

/** What a borrower brought to its end: worth confirming to whoever counts (BRG-09), by the module that counts it here. */
const events = {
  loanConfirmed: modules.loanConfirmed,
  accountBound: modules.accountBound,
  codeGenerated: modules.codeGenerated,
} as const;

export type ConfirmedEvent = keyof typeof events;

/**
 * Confirms an event to the host; outside a host, and where the host does not count, the server counts it (KEY-09). Settles
 * when it has been sent: until the host has greeted the page it waits here, and would be lost with the page.
 */
export async function confirmEvent(event: ConfirmedEvent, productId: string | undefined): Promise<void> {
  const properties = { ...(productId ? { productId } : {}), moduleId: events[event], positionId: 0 };
  if (!bridge.inHost) return countEvent(properties);
  try {
    await bridge.greeted();
  } catch {
    return countEvent(properties); // The bridge's own script did not come.
  }
  void bridge.request('confirmEvent', { event, properties });
}
