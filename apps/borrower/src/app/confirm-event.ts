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

/** Confirms an event to the host; outside a host, and where the host does not count, the server counts it (KEY-09). */
export function confirmEvent(event: ConfirmedEvent, productId: string | undefined): void {
  const properties = { ...(productId ? { productId } : {}), moduleId: events[event], positionId: 0 };
  if (bridge.inHost) void bridge.request('confirmEvent', { event, properties });
  else countEvent(properties);
}
