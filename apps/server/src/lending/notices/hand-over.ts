import { setTimeout as pause } from 'node:timers/promises';
import type { ContactAttemptId, DeliveryId } from '@hiram/contract/ids';
import { escapeHtml } from '@hiram/visitor-pages/escape-html';
import { type Selectable, sql } from 'kysely';
import { kindOf, type MessageKindName } from '../../brands/messages/message-kinds.ts';
import { smsSegments, smsText } from '../../brands/messages/sms-length.ts';
import type { AppContext } from '../../context/app-context.ts';
import { dayIn } from '../../platform/clock/clock.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import type { MessageChannel } from '../../platform/database/schema/messages/notices.ts';
import type { Database } from '../../platform/database/schema/schema.ts';
import { tableOf } from '../../platform/database/statements/table-of.ts';
import { afterCalls, oneAtATime } from '../../platform/http/queue/request-priority.ts';
import { circuitBreaker } from '../../providers/circuit-breaker.ts';
import type { BorrowerLocale } from '../borrowers/locale.ts';
import { countBounce } from './addresses.ts';
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
  /** For a text: what the provider charges for. */
  readonly segments?: number;
  /** A sent text as it is stored: encrypted one by one, so that borrowers' calls do not wait for a whole batch. */
  readonly stored?: Buffer;
}
type Answer = Omit<HandedOver, 'attempt'>;

/** Messages that are on their way to a channel at once. */
const parallel = 40;
/** Messages of all batches that begin in one go. */
const inOneGo = 5;

/** Spreads the messages of all batches evenly, and lets borrowers' calls in progress end first: for 20 ms at most. */
export function inTurns(
  wait: (milliseconds: number) => Promise<unknown>,
): (perSecond: number) => Promise<void> {
  let begun = 0;
  let turn: Promise<void> = Promise.resolve();
  return (perSecond) => {
    if (begun % inOneGo === 0) turn = turn.then(() => wait((inOneGo * 1000) / perSecond)).then(afterCalls);
    begun += 1;
    return turn;
  };
}

const nextTurn = inTurns(pause);

/** Hands messages over to their channels, with our ids as the references, and records what the channels said. */
export async function handOver(
  appContext: AppContext,
  attempts: readonly Attempt[],
): Promise<readonly HandedOver[]> {
  const handed: HandedOver[] = [];
  const breaker = () => circuitBreaker<Answer>(unavailable);
  const breakers = { sms: breaker(), email: breaker(), push: breaker() };
  const queue = attempts.values();
  const send = async () => {
    for (const attempt of queue) {
      await nextTurn(appContext.config.messagesPerSecond);
      handed.push({ attempt, ...(await breakers[attempt.channel](() => ask(appContext, attempt))) });
    }
  };
  await Promise.all(Array.from({ length: parallel }, send));
  if (handed.length > 0)
    await oneAtATime(() => inTransaction(appContext.db, (trx) => record(trx, appContext, handed)));
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
    const body = smsText(text);
    await ports.sms.send({ reference: id, phone: address.text, text: body, voice: false });
    return { result: 'sent', segments: smsSegments(body).segments, stored: cipher.encrypt(body) };
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

/** Records with one statement what the channels said. */
async function record(trx: Db, { clock }: AppContext, handed: readonly HandedOver[]): Promise<void> {
  const now = clock.now();
  const rows = handed.map(({ attempt, result, reason = null, segments = 1, stored: body = null }) => {
    const { id, notice, contactId = null, channel, locale, address } = attempt;
    // What hangs or fails may have been sent: it is counted when it is accepted.
    const charged = result === 'sent' ? segments : 0;
    return {
      id,
      borrower_id: notice.borrower_id,
      notice_id: notice.id,
      contact_id: contactId,
      state: { sent: 'sent', refused: 'bounced', unavailable: 'failed' }[result],
      reason,
      segments: charged,
      cost: charged * locale.brand.contact.prices[channel],
      brand: locale.brand.id,
      on_day: dayIn(locale.brand.timeZone, now),
      phone: address.text,
      body,
    };
  });
  const handedRows = tableOf('told', rows, {
    uuid: ['id', 'borrower_id', 'notice_id', 'contact_id'],
    text: ['state', 'reason', 'brand', 'phone'],
    int: ['segments'],
    bigint: ['cost'],
    date: ['on_day'],
    bytea: ['body'],
  });
  // A notice is found by send_after, which queued messages alone have: by its state each batch would read the
  // whole index of queued ones. The state of a delivery is no plain column here: none is being sent when the
  // planner's statistics are made, so it would compare each of those that are with each of the batch. Texts
  // are stored as they were sent, beside codes and other texts: caps count them together.
  await sql`with handed as materialized (select * from ${handedRows}),
    delivered as (
      update delivery set state = handed.state, reason = handed.reason, segments = handed.segments, cost = handed.cost, ended_at = ${now}
        from handed where delivery.borrower_id = handed.borrower_id and delivery.id = handed.id and delivery.state || '' = 'sending'),
    counted as (
      update contact set outcome = case handed.state when 'sent' then 'sent' else 'failed' end, outcome_at = ${now}
        from handed where contact.borrower_id = handed.borrower_id and contact.id = handed.contact_id
          and (contact.outcome = 'sent') <> (handed.state = 'sent')),
    ended as (
      update notice set state = 'sent', reason = null, send_after = null, claimed_until = null
        from handed where notice.borrower_id = handed.borrower_id and notice.id = handed.notice_id
          and notice.send_after is not null and handed.state = 'sent'),
    charged as (
      insert into message_cost (brand, on_day, cost)
        select brand, on_day, sum(cost) from handed where cost > 0 group by 1, 2 order by 1, 2
        on conflict (brand, on_day) do update set cost = message_cost.cost + excluded.cost)
    insert into sms (id, brand, phone, body_encrypted, purpose, state, created_at, sent_at)
      select id, brand, phone, body, 'loan', 'sent', ${now}, ${now} from handed where body is not null
      on conflict do nothing`.execute(trx);
  for (const { attempt, result } of handed)
    if (result === 'refused')
      await countBounce(
        trx,
        { borrowerId: attempt.notice.borrower_id, channel: attempt.channel, digest: attempt.address.digest },
        false,
        now,
      );
}
