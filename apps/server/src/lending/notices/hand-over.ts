import { setTimeout as pause } from 'node:timers/promises';
import type { ContactAttemptId, DeliveryId } from '@hiram/contract/ids';
import { escapeHtml } from '@hiram/visitor-pages/escape-html';
import { type Selectable, sql } from 'kysely';
import { kindOf, type MessageKindName } from '../../brands/messages/message-kinds.ts';
import { smsSegments, smsText } from '../../brands/messages/sms-length.ts';
import type { AppContext } from '../../context/app-context.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import type { MessageChannel } from '../../platform/database/schema/notices.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { circuitBreaker } from '../../providers/circuit-breaker.ts';
import type { BorrowerLocale } from '../borrowers/locale.ts';
import { countBounce } from './addresses.ts';
import { addCosts } from './cost-ceiling.ts';
import { messageLinks, type Rendered } from './render.ts';

/** A recorded attempt to send a message through a channel. */
export interface Attempt {
  readonly id: DeliveryId;
  readonly notice: Selectable<Database['notice']>;
  readonly kind: MessageKindName;
  readonly channel: MessageChannel;
  readonly address: { readonly text: string; readonly digest: Buffer };
  readonly locale: BorrowerLocale;
  readonly rendered: Rendered;
  readonly contactId: ContactAttemptId | undefined;
}

/** A channel's answer about a message. */
export interface HandedOver {
  readonly attempt: Attempt;
  readonly result: 'sent' | 'refused' | 'unavailable';
  readonly reason?: string;
  /** A sent text as it is stored: encrypted one by one, so that borrowers' calls do not wait for a whole batch. */
  readonly stored?: Buffer;
}
type Answer = Omit<HandedOver, 'attempt'>;

/** Messages that are on their way to a channel at once. */
const parallel = 40;
/** Messages that a server hands over in a second at most, so that borrowers' calls go on beside them. */
const maxPerSecond = 1_000;
/** The moment of the next message, in milliseconds of `performance.now()`. */
let nextTurn = 0;

/** Spreads the messages of all batches evenly. */
async function throttle(): Promise<void> {
  const now = performance.now();
  nextTurn = Math.max(now, nextTurn) + 1_000 / maxPerSecond;
  await pause(nextTurn - now);
}

/** Hands messages over to their channels, with our ids as the references, and records what the channels said. */
export async function handOver(
  appContext: AppContext,
  attempts: readonly Attempt[],
): Promise<readonly HandedOver[]> {
  const handed: HandedOver[] = [];
  const breakers = new Map<MessageChannel, ReturnType<typeof circuitBreaker<Answer>>>();
  const breakerOf = (channel: MessageChannel) => {
    const breaker = breakers.get(channel) ?? circuitBreaker<Answer>(unavailable);
    breakers.set(channel, breaker);
    return breaker;
  };
  const queue = attempts.values();
  const send = async () => {
    for (const attempt of queue) {
      await throttle();
      handed.push({ attempt, ...(await breakerOf(attempt.channel)(() => ask(appContext, attempt))) });
    }
  };
  await Promise.all(Array.from({ length: parallel }, send));
  if (handed.length > 0) await inTransaction(appContext.db, (trx) => record(trx, appContext, handed));
  return handed;
}

const unavailable: Answer = { result: 'unavailable', reason: 'unavailable' };

/** Throws Unavailable if the channel does not take the message for the moment. */
async function ask(
  { ports, config, cipher }: AppContext,
  { id, notice, kind, channel, address, locale, rendered }: Attempt,
): Promise<Answer> {
  const { brand } = locale;
  const { title, text } = rendered;
  const links = messageLinks(config.publicUrl, brand.id);
  if (channel === 'sms') {
    await ports.sms.send({ reference: id, phone: address.text, text: smsText(text), voice: false });
    return { result: 'sent', stored: cipher.encrypt(smsText(text)) };
  }
  if (channel === 'push') {
    await ports.push?.send({
      reference: id,
      brand: brand.id,
      borrower: notice.borrower_id,
      kind,
      title,
      text,
      deepLink: `${brand.deepLinkScheme}://messages`,
    });
    return { result: 'sent' };
  }
  const sent = await ports.mail?.send({
    reference: id,
    to: address.text,
    subject: `${brand.names.english}: ${title}`,
    text,
    html: mailHtml(text, brand.language),
    // Law and service cannot be switched off, so such mail names no place to do it.
    ...(kindOf(kind).purpose === 'reminder' ? { unsubscribe: links.settings } : {}),
  });
  return sent?.state === 'rejected' ? { result: 'refused', reason: sent.reason } : { result: 'sent' };
}

/** A text as a page of mail, with its addresses as links. */
export function mailHtml(text: string, language: string): string {
  const linked = escapeHtml(text).replace(
    /https?:\/\/\S*[^\s.,;:!?]/g,
    (url) => `<a href="${url}">${url}</a>`,
  );
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><p>${linked}</p></html>`;
}

async function record(trx: Db, { clock }: AppContext, handed: readonly HandedOver[]): Promise<void> {
  const now = clock.now();
  const rows = handed.map(({ attempt, result, reason }) => {
    const { channel, locale, rendered } = attempt;
    const isSent = result === 'sent';
    const segments = channel === 'sms' ? smsSegments(smsText(rendered.text)).segments : 1;
    return {
      id: attempt.id,
      contactId: attempt.contactId ?? null,
      noticeId: attempt.notice.id,
      borrowerId: attempt.notice.borrower_id,
      isSent,
      state: isSent ? 'sent' : result === 'refused' ? 'bounced' : 'failed',
      reason: reason ?? null,
      // What hangs or fails may have been sent: it is counted when it is accepted.
      segments: isSent ? segments : 0,
      cost: isSent ? segments * locale.brand.contact.prices[channel] : 0,
    };
  });
  const column = <Name extends keyof (typeof rows)[number]>(name: Name) => rows.map((row) => row[name]);
  const handedRows = sql`unnest(${column('id')}::uuid[], ${column('borrowerId')}::uuid[], ${column('noticeId')}::uuid[],
    ${column('contactId')}::uuid[], ${column('state')}::text[], ${column('reason')}::text[], ${column('segments')}::int[],
    ${column('cost')}::bigint[]) handed (id, borrower_id, notice_id, contact_id, state, reason, segments, cost)`;
  await sql`update delivery set state = handed.state, reason = handed.reason, segments = handed.segments, cost = handed.cost,
    ended_at = ${now} from ${handedRows} where delivery.id = handed.id and delivery.state = 'sending'`.execute(
    trx,
  );
  await sql`update contact set outcome = case handed.state when 'sent' then 'sent' else 'failed' end, outcome_at = ${now}
    from ${handedRows} where contact.borrower_id = handed.borrower_id and contact.id = handed.contact_id
      and (contact.outcome = 'sent') <> (handed.state = 'sent')`.execute(trx);
  await sql`update notice set state = 'sent', reason = null, send_after = null, claimed_until = null
    from ${handedRows} where notice.borrower_id = handed.borrower_id and notice.id = handed.notice_id
      and notice.state = 'queued' and handed.state = 'sent'`.execute(trx);
  await addCosts(
    trx,
    rows.map(({ cost }, at) => ({ brand: (handed[at] as HandedOver).attempt.locale.brand, cost })),
    now,
  );
  for (const { attempt, result } of handed)
    if (result === 'refused')
      await countBounce(
        trx,
        { borrowerId: attempt.notice.borrower_id, channel: attempt.channel, digest: attempt.address.digest },
        false,
        now,
      );
  // The texts as they were sent, beside codes and other texts: caps count them together.
  const texts = handed.flatMap(({ attempt, stored }) =>
    stored
      ? { id: attempt.id, brand: attempt.locale.brand.id, phone: attempt.address.text, body: stored }
      : [],
  );
  const textColumn = <Name extends keyof (typeof texts)[number]>(name: Name) =>
    texts.map((text) => text[name]);
  if (texts.length > 0)
    await sql`insert into sms (id, brand, phone, purpose, body_encrypted, state, created_at, sent_at)
      select id, brand, phone, 'loan', body, 'sent', ${now}, ${now}
      from unnest(${textColumn('id')}::uuid[], ${textColumn('brand')}::text[], ${textColumn('phone')}::text[],
        ${textColumn('body')}::bytea[]) told (id, brand, phone, body) on conflict do nothing`.execute(trx);
}
