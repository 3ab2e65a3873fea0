import { redeemTicket } from '@hiram/contract/account';
import { acceptsAddressSession, callContext, storeSession, takeTicket } from './app/settings/context.ts';
import { send } from './net/transport/client.ts';

/**
 * Exchanges a ticket in the address for a session. Any site can request a ticket for its own account and send a
 * visitor here. Where sessions in addresses are not accepted, the visitor is therefore asked first whether the account
 * is theirs.
 */
export async function exchangeTicket(root: Element): Promise<void> {
  const ticket = takeTicket();
  if (ticket === undefined) return;
  const answer = await send(redeemTicket, { ticket }, callContext());
  if (!answer.ok) return;
  const { sessionId } = answer.data;
  if (!acceptsAddressSession) {
    const { confirmsAccount: isTheirs } = await import('./account/TicketQuestion.tsx');
    if (!(await isTheirs(root, sessionId))) return;
  }
  storeSession(sessionId);
}
