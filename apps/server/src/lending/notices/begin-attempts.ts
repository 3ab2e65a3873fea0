import type { BorrowerId, ContactAttemptId, DeliveryId, NoticeId } from '@hiram/contract/ids';
import type { LocalDate } from '@hiram/loan';
import { type Selectable, sql } from 'kysely';
import { kindOf, type MessageKindName, type MessageValues } from '../../brands/messages/message-kinds.ts';
import type { AppContext } from '../../context/app-context.ts';
import { isFull, lockedTexts } from '../../messaging/messages.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import type { MessageChannel } from '../../platform/database/schema/messages/notices.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { isAnyOf } from '../../platform/database/statements/is-any-of.ts';
import { tableOf } from '../../platform/database/statements/table-of.ts';
import { afterCalls } from '../../platform/http/queue/request-priority.ts';
import { newId } from '../../platform/ids.ts';
import type { BorrowerLocale } from '../borrowers/locale.ts';
import { startContacts } from '../contact/may-contact.ts';
import { addressesOf } from './addresses.ts';
import { exhaustedBrands } from './cost-ceiling.ts';
import type { Attempt } from './hand-over.ts';
import { type Rendered, readValues, renderNotice } from './render.ts';
import { noticedOrders, stillTrue } from './still-true.ts';

/** Messages about one loan in 24 hours that interrupt its borrower; others are in the inbox alone. */
export const maxLoanMessagesPerDay = 6;
const dayMs = 24 * 60 * 60_000;

export type NoticeRow = Selectable<Database['notice']>;

/** A message and the channel that is tried for it. */
export interface Trying {
  readonly notice: NoticeRow;
  readonly kind: MessageKindName;
  readonly channel: MessageChannel;
  readonly locale: BorrowerLocale;
}

/** The start of a channel's attempt, or the reason why it did not start. */
export type Beginning =
  | { readonly attempt: Attempt }
  | { readonly until: Date }
  | { readonly dropped: string }
  | { readonly inboxOnly: string }
  | { readonly skipped: string }
  | { readonly fault: unknown };

type Answers = Map<NoticeId, Beginning>;
/** Messages as they are true now. */
type Written = Map<NoticeId, { readonly values: MessageValues; readonly rendered: Rendered }>;
/** Messages that are computed in one go: borrowers' calls do not wait for more. */
const inOneGo = 5;

/**
 * Checks messages for a channel each and records their attempts, in the caller's transaction: is it true,
 * does its borrower want it, is there an address, do caps, hours and stops allow it now. No two of them are
 * for one borrower.
 */
export async function beginAttempts(
  trx: Db,
  appContext: AppContext,
  all: readonly Trying[],
): Promise<ReadonlyMap<NoticeId, Beginning>> {
  const now = appContext.clock.now();
  const answers: Answers = new Map();
  const open = () => all.filter(({ notice }) => !answers.has(notice.id));
  const written = await writeCurrent(trx, appContext, all, answers);
  const skipped: Answers = new Map();
  const remaining = () => open().filter(({ notice }) => !skipped.has(notice.id));
  // What counts is read behind this lock: messages that another batch sends at this moment count, too.
  const texts = await lockedTexts(
    trx,
    open().map(({ locale }) => numberOf(locale)),
    'loan',
    now,
  );
  await saveInInbox(trx, open(), skipped, now);
  const addresses = await addressesOf(trx, appContext, remaining());
  const { earlier, underWay } = await earlierAttempts(trx, remaining(), now);
  for (const { notice, channel, locale } of remaining()) {
    const tried = earlier.get(notice.id);
    const { brand, phone } = numberOf(locale);
    const hadEnough = () => isFull(texts.get(`${brand} ${phone}`), 'loan', underWay.get(notice.borrower_id));
    if (
      !addresses.has(notice.id) ||
      tried?.state === 'bounced' ||
      (channel === 'sms' && !tried && hadEnough())
    )
      skipped.set(notice.id, { skipped: 'noAddress' });
  }
  await skipOverCostCeiling(trx, remaining(), skipped, now);
  const contacts = await askGuard(trx, appContext, open(), { earlier, skipped, answers, now });
  // What may not be said now is not in the inbox either.
  await show(trx, open(), written, now);
  for (const [id, answer] of skipped) if (!answers.has(id)) answers.set(id, answer);
  const attempts = open().flatMap(({ notice, kind, channel, locale }): readonly Attempt[] => {
    const address = addresses.get(notice.id);
    const rendered = written.get(notice.id)?.rendered;
    if (!address || !rendered) return [];
    const id: DeliveryId = earlier.get(notice.id)?.id ?? newId();
    return [{ id, notice, kind, channel, address, locale, rendered, contactId: contacts.get(notice.id) }];
  });
  await storeAttempts(trx, attempts, now);
  for (const attempt of attempts) answers.set(attempt.notice.id, { attempt });
  return answers;
}

/**
 * Writes the messages with their values as they are now; answers for those that are false, and for those that
 * cannot be written.
 */
async function writeCurrent(
  trx: Db,
  appContext: AppContext,
  tried: readonly Trying[],
  answers: Answers,
): Promise<Written> {
  const orders = await noticedOrders(
    trx,
    tried.map(({ notice, kind }) => ({ kind, order_id: notice.order_id })),
  );
  const now = appContext.clock.now();
  const days = new Map<string, LocalDate>();
  const current: Written = new Map();
  for (const [at, { notice, kind, locale }] of tried.entries()) {
    const { timeZone } = locale.brand;
    const today = days.get(timeZone) ?? (await appContext.clock.today(trx, timeZone));
    days.set(timeZone, today);
    if (at % inOneGo === 0) await afterCalls();
    try {
      const values = readValues(notice.variables);
      const order = notice.order_id === null ? undefined : orders.get(notice.order_id);
      const truth = order
        ? stillTrue(order, { kind, values }, { today, now })
        : { isTrue: true as const, values };
      if (truth.isTrue) {
        // Written before anything is recorded: a fault of one message does not end the others.
        const rendered = renderNotice(locale, kind, truth.values, appContext.config.publicUrl);
        current.set(notice.id, { values: truth.values, rendered });
      } else answers.set(notice.id, { dropped: truth.why });
    } catch (fault) {
      answers.set(notice.id, { fault });
    }
  }
  return current;
}

/** Stores the values with which messages are sent, and shows them in the inbox. */
async function show(trx: Db, tried: readonly Trying[], written: Written, now: Date): Promise<void> {
  if (tried.length === 0) return;
  const rendered = tried.map(({ notice: { borrower_id, id } }) => ({
    borrower_id,
    id,
    variables: JSON.stringify(written.get(id)?.values),
  }));
  await sql`update notice set variables = rendered.variables, shown_at = coalesce(shown_at, ${now})
    from ${tableOf('rendered', rendered, { uuid: ['borrower_id', 'id'], jsonb: ['variables'] })}
    where notice.borrower_id = rendered.borrower_id and notice.id = rendered.id
      and (notice.shown_at is null or notice.variables <> rendered.variables)`.execute(trx);
}

/** Finds messages that interrupt nobody: their borrower switched such ones off, or had enough about this loan today. */
async function saveInInbox(trx: Db, tried: readonly Trying[], answers: Answers, now: Date): Promise<void> {
  const reminders = tried.filter(
    ({ kind }) => kindOf(kind).purpose === 'reminder' && !kindOf(kind).isRequested,
  );
  const services = tried.filter(
    ({ kind, notice }) => kindOf(kind).purpose === 'service' && notice.order_id !== null,
  );
  if (reminders.length > 0) {
    const off = await trx
      .selectFrom('message_preference')
      .select('borrower_id')
      .where(isAnyOf('borrower_id', borrowersOf(reminders)))
      .where('purpose', '=', 'reminder')
      .where('is_on', '=', false)
      .execute();
    const switched = new Set(off.map((row) => row.borrower_id));
    for (const { notice } of reminders)
      if (switched.has(notice.borrower_id)) answers.set(notice.id, { inboxOnly: 'switchedOff' });
  }
  if (services.length === 0) return;
  const ownIds = services.map(({ notice }) => notice.id);
  const sent = await trx
    .selectFrom('delivery')
    .innerJoin('notice', (join) =>
      join
        .onRef('notice.borrower_id', '=', 'delivery.borrower_id')
        .onRef('notice.id', '=', 'delivery.notice_id'),
    )
    .select('notice.order_id')
    .where(isAnyOf('notice.borrower_id', borrowersOf(services)))
    .where('delivery.state', 'in', ['sending', 'sent', 'delivered'])
    .where('notice.id', 'not in', ownIds)
    .where('delivery.at', '>', new Date(now.getTime() - dayMs))
    .groupBy('notice.order_id')
    .having((eb) => eb(eb.fn.countAll(), '>=', maxLoanMessagesPerDay))
    .execute();
  const full = new Set(sent.map((row) => row.order_id));
  for (const { notice } of services)
    if (full.has(notice.order_id)) answers.set(notice.id, { inboxOnly: 'dayCap' });
}

const numberOf = ({ brand, phone }: BorrowerLocale) => ({ brand: brand.id, phone });

const borrowersOf = (tried: readonly Trying[]): readonly BorrowerId[] =>
  tried.map(({ notice }) => notice.borrower_id);

interface EarlierAttempt {
  readonly notice_id: NoticeId;
  readonly id: DeliveryId;
  readonly state: string;
  /** Its contact if that counts on the borrower's day of today. */
  readonly contact_id: ContactAttemptId | null;
}

/** The earlier attempts of these messages by these channels, and how many texts are on their way to each borrower. */
async function earlierAttempts(
  trx: Db,
  tried: readonly Trying[],
  now: Date,
): Promise<{
  readonly earlier: ReadonlyMap<NoticeId, EarlierAttempt>;
  readonly underWay: ReadonlyMap<BorrowerId, number>;
}> {
  const rows = await trx
    .selectFrom('delivery')
    .leftJoin('contact', (join) =>
      join
        .onRef('contact.borrower_id', '=', 'delivery.borrower_id')
        .onRef('contact.id', '=', 'delivery.contact_id')
        .on(sql<boolean>`contact.on_day = (${now}::timestamptz at time zone contact.zone)::date`),
    )
    .select(['delivery.borrower_id', 'notice_id', 'delivery.channel', 'delivery.id', 'state'])
    .select('contact.id as contact_id')
    .where(isAnyOf('delivery.borrower_id', borrowersOf(tried)))
    .where((eb) =>
      eb.or([
        isAnyOf(
          'notice_id',
          tried.map(({ notice }) => notice.id),
        ),
        eb.and([eb('delivery.channel', '=', 'sms'), eb('state', '=', 'sending')]),
      ]),
    )
    .execute();
  const channels = new Map(tried.map(({ notice, channel }) => [notice.id, channel]));
  const own = rows.filter((row) => channels.get(row.notice_id) === row.channel);
  const texts = rows.filter(({ channel, state }) => channel === 'sms' && state === 'sending');
  return {
    earlier: new Map(own.map((row) => [row.notice_id, row])),
    underWay: new Map(
      [...Map.groupBy(texts, (row) => row.borrower_id)].map(([id, sent]) => [id, sent.length]),
    ),
  };
}

/**
 * Skips channels that cost something where today's ceiling is reached. What serves the borrower goes on: its
 * number is bounded by events.
 */
async function skipOverCostCeiling(
  trx: Db,
  tried: readonly Trying[],
  answers: Answers,
  now: Date,
): Promise<void> {
  const priced = tried.filter(
    ({ kind, channel, locale }) =>
      kindOf(kind).purpose !== 'service' && locale.brand.contact.prices[channel] > 0,
  );
  const exhausted = await exhaustedBrands(
    trx,
    new Map(priced.map(({ locale: { brand } }) => [brand.id, brand])).values(),
    now,
  );
  for (const { notice, locale } of priced)
    if (exhausted.has(locale.brand.id)) answers.set(notice.id, { skipped: 'costCeiling' });
}

interface Tried {
  readonly earlier: ReadonlyMap<NoticeId, EarlierAttempt>;
  /** Messages that this channel does not take. */
  readonly skipped: Answers;
  readonly answers: Answers;
  readonly now: Date;
}

/**
 * Asks the guard about all messages, as the inbox has no other one. What asks for money is recorded as an attempt that counts,
 * unless the channel does not take it or has tried before on the borrower's day. Returns the attempts.
 */
async function askGuard(
  trx: Db,
  appContext: AppContext,
  tried: readonly Trying[],
  { earlier, skipped, answers, now }: Tried,
): Promise<ReadonlyMap<NoticeId, ContactAttemptId>> {
  const requests = tried.map(({ notice, kind, channel }) => ({
    borrower: notice.borrower_id,
    ...(notice.order_id === null ? {} : { order: notice.order_id }),
    channel,
    purpose: kindOf(kind).purpose,
    by: { kind: 'system' } as const,
    isRecorded:
      kindOf(kind).purpose !== 'service' && !skipped.has(notice.id) && !earlier.get(notice.id)?.contact_id,
  }));
  const started = await startContacts(trx, appContext, requests, now);
  const contacts = new Map<NoticeId, ContactAttemptId>();
  for (const [at, { notice }] of tried.entries()) {
    const decision = started[at];
    if (!decision) continue;
    if (decision.ok) {
      const contactId = decision.id ?? earlier.get(notice.id)?.contact_id;
      if (contactId) contacts.set(notice.id, contactId);
    } else answers.set(notice.id, decision.from ? { until: decision.from } : { skipped: decision.why });
  }
  return contacts;
}

async function storeAttempts(trx: Db, attempts: readonly Attempt[], now: Date): Promise<void> {
  if (attempts.length === 0) return;
  const rows = attempts.map(({ id, notice, channel, address, contactId = null }) => ({
    borrower_id: notice.borrower_id,
    id,
    notice_id: notice.id,
    contact_id: contactId,
    channel,
    digest: address.digest,
  }));
  await sql`insert into delivery (borrower_id, id, notice_id, contact_id, channel, address_digest, state, segments, at)
    select tried.*, 'sending', 0, ${now} from ${tableOf('tried', rows, {
      uuid: ['borrower_id', 'id', 'notice_id', 'contact_id'],
      text: ['channel'],
      bytea: ['digest'],
    })}
    on conflict (borrower_id, notice_id, channel) do update
      set state = 'sending', contact_id = excluded.contact_id, reason = null, ended_at = null`.execute(trx);
}
