import type { MailId, StaffId } from '@hiram/contract/ids';
import type { AppContext } from '../../../context/app-context.ts';
import { queueMail } from '../../../messaging/mails.ts';
import { type Db, inTransaction } from '../../../platform/database/connection/connect.ts';
import { newToken, tokenHash } from '../../../platform/http/sessions/session.ts';
import { newId } from '../../../platform/ids.ts';

/** The validity of an invitation's link. */
const invitationMs = 3 * 86_400_000;

export interface Invitation {
  readonly staffId: StaffId;
  /** 256 random bits; the database stores a digest. */
  readonly token: string;
  readonly expiresAt: Date;
}

interface InvitedPerson {
  readonly name: string;
  readonly email: string;
  /** Undefined: an operator's command invites. */
  readonly invitedBy: StaffId | undefined;
}

/** The words of the mail beside the link. */
interface InvitationMail {
  /** The console's address. */
  readonly origin: string;
  /** The inviting person, as the mail names them. */
  readonly by: string;
}

/** The page on which an invited person registers a passkey. The token is in the fragment, which no server and no log sees. */
function invitationUrl(origin: string, token: string): string {
  return `${origin}/invitation#${token}`;
}

/**
 * Creates a member of staff without a role, and an invitation. Returns undefined if somebody employed has the address. The
 * caller gives the link to nobody but the person: `inviteByMail` does.
 */
export async function invite(
  db: Db,
  person: InvitedPerson & { readonly mailId?: MailId },
  now: Date,
): Promise<Invitation | undefined> {
  const staffId = newId();
  const token = newToken();
  const expiresAt = new Date(now.getTime() + invitationMs);
  return inTransaction(db, async (trx) => {
    const inserted = await trx
      .insertInto('staff')
      .values({
        id: staffId,
        name: person.name,
        email: person.email,
        invited_by: person.invitedBy ?? null,
        created_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (inserted.numInsertedOrUpdatedRows === 0n) return undefined;
    await trx
      .insertInto('staff_invitation')
      .values({
        token_hash: tokenHash(token),
        staff_id: staffId,
        mail_id: person.mailId ?? null,
        created_at: now,
        expires_at: expiresAt,
      })
      .execute();
    return { staffId, token, expiresAt };
  });
}

/**
 * Invites a person, in the caller's transaction. The link goes to their address and to nobody else: whoever invites could
 * otherwise register the passkey and act as two persons. Returns undefined if somebody employed has the address.
 */
export async function inviteByMail(
  trx: Db,
  appContext: AppContext,
  person: InvitedPerson,
  { origin, by }: InvitationMail,
): Promise<Omit<Invitation, 'token'> | undefined> {
  const id = newId();
  const now = appContext.clock.now();
  const invitation = await invite(trx, { ...person, mailId: id }, now);
  if (!invitation) return undefined;
  const { staffId, token, expiresAt } = invitation;
  await queueMail(trx, appContext, {
    id,
    to: person.email,
    purpose: 'staffInvitation',
    subject: 'Your invitation to the lender’s console',
    text: [
      `${by} invites you, ${person.name}, to the lender’s console.`,
      'Open this link and register a passkey. It is valid for three days, and once:',
      invitationUrl(origin, token),
      `If you do not work with ${by}, do not open it, and tell the lender.`,
    ].join('\n\n'),
    sendBefore: expiresAt,
    now,
  });
  return { staffId, expiresAt };
}

interface PersonOfInvitation {
  readonly staffId: StaffId;
  readonly name: string;
  readonly email: string;
}

/** The person whom a usable invitation invites. */
export const invitedPerson = (db: Db, token: string, now: Date): Promise<PersonOfInvitation | undefined> =>
  usableInvitation(db, token, now).executeTakeFirst();

/** As `invitedPerson`; nobody else can use the invitation meanwhile. */
export const lockInvitedPerson = (
  trx: Db,
  token: string,
  now: Date,
): Promise<PersonOfInvitation | undefined> =>
  usableInvitation(trx, token, now).forUpdate().executeTakeFirst();

const usableInvitation = (db: Db, token: string, now: Date) =>
  db
    .selectFrom('staff_invitation as invitation')
    .innerJoin('staff', 'staff.id', 'invitation.staff_id')
    .select(['staff.id as staffId', 'staff.name', 'staff.email'])
    .where('invitation.token_hash', '=', tokenHash(token))
    .where('invitation.used_at', 'is', null)
    .where('invitation.revoked_at', 'is', null)
    .where('invitation.expires_at', '>', now)
    .where('staff.ended_at', 'is', null);

export async function markInvitationUsed(trx: Db, token: string, now: Date): Promise<void> {
  await trx
    .updateTable('staff_invitation')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash(token))
    .execute();
}
