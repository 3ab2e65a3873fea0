import type { FastifyInstance } from 'fastify';
import { actAs } from '../db/actor.ts';
import { inTransaction } from '../db/connect.ts';
import type { House } from '../house.ts';
import { Unavailable } from '../http/refuse.ts';
import { takeJointFailure } from '../lending/joint-login.ts';
import { receive } from '../lending/payments.ts';
import { settlePayout } from '../lending/payouts.ts';
import { reverse } from '../lending/reversals.ts';
import type { Notice, WebhookReader } from '../ports/webhook.ts';

/**
 * What payment providers tell us: the signature is checked over the raw body before anything of it is believed, every
 * message is recorded, and one that comes again changes nothing. An answer of 2xx means: taken, do not send it again.
 */
export async function webhookRoutes(
  app: FastifyInstance,
  house: House,
  readers: ReadonlyMap<string, WebhookReader>,
): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post<{ Params: { provider: string } }>('/webhook/:provider', async (request, reply) => {
    const reader = readers.get(request.params.provider);
    if (!reader || !Buffer.isBuffer(request.body)) return reply.code(404).send({ taken: false });
    let notice: Awaited<ReturnType<WebhookReader['read']>>;
    let outcome = '';
    try {
      notice = await reader.read(request.body, request.headers, house.clock.now());
      if (typeof notice === 'object') outcome = await take(house, reader.provider, notice);
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      // The provider must be asked first and is away, or what it tells of has yet to come: not taken, so that it sends again.
      request.log.warn({ provider: reader.provider, err: error }, 'webhook put off');
      return reply.code(503).send({ taken: false });
    }
    if (notice === 'forged') {
      request.log.warn({ provider: reader.provider, from: request.ip }, 'webhook with a wrong signature');
      return reply.code(401).send({ taken: false });
    }
    if (notice === 'malformed') return reply.code(400).send({ taken: false });
    if (notice === 'ignored') return reply.send({ taken: true, outcome: 'ignored' });
    request.log.info(
      { provider: reader.provider, message: notice.id, kind: notice.kind, outcome },
      'webhook',
    );
    return reply.send({ taken: true, outcome });
  });
}

async function take(house: House, provider: string, notice: Notice): Promise<string> {
  return actAs(`provider ${provider}`, () => takeOnce(house, provider, notice));
}

async function takeOnce(house: House, provider: string, notice: Notice): Promise<string> {
  return inTransaction(house.db, async (trx) => {
    const recorded = await trx
      .insertInto('provider_message')
      .values({
        provider,
        message_id: notice.id,
        received_at: house.clock.now(),
        body: JSON.stringify(notice),
        outcome: 'taken',
      })
      .onConflict((conflict) => conflict.columns(['provider', 'message_id']).doNothing())
      .executeTakeFirst();
    if (recorded.numInsertedOrUpdatedRows === 0n) return 'repeated';
    const outcome =
      notice.kind === 'payment'
        ? await receive(trx, house, { ...notice, provider })
        : notice.kind === 'payout'
          ? await settlePayout(trx, house, notice)
          : notice.kind === 'reversal'
            ? await reverse(trx, house, { ...notice, provider })
            : await takeJointFailure(trx, notice, house.clock.now());
    await trx
      .updateTable('provider_message')
      .set({ outcome })
      .where('provider', '=', provider)
      .where('message_id', '=', notice.id)
      .execute();
    return outcome;
  });
}
