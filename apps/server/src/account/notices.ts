import type { Db } from '../db/connect.ts';
import type { House } from '../house.ts';
import type { Visit } from '../http/serve.ts';
import { queueText } from '../lending/messages.ts';

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
