import type * as calls from '@hiram/contract/account';
import type { Handler, OpenHandler } from '../../api/serve.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { reject } from '../../platform/errors/rejection.ts';
import { issueTicket as newTicket, redeem } from '../../platform/http/sessions/tickets.ts';

/** Opens a session of the page that redeems a ticket. */
export const redeemTicket: OpenHandler<typeof calls.redeemTicket> = async (
  input,
  { appContext, brand, context, proof, now, addLogFields },
) => {
  addLogFields({ how: 'ticket' });
  const redeemed = await inTransaction(appContext.db, (trx) =>
    redeem(
      trx,
      { ticket: input.ticket, brand: brand.id, holder: { deviceId: context.deviceId, proof } },
      now,
    ),
  );
  if (!redeemed) return reject('unknownTicket', { field: 'ticket' });
  addLogFields({ borrower: redeemed.borrowerId });
  return { sessionId: redeemed.sessionId };
};

/** Issues a ticket that lets another page of this device use the session. */
export const issueTicket: Handler<typeof calls.ticket> = async (_input, { db, context, now }) =>
  newTicket(db, context.sessionId ?? '', now);
