import type { Db } from '../db/connect.ts';
import type { House } from '../house.ts';
import { newId } from './ids.ts';

export interface OutgoingText {
  readonly brand: string;
  readonly phone: string;
  readonly purpose: string;
  readonly text: string;
  /** By a call that reads it out, for whom texts do not reach. */
  readonly voice?: boolean;
  readonly now: Date;
}

/** Queues a text message in the caller's transaction. Its words are sealed: they carry codes. */
export async function queueText(trx: Db, house: House, message: OutgoingText): Promise<void> {
  const id = newId();
  await trx
    .insertInto('sms')
    .values({
      id,
      brand: message.brand,
      phone: message.phone,
      purpose: message.purpose,
      body_sealed: house.seal.seal(message.text),
      state: 'queued',
      voice: message.voice ?? false,
      created_at: message.now,
    })
    .execute();
  await house.jobs.send(trx, 'sms', { smsId: id });
}

/** The job: hands a queued message to the provider, which knows it by our id. */
export async function sendText(house: House, smsId: string): Promise<void> {
  const row = await house.db.selectFrom('sms').selectAll().where('id', '=', smsId).executeTakeFirst();
  if (row?.state !== 'queued') return;
  await house.ports.sms.send({
    reference: row.id,
    phone: row.phone,
    text: house.seal.open(row.body_sealed),
    voice: row.voice,
  });
  await house.db
    .updateTable('sms')
    .set({ state: 'sent', sent_at: house.clock.now() })
    .where('id', '=', smsId)
    .execute();
}
