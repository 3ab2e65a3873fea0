import type { BorrowerId, NoticeId } from '@hiram/contract/ids';
import { sql } from 'kysely';
import { isMessageKind, type MessageKindName } from '../../brands/messages/message-kinds.ts';
import type { AppContext } from '../../context/app-context.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import type { MessageChannel } from '../../platform/database/schema/messages/notices.ts';
import { tableOf } from '../../platform/database/statements/table-of.ts';
import { behindCalls, oneAtATime } from '../../platform/http/queue/request-priority.ts';
import { type BorrowerLocale, localesOf } from '../borrowers/locale.ts';
import { type Beginning, beginAttempts, type NoticeRow } from './begin-attempts.ts';
import { handOver } from './hand-over.ts';
import { dropped } from './notify.ts';

/** Longer than all channels of a message take: afterwards another server goes on with it. */
const claimMs = 60_000;
/** The pause until a message is tried again that no channel could take for the moment. */
const retryMs = 60_000;
/** A message that could not be sent for so long stays in the inbox alone. */
const giveUpMs = 2 * 24 * 60 * 60_000;
/** Messages that one statement claims and one transaction checks: at most those of a second, so that none waits long for its turn. */
const maxBatch = 150;
/** Batches under way at once: some are checked while another one is with its channels. Figures: `npm run bench -- messages`. */
const lanes = 3;
/** The pause after a fault of ours in one message: it holds up no other one. */
const faultPauseMs = 60 * 60_000;

/** A message on its way through its channels. */
interface Sending {
  readonly notice: NoticeRow;
  readonly kind: MessageKindName;
  readonly locale: BorrowerLocale;
  /** The channels that are left to try. */
  channels: readonly MessageChannel[];
  /** The reason of the first channel that is forbidden. */
  refused?: string;
  isUnavailable: boolean;
}

/** The end of a message that was not sent, or its postponement. */
interface Ended {
  readonly notice: NoticeRow;
  readonly state: 'queued' | 'dropped' | 'inbox' | 'failed';
  readonly reason: string | null;
  /** For a queued one: when it is tried again. */
  readonly after: Date | null;
}

/**
 * Job: sends a message through the first channel that takes it. Truth, stops, hours and caps are checked
 * again before each channel. A message that must wait for its hour, or that no channel could take for the
 * moment, is queued again.
 */
export async function sendNotice(
  appContext: AppContext,
  { noticeId }: { readonly borrowerId: BorrowerId; readonly noticeId: NoticeId },
): Promise<void> {
  await sendClaimed(appContext, await claim(appContext, noticeId));
}

/** Sends what is due and has no job of its own: what waited for its hour or for a channel, and what a strategy queued. */
export async function sendDueNotices(appContext: AppContext): Promise<void> {
  const send = async () => {
    for (;;) {
      const notices = await claim(appContext);
      if (notices.length === 0) return;
      await sendApart(appContext, notices);
    }
  };
  await Promise.all(Array.from({ length: lanes }, send));
}

/** Claims due messages, at most one a borrower, so that no other server sends them for a while. */
async function claim(
  { db, clock, config }: Pick<AppContext, 'db' | 'clock' | 'config'>,
  only?: NoticeId,
): Promise<readonly NoticeRow[]> {
  const now = clock.now();
  const { rows } = await sql<NoticeRow>`
    update notice set claimed_until = ${new Date(now.getTime() + claimMs)} where id in (
      select distinct on (borrower_id) id from (
        select borrower_id, id from notice where state = 'queued' and send_after <= ${now}
          and (claimed_until is null or claimed_until < ${now}) ${only === undefined ? sql`` : sql`and id = ${only}`}
        order by send_after limit ${Math.min(maxBatch, config.messagesPerSecond)} for update skip locked
      ) due order by borrower_id, id)
    returning *`.execute(db);
  return rows;
}

/** Sends messages together. If one of them is at fault, each half is sent without the other, and that one waits alone. */
async function sendApart(appContext: AppContext, notices: readonly NoticeRow[]): Promise<void> {
  try {
    await sendClaimed(appContext, notices);
  } catch (error) {
    const half = Math.ceil(notices.length / 2);
    if (notices.length > 1) {
      await sendApart(appContext, notices.slice(0, half));
      await sendApart(appContext, notices.slice(half));
    } else
      await endAll(
        appContext.db,
        notices.map((notice) => afterFault(appContext, notice, error)),
      );
  }
}

function afterFault({ log, clock }: AppContext, notice: NoticeRow, error: unknown): Ended {
  log.error({ err: error, notice: notice.id }, 'message not sent');
  const after = new Date(clock.now().getTime() + faultPauseMs);
  return { notice, state: 'queued', reason: null, after };
}

async function sendClaimed(appContext: AppContext, notices: readonly NoticeRow[]): Promise<void> {
  if (notices.length === 0) return;
  const { db } = appContext;
  const ended: Ended[] = [];
  let open = await sendingOf(appContext, notices, ended);
  while (open.length > 0) {
    const tried = open.flatMap((sending) => {
      const [channel] = sending.channels;
      return channel === undefined ? [] : { ...sending, channel };
    });
    const begun = await oneAtATime(() =>
      inTransaction(db, (trx) => beginAttempts(behindCalls(trx), appContext, tried)),
    );
    const handed = await handOver(
      appContext,
      [...begun.values()].flatMap((beginning) => ('attempt' in beginning ? beginning.attempt : [])),
    );
    const results = new Map(handed.map(({ attempt, result }) => [attempt.notice.id, result]));
    open = open.filter((sending) => {
      sending.channels = sending.channels.slice(1);
      const { notice } = sending;
      const beginning = begun.get(notice.id);
      const result = results.get(notice.id);
      if (result === 'sent' || !beginning) return false;
      sending.isUnavailable ||= result === 'unavailable';
      if ('skipped' in beginning) sending.refused ??= beginning.skipped;
      const end = endOf(appContext, sending, beginning);
      if (end) ended.push(end);
      return end === undefined;
    });
  }
  await endAll(db, ended);
}

async function sendingOf(
  appContext: AppContext,
  notices: readonly NoticeRow[],
  ended: Ended[],
): Promise<Sending[]> {
  const locales = await localesOf(
    appContext.db,
    appContext,
    notices.map((notice) => notice.borrower_id),
  );
  return notices.flatMap((notice) => {
    const locale = locales.get(notice.borrower_id);
    const { kind } = notice;
    if (!locale || !isMessageKind(kind)) return [];
    if (locale.erased) {
      ended.push({ notice, state: 'dropped', reason: 'erased', after: null });
      return [];
    }
    const first = notice.channel === null ? [] : [notice.channel];
    const channels = [...new Set([...first, ...locale.brand.contact.channels])];
    return { notice, kind, locale, channels, isUnavailable: false };
  });
}

/** The end of a message after a channel that did not take it; undefined: the next channel is tried. */
function endOf(
  appContext: AppContext,
  { notice, channels, refused, isUnavailable }: Sending,
  beginning: Beginning,
): Ended | undefined {
  if ('fault' in beginning) return afterFault(appContext, notice, beginning.fault);
  if ('until' in beginning) return { notice, state: 'queued', reason: null, after: beginning.until };
  if ('dropped' in beginning) return { notice, state: 'dropped', reason: beginning.dropped, after: null };
  if ('inboxOnly' in beginning) return { notice, state: 'inbox', reason: beginning.inboxOnly, after: null };
  if (channels.length > 0) return undefined;
  const now = appContext.clock.now().getTime();
  if (isUnavailable)
    return now - notice.created_at.getTime() > giveUpMs
      ? { notice, state: 'failed', reason: 'unavailable', after: null }
      : { notice, state: 'queued', reason: null, after: new Date(now + retryMs) };
  return refused === undefined || refused === 'noAddress' || refused === 'costCeiling'
    ? { notice, state: 'inbox', reason: refused ?? 'noAddress', after: null }
    : { notice, state: 'dropped', reason: refused, after: null };
}

async function endAll(db: Db, ended: readonly Ended[]): Promise<void> {
  if (ended.length === 0) return;
  const rows = ended.map(({ notice: { borrower_id, id }, ...end }) => ({ borrower_id, id, ...end }));
  await sql`update notice set state = case ended.state when 'dropped' then ${dropped} else ended.state end, reason = ended.reason, send_after = ended.after, claimed_until = null
    from ${tableOf('ended', rows, { uuid: ['borrower_id', 'id'], text: ['state', 'reason'], timestamptz: ['after'] })}
    where notice.borrower_id = ended.borrower_id and notice.id = ended.id and notice.send_after is not null`.execute(
    db,
  );
}
