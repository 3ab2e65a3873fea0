import type { Visit } from '../../api/serve.ts';
import type { House } from '../../context/app-context.ts';
import { queueText } from '../../messaging/messages.ts';
import type { Db } from '../../platform/database/connect.ts';

export type Notice = 'passwordSet' | 'newDevice' | 'deletionAsked';

/**
 * Tells borrowers by text that something of theirs was changed, in the transaction that changes it: whoever did it, the owner
 * of the number hears of it, and whom to call.
 */
export async function tellOwner(
  trx: Db,
  house: House,
  phone: string,
  { brand, speak, now }: Visit,
  notice: Notice,
): Promise<void> {
  const text = speak(`sms.${notice}`, { name: brand.names.english, phone: brand.servicePhone });
  await queueText(trx, house, { brand: brand.id, phone, purpose: notice, text, now });
}
