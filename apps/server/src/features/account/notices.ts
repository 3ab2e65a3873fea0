import type { RequestContext } from '../../api/serve.ts';
import type { AppContext } from '../../context/app-context.ts';
import { queueText } from '../../messaging/messages.ts';
import type { Db } from '../../platform/database/connect.ts';

export type Notice = 'passwordSet' | 'newDevice' | 'deletionAsked';

/**
 * Tells borrowers by text that something of theirs was changed, in the transaction that changes it: whoever did it, the owner
 * of the number hears of it, and whom to call.
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
