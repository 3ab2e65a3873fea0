import { randomBytes } from 'node:crypto';
import { markToken } from '../../platform/cells/marks.ts';
import { NotFound } from '../../platform/errors/rejection.ts';
import { ticketLength } from '../access/cells/run-in-cells.ts';
import type { StaffRequest } from '../access/serve-staff.ts';
import { consumeChallenge, storeChallenge } from '../access/sign-in/challenges.ts';

/**
 * Keeps what a file is made of, for its caller and brand alone, for five minutes, and returns its ticket. The call has checked
 * everything, and its page can show a rejection. The file itself is downloaded by the browser, so that no page holds it.
 */
export async function issueTicket(
  { brand, session, context }: StaffRequest,
  prepared: object,
): Promise<string> {
  const ticket = randomBytes(32);
  const nonce = Buffer.from(JSON.stringify({ brand, prepared }));
  await storeChallenge(context, { purpose: 'file', staffId: session.staffId, nonce }, ticket);
  return markToken(ticket.toString('base64url'));
}

/** The content for which a ticket of this caller in this brand was issued, once. Throws NotFound. */
export async function takeTicket(
  ticket: string,
  { brand, session, db, now }: StaffRequest,
): Promise<unknown> {
  const challenge = await consumeChallenge(db, ticket.slice(-ticketLength), 'file', now);
  const content = challenge?.nonce && JSON.parse(challenge.nonce.toString());
  if (challenge?.staffId !== session.staffId || content?.brand !== brand) throw new NotFound('file');
  return content.prepared;
}
