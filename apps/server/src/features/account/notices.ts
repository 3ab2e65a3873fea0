import type { RequestContext } from '../../api/serve.ts';
import type { AppContext } from '../../context/app-context.ts';
import { queueText } from '../../messaging/messages.ts';
import type { Db } from '../../platform/database/connect.ts';

export type Notice = 'passwordSet' | 'newDevice' | 'deletionAsked';

/**
 * Texts the owner of the phone number about a change to their account, in the transaction of the change. The text names the
 * service number, in case someone else made the change.
 */
export async function notifyOwner(
  trx: Db,
  appContext: AppContext,
  phone: string,
  { brand, translate, now }: RequestContext,
  notice: Notice,
): Promise<void> {
  const text = translate(`sms.${notice}`, { name: brand.names.english, phone: brand.servicePhone });
  await queueText(trx, appContext, { brand: brand.id, phone, purpose: notice, text, now });
}
