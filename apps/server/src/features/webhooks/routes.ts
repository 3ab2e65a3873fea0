import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { AppContext } from '../../context/app-context.ts';
import { receiveReceipt } from '../../lending/notices/receipts.ts';
import { recordReportedFailure } from '../../lending/origination/joint-login.ts';
import { openMessageTask } from '../../lending/payments/message-tasks.ts';
import { receivePayment } from '../../lending/payments/payments.ts';
import { reverse } from '../../lending/payments/reversals/reversals.ts';
import { isReturned } from '../../lending/payouts/confirm-returned.ts';
import { settlePayout } from '../../lending/payouts/settle-payout.ts';
import { departureOf, idsInText } from '../../platform/cells/moved.ts';
import { withFixedToday } from '../../platform/clock/clock.ts';
import { actAs } from '../../platform/database/actor.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { NotYet, Unavailable } from '../../platform/errors/rejection.ts';
import type { ProviderEvent, WebhookReader } from '../../providers/ports/webhook.ts';
import { createRejectedMessages } from './rejected-messages.ts';

/**
 * Webhooks of payment providers. The signature is checked over the raw body first, every message is stored or counted, and a
 * repeated one changes nothing. A 2xx status means that the message must not be sent again.
 */
export async function webhookRoutes(
  app: FastifyInstance,
  appContext: AppContext,
  readers: ReadonlyMap<string, WebhookReader>,
): Promise<void> {
  const rejected = createRejectedMessages(appContext.db, appContext.cipher);
  app.addHook('onClose', () => rejected.flush());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post<{ Params: { provider: string } }>('/webhook/:provider', async (request, reply) => {
    const reader = readers.get(request.params.provider);
    if (!reader || !Buffer.isBuffer(request.body)) return reply.code(404).send({ taken: false });
    let notice: Awaited<ReturnType<WebhookReader['read']>>;
    let outcome = '';
    try {
      notice = await reader.read(request.body, request.headers, appContext.clock.now());
      if (typeof notice === 'object') outcome = await recordAsProvider(appContext, reader.provider, notice);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      rejected.note(reader.provider, 'deferred', request.body, appContext.clock.now());
      // The provider must be queried first and is unavailable, or the message refers to something that is not recorded yet:
      // reject it, so that it is sent again.
      if (error instanceof NotYet)
        request.log.info({ provider: reader.provider, reason: error.message }, 'webhook postponed');
      else request.log.warn({ provider: reader.provider, err: error }, 'webhook postponed');
      return reply.code(503).send({ taken: false });
    }
    if (typeof notice === 'string')
      rejected.note(reader.provider, notice, request.body, appContext.clock.now());
    if (notice === 'forged') {
      request.log.warn({ provider: reader.provider, from: request.ip }, 'webhook with a wrong signature');
      return reply.code(401).send({ taken: false });
    }
    if (notice === 'malformed') return reply.code(400).send({ taken: false });
    request.log.info(
      { provider: reader.provider, message: notice.id, kind: notice.kind, outcome },
      'webhook',
    );
    return reply.send({ accepted: true, outcome });
  });
}

async function recordAsProvider(
  appContext: AppContext,
  provider: string,
  notice: ProviderEvent,
): Promise<string> {
  return actAs(`provider ${provider}`, () =>
    withFixedToday(() => recordMessage(appContext, provider, notice)),
  );
}

async function recordMessage(
  appContext: AppContext,
  provider: string,
  notice: ProviderEvent,
): Promise<string> {
  const isConfirmed =
    notice.kind !== 'payout' || notice.result === 'paid' || (await isReturned(appContext, notice.reference));
  return inTransaction(appContext.db, async (trx) => {
    const now = appContext.clock.now();
    let { id } = notice;
    const earlier = await record(trx, { provider, id, event: notice, now });
    if (earlier !== undefined) {
      if (!contradicts(earlier, notice)) return 'repeated';
      // The same id with other content: store it too, once.
      const digest = createHash('sha256').update(JSON.stringify(notice)).digest('hex').slice(0, 16);
      id = `${id} ${digest}`;
      if ((await record(trx, { provider, id, event: notice, now })) !== undefined) return 'repeated';
      // A reviewer decides on a payment. A reversal is compared with the payment that we have.
      if (notice.kind === 'payment') return settle(trx, { provider, id, event: notice, now }, 'contradicted');
    }
    const refuseMoved = refusingMoved(appContext, notice);
    const effect = isConfirmed
      ? await effectOf(trx, appContext, provider, notice).catch(async (error: unknown) => {
          await refuseMoved(appContext.db);
          throw error;
        })
      : 'contradicted';
    await refuseMoved(trx);
    return settle(trx, { provider, id, event: notice, now }, effect);
  });
}

/** Throws NotYet if the borrower left while their message was recorded: they are found when it is sent again. */
const refusingMoved =
  ({ directory }: AppContext, notice: ProviderEvent) =>
  async (db: Db): Promise<void> => {
    if (directory && (await departureOf(db, idsInText(JSON.stringify(notice)))))
      throw new NotYet('its borrower moved to another cell');
  };

async function effectOf(
  trx: Db,
  appContext: AppContext,
  provider: string,
  notice: ProviderEvent,
): Promise<string> {
  switch (notice.kind) {
    case 'payment':
      return receivePayment(trx, appContext, { ...notice, provider });
    case 'payout':
      return settlePayout(trx, appContext, { ...notice, provider });
    case 'reversal': {
      const { reference, paymentId, paid } = notice;
      const paymentResult = paid
        ? await receivePayment(trx, appContext, {
            provider,
            reference,
            paymentId,
            amount: paid.amount,
            paidOn: paid.on,
          })
        : undefined;
      if (paymentResult === 'unknown' || paymentResult === 'contradicted') return paymentResult;
      const outcome = await reverse(trx, appContext, { ...notice, provider });
      // Past its channel's window, or of another code or amount than its payment's: a reviewer decides.
      return outcome === 'late' ? 'contradicted' : outcome;
    }
    case 'jointLogin':
      return recordReportedFailure(trx, notice, appContext.clock.now());
    case 'receipt':
      return receiveReceipt(trx, notice, appContext.clock.now());
    case 'ignored':
      // A payment of our code in another currency: a reviewer decides.
      return notice.reason === 'currency' ? 'contradicted' : 'ignored';
  }
}

/**
 * The stored form of a message, without a payout's reason: it is in the provider's own words, which may quote the account. The
 * payout has the reason.
 */
function storedForm(notice: ProviderEvent): ProviderEvent {
  return notice.kind === 'payout' ? { ...notice, reason: undefined } : notice;
}

interface StoredMessage {
  readonly provider: string;
  readonly id: string;
  readonly event: ProviderEvent;
  readonly now: Date;
}

/** Stores a message under its id. Returns the stored message if the id exists; its count is then increased. */
async function record(trx: Db, { provider, id, event, now }: StoredMessage): Promise<unknown | undefined> {
  const row = await trx
    .insertInto('provider_message')
    .values({
      provider,
      message_id: id,
      received_at: now,
      body: JSON.stringify(storedForm(event)),
      outcome: 'accepted',
    })
    .onConflict((conflict) =>
      conflict
        .columns(['provider', 'message_id'])
        .doUpdateSet({ times: sql`provider_message.times + 1`, last_at: now }),
    )
    .returning(['times', 'body'])
    .executeTakeFirstOrThrow();
  return row.times === 1 ? undefined : row.body;
}

/** Stores what a message did. What it leaves open waits for a person. */
async function settle(
  trx: Db,
  { provider, id, event, now }: StoredMessage,
  outcome: string,
): Promise<string> {
  await trx
    .updateTable('provider_message')
    .set({ outcome })
    .where('provider', '=', provider)
    .where('message_id', '=', id)
    .execute();
  await openMessageTask(trx, { provider, messageId: id }, event, { outcome, now });
  return outcome;
}

/** Reports whether a message with a known id reports another payment or amount. */
function contradicts(earlier: unknown, notice: ProviderEvent): boolean {
  if (typeof earlier !== 'object' || earlier === null) return false;
  const stored: Readonly<Record<string, unknown>> = { ...earlier };
  if (notice.kind === 'reversal')
    return (
      stored.reference !== notice.reference ||
      stored.paymentId !== notice.paymentId ||
      paidAmount(stored) !== paidAmount(notice)
    );
  if (notice.kind !== 'payment') return false;
  return (['kind', 'reference', 'paymentId', 'amount', 'currency'] as const).some(
    (field) => stored[field] !== notice[field],
  );
}

function paidAmount({ paid }: { readonly paid?: unknown }): unknown {
  return typeof paid === 'object' && paid !== null && 'amount' in paid ? paid.amount : undefined;
}
