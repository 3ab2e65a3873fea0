import type { SmsId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import type { AppContext } from '../context/app-context.ts';
import type { Db } from '../platform/database/connection/connect.ts';
import { newId } from '../platform/ids.ts';
import { codePurposes } from './code-request.ts';
import { codeLifetimeMs } from './one-time-codes.ts';
import { maxTextsADay, type TextKind, textKinds } from './text-kinds.ts';

export interface OutgoingText {
  readonly brand: string;
  readonly phone: string;
  readonly purpose: TextKind;
  readonly text: string;
  /** Sent by a call that reads the text out, for people whom texts do not reach. */
  readonly voice?: boolean;
  readonly now: Date;
}

const dayMs = 24 * 60 * 60_000;

/**
 * Reports whether another text of this kind may be sent to this number. Parallel callers wait for each other,
 * so that none exceeds a cap: the lock is held to the end of the caller's transaction.
 */
export async function canQueueText(
  trx: Db,
  { brand, phone, purpose, now }: Omit<OutgoingText, 'text' | 'voice'>,
): Promise<boolean> {
  const texts = await lockedTexts(trx, [{ brand, phone }], purpose, now);
  return !isFull(texts.get(`${brand} ${phone}`), purpose);
}

/** Texts to a number in 24 hours: all, and those of one kind. */
interface Texts {
  readonly all: number;
  readonly same: number;
}

/** Tells if no other text of a kind may be sent to a number, with those that are on their way to it. */
export function isFull({ all, same }: Texts = { all: 0, same: 0 }, purpose: TextKind, underWay = 0): boolean {
  return all + underWay >= maxTextsADay || same + underWay >= textKinds[purpose].aDay;
}

/** The texts to several numbers, by `<brand> <phone>`. Others who ask about one of them wait until the transaction ends. */
export async function lockedTexts(
  trx: Db,
  numbers: readonly { readonly brand: string; readonly phone: string }[],
  purpose: TextKind,
  now: Date,
): Promise<ReadonlyMap<string, Texts>> {
  if (numbers.length === 0) return new Map();
  const keys = numbers.map(({ brand, phone }) => `${brand} ${phone}`);
  // In one order for all, so that callers wait and do not block each other.
  await sql`select pg_advisory_xact_lock(lock) from (
    select distinct hashtextextended('texts to ' || key, 0) as lock from unnest(${keys}::text[]) key order by 1) locks`.execute(
    trx,
  );
  const rows = await trx
    .selectFrom('sms')
    .select((eb) => [
      'brand',
      'phone',
      eb.fn.countAll<number>().as('all'),
      eb.fn.countAll<number>().filterWhere('purpose', '=', purpose).as('same'),
    ])
    .where(
      'phone',
      'in',
      numbers.map(({ phone }) => phone),
    )
    .where('created_at', '>', new Date(now.getTime() - dayMs))
    .groupBy(['brand', 'phone'])
    .execute();
  return new Map(rows.map(({ brand, phone, all, same }) => [`${brand} ${phone}`, { all, same }]));
}

/**
 * Queues a text message in the caller's transaction. Returns false if the cap of its kind or its number is reached
 * (`textKinds`). The text is encrypted because it may contain a code.
 */
export async function queueText(trx: Db, appContext: AppContext, message: OutgoingText): Promise<boolean> {
  if (!(await canQueueText(trx, message))) return false;
  const id = newId();
  await trx
    .insertInto('sms')
    .values({
      id,
      brand: message.brand,
      phone: message.phone,
      purpose: message.purpose,
      body_encrypted: appContext.cipher.encrypt(message.text),
      state: 'queued',
      voice: message.voice ?? false,
      created_at: message.now,
    })
    .execute();
  await appContext.jobs.send(trx, 'sms', { smsId: id });
  return true;
}

const carriesCode = (purpose: string) => codePurposes.some((codePurpose) => codePurpose === purpose);

/**
 * Job: sends a queued message through the provider, with our id as the reference. A code that expired while the provider was
 * unavailable is not sent: it would cost money and be useless.
 */
export async function sendText(appContext: AppContext, smsId: SmsId): Promise<void> {
  const row = await appContext.db.selectFrom('sms').selectAll().where('id', '=', smsId).executeTakeFirst();
  if (row?.state !== 'queued') return;
  const age = appContext.clock.now().getTime() - row.created_at.getTime();
  if (carriesCode(row.purpose) && age > codeLifetimeMs) {
    await appContext.db
      .updateTable('sms')
      .set({ state: 'failed' })
      .where('id', '=', smsId)
      .where('state', '=', 'queued')
      .execute();
    return;
  }
  await appContext.ports.sms.send({
    reference: row.id,
    phone: row.phone,
    text: appContext.cipher.decrypt(row.body_encrypted),
    voice: row.voice,
  });
  await appContext.db
    .updateTable('sms')
    .set({ state: 'sent', sent_at: appContext.clock.now() })
    .where('id', '=', smsId)
    .execute();
}
