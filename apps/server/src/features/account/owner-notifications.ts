import type { RequestContext } from '../../api/serve.ts';
import { queueText } from '../../messaging/messages.ts';

export type Notice = 'passwordSet' | 'newDevice' | 'deletionRequested';

/**
 * Texts the owner of the phone number about a change to their account, in the transaction of the change. The text names the
 * service number, in case someone else made the change.
 */
export async function notifyOwner(
  { appContext, db, brand, translate, now }: RequestContext,
  phone: string,
  notice: Notice,
): Promise<void> {
  const text = translate(`sms.${notice}`, { name: brand.names.english, phone: brand.servicePhone });
  await queueText(db, appContext, { brand: brand.id, phone, purpose: notice, text, now });
}
