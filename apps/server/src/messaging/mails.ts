import type { MailId } from '@hiram/contract/ids';
import type { AppContext } from '../context/app-context.ts';
import type { Db } from '../platform/database/connection/connect.ts';

/** The reasons for which mail is sent. */
type MailPurpose = 'staffInvitation';

export interface OutgoingMail {
  /** The new mail's id. */
  readonly id: MailId;
  /** Whose mail it is; undefined: the lender's own, to its staff. */
  readonly brand?: string;
  readonly to: string;
  readonly purpose: MailPurpose;
  readonly subject: string;
  readonly text: string;
  /** Later it is not sent any more: what it says has expired. Undefined: it is sent whenever it can be. */
  readonly sendBefore?: Date;
  readonly now: Date;
}

/** Queues a mail in the caller's transaction. The text is encrypted because it may contain a link that opens something. */
export async function queueMail(trx: Db, appContext: AppContext, mail: OutgoingMail): Promise<void> {
  const { id } = mail;
  await trx
    .insertInto('mail')
    .values({
      id,
      brand: mail.brand ?? null,
      recipient: mail.to,
      purpose: mail.purpose,
      subject: mail.subject,
      body_encrypted: appContext.cipher.encrypt(mail.text),
      state: 'queued',
      created_at: mail.now,
      send_before: mail.sendBefore ?? null,
    })
    .execute();
  await appContext.jobs.send(trx, 'mail', { mailId: id });
}

/** Job: sends a queued mail, with our id as the reference. One that has expired, or that the receiving side refuses, ends. */
export async function sendMail(appContext: AppContext, mailId: MailId): Promise<void> {
  const { db, clock, ports, cipher } = appContext;
  const row = await db.selectFrom('mail').selectAll().where('id', '=', mailId).executeTakeFirst();
  if (row?.state !== 'queued') return;
  const end = (change: {
    readonly state: 'sent' | 'rejected' | 'expired';
    readonly sent_at?: Date;
    readonly refusal?: string;
  }) => db.updateTable('mail').set(change).where('id', '=', mailId).where('state', '=', 'queued').execute();
  if (row.send_before && clock.now() >= row.send_before) {
    await end({ state: 'expired' });
    return;
  }
  if (!ports.mail) throw new Error('no mail server is set up');
  const { id: reference, recipient: to, subject } = row;
  const result = await ports.mail.send({ reference, to, subject, text: cipher.decrypt(row.body_encrypted) });
  await end(
    result.state === 'accepted'
      ? { state: 'sent', sent_at: clock.now() }
      : { state: 'rejected', refusal: result.reason },
  );
}
