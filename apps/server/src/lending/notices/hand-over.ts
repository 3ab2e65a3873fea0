import { asId, type ContactAttemptId, type DeliveryId } from '@hiram/contract/ids';
import type { Selectable } from 'kysely';
import { kindOf, type MessageKindName } from '../../brands/messages/message-kinds.ts';
import { smsSegments, smsText } from '../../brands/messages/sms-length.ts';
import type { AppContext } from '../../context/app-context.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import type { MessageChannel } from '../../platform/database/schema/notices.ts';
import type { Database } from '../../platform/database/schema.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import type { BorrowerLocale } from '../borrowers/locale.ts';
import { countBounce } from './addresses.ts';
import { messageLinks, type Rendered } from './render.ts';

/** A recorded attempt to send a message through a channel. */
export interface Attempt {
  readonly id: DeliveryId;
  readonly notice: Selectable<Database['notice']>;
  readonly kind: MessageKindName;
  readonly channel: MessageChannel;
  readonly address: { readonly text: string; readonly digest: Buffer };
  readonly locale: BorrowerLocale;
  readonly rendered: Rendered;
  readonly contactId: ContactAttemptId | undefined;
}

type Result = 'sent' | 'refused' | 'unavailable';

/** Hands a message over to its channel, with our id as the reference, and records what the channel said. */
export async function handOver(appContext: AppContext, attempt: Attempt): Promise<Result> {
  const { result, reason } = await ask(appContext, attempt);
  await inTransaction(appContext.db, (trx) => record(trx, appContext, attempt, result, reason));
  return result;
}

async function ask(
  { ports, config }: AppContext,
  { id, notice, kind, channel, address, locale, rendered }: Attempt,
): Promise<{ readonly result: Result; readonly reason?: string }> {
  const { brand } = locale;
  const { title, text } = rendered;
  const links = messageLinks(config.publicUrl, brand.id);
  try {
    if (channel === 'sms') {
      await ports.sms.send({ reference: id, phone: address.text, text: smsText(text), voice: false });
      return { result: 'sent' };
    }
    if (channel === 'push') {
      await ports.push?.send({
        reference: id,
        brand: brand.id,
        borrower: notice.borrower_id,
        kind,
        title,
        text,
        deepLink: `${brand.deepLinkScheme}://messages`,
      });
      return { result: 'sent' };
    }
    const sent = await ports.mail?.send({
      reference: id,
      to: address.text,
      subject: `${brand.names.english}: ${title}`,
      text,
      html: htmlOf(text, brand.language),
      // Law and service cannot be switched off, so such mail names no place to do it.
      ...(kindOf(kind).purpose === 'reminder' ? { unsubscribe: links.settings } : {}),
    });
    return sent?.state === 'rejected' ? { result: 'refused', reason: sent.reason } : { result: 'sent' };
  } catch (error) {
    if (error instanceof Unavailable) return { result: 'unavailable', reason: 'unavailable' };
    throw error;
  }
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A text as a page of mail, with its addresses as links. */
function htmlOf(text: string, language: string): string {
  const linked = escaped(text).replace(/https?:\/\/[^\s&]+/g, (url) => `<a href="${url}">${url}</a>`);
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><p>${linked}</p></html>`;
}

async function record(
  trx: Db,
  { clock, cipher }: AppContext,
  { id, notice, channel, address, locale, rendered, contactId }: Attempt,
  result: Result,
  reason: string | undefined,
): Promise<void> {
  const now = clock.now();
  const { borrower_id: borrowerId } = notice;
  const isSent = result === 'sent';
  const price = locale.brand.contact.prices[channel];
  const segments = channel === 'sms' ? smsSegments(smsText(rendered.text)).segments : 1;
  await trx
    .updateTable('delivery')
    .set({
      state: isSent ? 'sent' : result === 'refused' ? 'bounced' : 'failed',
      reason: reason ?? null,
      // What hangs or fails may have been sent: it is counted when it is accepted.
      segments: isSent ? segments : 0,
      cost: isSent ? segments * price : 0,
      ended_at: now,
    })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
  if (contactId)
    await trx
      .updateTable('contact')
      .set({ outcome: isSent ? 'sent' : 'failed', outcome_at: now })
      .where('borrower_id', '=', borrowerId)
      .where('id', '=', contactId)
      .execute();
  if (result === 'refused')
    await countBounce(trx, { borrowerId, channel, digest: address.digest }, false, now);
  if (!isSent) return;
  await trx
    .updateTable('notice')
    .set({ state: 'sent', reason: null, send_after: null, claimed_until: null })
    .where('borrower_id', '=', borrowerId)
    .where('id', '=', notice.id)
    .where('state', '=', 'queued')
    .execute();
  if (channel === 'sms')
    await storeText(trx, cipher, {
      id,
      brand: locale.brand.id,
      phone: address.text,
      text: rendered.text,
      now,
    });
}

/** The text as it was sent, beside codes and other texts: caps count them together. */
async function storeText(
  trx: Db,
  cipher: AppContext['cipher'],
  text: {
    readonly id: DeliveryId;
    readonly brand: string;
    readonly phone: string;
    readonly text: string;
    readonly now: Date;
  },
): Promise<void> {
  await trx
    .insertInto('sms')
    .values({
      id: asId<'sms'>(text.id),
      brand: text.brand,
      phone: text.phone,
      purpose: 'loan',
      body_encrypted: cipher.encrypt(smsText(text.text)),
      state: 'sent',
      created_at: text.now,
      sent_at: text.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
