import type { BorrowerId, ContactAttemptId, DeliveryId, NoticeId } from '@hiram/contract/ids';
import type { Selectable } from 'kysely';
import { isMessageKind, kindOf, type MessageKindName } from '../../brands/messages/message-kinds.ts';
import type { AppContext } from '../../context/app-context.ts';
import { canQueueText } from '../../messaging/messages.ts';
import { type Db, inTransaction } from '../../platform/database/connect.ts';
import type { MessageChannel } from '../../platform/database/schema/notices.ts';
import type { Database } from '../../platform/database/schema.ts';
import { newId } from '../../platform/ids.ts';
import { type BorrowerLocale, localeOf } from '../borrowers/locale.ts';
import { mayContact, startContact } from '../contact/may-contact.ts';
import { findOrder } from '../loans/order-store.ts';
import { addressOf } from './addresses.ts';
import { type Attempt, handOver } from './hand-over.ts';
import { readValues, renderNotice } from './render.ts';
import { stillTrue } from './still-true.ts';

/** Longer than all channels of a message take: afterwards another server goes on with it. */
const claimMs = 60_000;
/** The pause until a message is tried again that no channel could take for the moment. */
const retryMs = 60_000;
/** A message that could not be sent for so long stays in the inbox alone. */
const giveUpMs = 2 * 24 * 60 * 60_000;
/** Messages about one loan in 24 hours that interrupt its borrower; others are in the inbox alone. */
export const maxLoanMessagesPerDay = 6;
const dayMs = 24 * 60 * 60_000;

type NoticeRow = Selectable<Database['notice']>;

/** The start of a channel's attempt, or the reason why it did not start. */
type Beginning =
  | { readonly begun: true; readonly attempt: Attempt }
  | { readonly begun: false; readonly until: Date }
  | { readonly begun: false; readonly dropped: string }
  | { readonly begun: false; readonly inboxOnly: string }
  | { readonly begun: false; readonly skipped: string };

/**
 * Job: sends a message through the first channel that takes it. Truth, stops, hours and caps are checked again before each channel. A
 * message that must wait for its hour, or that no channel could take for the moment, is queued again.
 */
export async function sendNotice(
  appContext: AppContext,
  { borrowerId, noticeId }: { readonly borrowerId: BorrowerId; readonly noticeId: NoticeId },
): Promise<void> {
  const { db } = appContext;
  const now = appContext.clock.now();
  const notice = await db
    .updateTable('notice')
    .set({ claimed_until: new Date(now.getTime() + claimMs) })
    .where('borrower_id', '=', borrowerId)
    .where('id', '=', noticeId)
    .where('state', '=', 'queued')
    .where('send_after', '<=', now)
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', now)]))
    .returningAll()
    .executeTakeFirst();
  if (!notice || !isMessageKind(notice.kind)) return;
  const locale = await localeOf(db, appContext, borrowerId);
  if (locale.erased) return end(db, notice, { state: 'dropped', reason: 'erased' });
  let refused: string | undefined;
  let isUnavailable = false;
  const first = notice.channel === null ? [] : [notice.channel];
  for (const channel of new Set([...first, ...locale.brand.contact.channels])) {
    const beginning = await inTransaction(db, (trx) =>
      begin(trx, appContext, { notice, kind: notice.kind, channel, locale }),
    );
    if (beginning.begun) {
      const result = await handOver(appContext, beginning.attempt);
      if (result === 'sent') return;
      isUnavailable ||= result === 'unavailable';
    } else if ('until' in beginning) return queueAgain(db, notice, beginning.until);
    else if ('dropped' in beginning) return end(db, notice, { state: 'dropped', reason: beginning.dropped });
    else if ('inboxOnly' in beginning)
      return end(db, notice, { state: 'inbox', reason: beginning.inboxOnly });
    else refused ??= beginning.skipped;
  }
  const isOld = now.getTime() - notice.created_at.getTime() > giveUpMs;
  if (isUnavailable && !isOld) return queueAgain(db, notice, new Date(now.getTime() + retryMs));
  const isStopped = refused !== undefined && refused !== 'noAddress';
  return end(
    db,
    notice,
    isUnavailable
      ? { state: 'failed', reason: 'unavailable' }
      : isStopped
        ? { state: 'dropped', reason: refused ?? '' }
        : { state: 'inbox', reason: 'noAddress' },
  );
}

interface Trying {
  readonly notice: NoticeRow;
  readonly kind: string;
  readonly channel: MessageChannel;
  readonly locale: BorrowerLocale;
}

/** Checks a message for a channel and records the attempt, in one transaction. */
async function begin(
  trx: Db,
  appContext: AppContext,
  { notice, channel, locale }: Trying,
): Promise<Beginning> {
  const { kind } = notice;
  if (!isMessageKind(kind)) throw new Error(`no message of the kind ${kind}`);
  const { brand, phone } = locale;
  const now = appContext.clock.now();
  const { borrower_id: borrowerId, id: noticeId } = notice;
  const truth = await currentValues(trx, appContext, notice, kind, locale);
  if (!truth.isTrue) return { begun: false, dropped: truth.why };
  await trx
    .updateTable('notice')
    .set({ variables: JSON.stringify(truth.values), shown_at: notice.shown_at ?? now })
    .where('borrower_id', '=', borrowerId)
    .where('id', '=', noticeId)
    .execute();
  const only = await inboxOnly(trx, notice, kind, now);
  if (only !== undefined) return { begun: false, inboxOnly: only };
  const address = await addressOf(trx, appContext, borrowerId, locale, channel);
  if (!address) return { begun: false, skipped: 'noAddress' };
  const earlier = await trx
    .selectFrom('delivery')
    .select(['id', 'state', 'contact_id'])
    .where('borrower_id', '=', borrowerId)
    .where('notice_id', '=', noticeId)
    .where('channel', '=', channel)
    .executeTakeFirst();
  if (earlier?.state === 'bounced') return { begun: false, skipped: 'noAddress' };
  const isCapped =
    channel === 'sms' &&
    earlier === undefined &&
    !(await canQueueText(trx, { brand: brand.id, phone, purpose: 'loan', now }));
  if (isCapped) return { begun: false, skipped: 'noAddress' };
  const contact = await guarded(trx, appContext, {
    notice,
    kind,
    channel,
    earlier: earlier?.contact_id ?? undefined,
  });
  if (!contact.ok)
    return contact.from ? { begun: false, until: contact.from } : { begun: false, skipped: contact.why };
  const id: DeliveryId = earlier?.id ?? newId();
  const rendered = renderNotice(locale, kind, truth.values, appContext.config.publicUrl);
  const attempt = { id, notice, kind, channel, address, locale, rendered, contactId: contact.id };
  if (earlier)
    await trx
      .updateTable('delivery')
      .set({ state: 'sending', reason: null, ended_at: null })
      .where('id', '=', id)
      .execute();
  else await insertDelivery(trx, attempt, now);
  return { begun: true, attempt };
}

async function insertDelivery(trx: Db, attempt: Attempt, now: Date): Promise<void> {
  const { id, notice, channel, address, contactId } = attempt;
  await trx
    .insertInto('delivery')
    .values({
      borrower_id: notice.borrower_id,
      id,
      notice_id: notice.id,
      channel,
      state: 'sending',
      address_digest: address.digest,
      contact_id: contactId ?? null,
      segments: 0,
      at: now,
    })
    .execute();
}

/** Asks the guard. What serves the borrower is not counted as an attempt. */
async function guarded(
  trx: Db,
  appContext: AppContext,
  {
    notice,
    kind,
    channel,
    earlier,
  }: {
    readonly notice: NoticeRow;
    readonly kind: MessageKindName;
    readonly channel: MessageChannel;
    /** The attempt of an earlier try by this channel: a repetition is no other one. */
    readonly earlier: ContactAttemptId | undefined;
  },
): Promise<
  | { readonly ok: true; readonly id: ContactAttemptId | undefined }
  | { readonly ok: false; readonly why: string; readonly from?: Date }
> {
  const { purpose } = kindOf(kind);
  const request = {
    borrower: notice.borrower_id,
    ...(notice.order_id === null ? {} : { order: notice.order_id }),
    channel,
    purpose,
    by: { kind: 'system' },
  } as const;
  const now = appContext.clock.now();
  if (purpose !== 'service' && earlier === undefined) return startContact(trx, appContext, request, now);
  const answer = await mayContact(trx, appContext, request, now);
  return answer.ok ? { ok: true, id: earlier } : answer;
}

/** The message's values as they are now, or why it is false. */
async function currentValues(
  trx: Db,
  appContext: AppContext,
  notice: NoticeRow,
  kind: MessageKindName,
  { brand }: BorrowerLocale,
): ReturnType<typeof stillTrue> {
  const values = readValues(notice.variables);
  if (notice.order_id === null) return { isTrue: true, values };
  const order = await findOrder(trx, notice.order_id);
  if (!order) throw new Error(`the order ${notice.order_id} does not exist`);
  return stillTrue(trx, order, { kind, values }, await appContext.clock.today(trx, brand.timeZone));
}

/** Why a message interrupts nobody: its borrower switched such messages off, or had enough about this loan today. */
async function inboxOnly(
  trx: Db,
  { borrower_id, order_id }: NoticeRow,
  kind: MessageKindName,
  now: Date,
): Promise<string | undefined> {
  const { purpose, isRequested } = kindOf(kind);
  if (purpose === 'reminder' && !isRequested) {
    const off = await trx
      .selectFrom('message_preference')
      .select('purpose')
      .where('borrower_id', '=', borrower_id)
      .where('purpose', '=', purpose)
      .where('is_on', '=', false)
      .executeTakeFirst();
    return off && 'switchedOff';
  }
  if (purpose !== 'service' || order_id === null) return undefined;
  const { sent } = await trx
    .selectFrom('delivery')
    .innerJoin('notice', (join) =>
      join
        .onRef('notice.borrower_id', '=', 'delivery.borrower_id')
        .onRef('notice.id', '=', 'delivery.notice_id'),
    )
    .select((eb) => eb.fn.countAll<number>().as('sent'))
    .where('notice.borrower_id', '=', borrower_id)
    .where('notice.order_id', '=', order_id)
    .where('delivery.state', 'in', ['sent', 'delivered'])
    .where('delivery.at', '>', new Date(now.getTime() - dayMs))
    .executeTakeFirstOrThrow();
  return sent >= maxLoanMessagesPerDay ? 'dayCap' : undefined;
}

async function queueAgain(
  db: Db,
  { borrower_id, id }: Pick<NoticeRow, 'borrower_id' | 'id'>,
  at: Date,
): Promise<void> {
  await db
    .updateTable('notice')
    .set({ send_after: at, claimed_until: null })
    .where('borrower_id', '=', borrower_id)
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

async function end(
  db: Db,
  { borrower_id, id }: NoticeRow,
  ended: { readonly state: 'dropped' | 'inbox' | 'failed'; readonly reason: string },
): Promise<void> {
  await db
    .updateTable('notice')
    .set({ ...ended, send_after: null, claimed_until: null })
    .where('borrower_id', '=', borrower_id)
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute();
}

/** Messages that one run sends at once, and that one query finds. */
const parallel = 10;
const batch = 200;
/** Messages of one run at most: the next one goes on. */
const maxARun = 5_000;

/** Sends what is due and has no job of its own: what waited for its hour or for a channel, and what a strategy queued. */
export async function sendDueNotices(appContext: AppContext): Promise<void> {
  for (let sent = 0; sent < maxARun; sent += batch) {
    const now = appContext.clock.now();
    const due = await appContext.db
      .selectFrom('notice')
      .select(['borrower_id', 'id'])
      .where('state', '=', 'queued')
      .where('send_after', '<=', now)
      .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<', now)]))
      .orderBy('send_after')
      .limit(batch)
      .execute();
    for (let at = 0; at < due.length; at += parallel)
      await Promise.all(due.slice(at, at + parallel).map((notice) => sendOrPostpone(appContext, notice)));
    if (due.length < batch) return;
  }
}

/** The pause after a fault of ours in one message: it holds up no other one. */
const faultPauseMs = 60 * 60_000;

async function sendOrPostpone(
  appContext: AppContext,
  { borrower_id, id }: Pick<NoticeRow, 'borrower_id' | 'id'>,
): Promise<void> {
  try {
    await sendNotice(appContext, { borrowerId: borrower_id, noticeId: id });
  } catch (error) {
    appContext.log.error({ err: error, notice: id }, 'message not sent');
    const later = new Date(appContext.clock.now().getTime() + faultPauseMs);
    await queueAgain(appContext.db, { borrower_id, id }, later);
  }
}
