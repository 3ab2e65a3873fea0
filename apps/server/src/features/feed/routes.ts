import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context/app-context.ts';
import { readFeed } from '../../lending/feed/feed-events.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { BadRequest } from '../../platform/errors/rejection.ts';

const maxPage = 1_000;
const usualPage = 500;

/** A whole number of the query between bounds. Throws BadRequest. */
function numberIn(
  text: unknown,
  field: string,
  { usual, min, max }: Record<'usual' | 'min' | 'max', number>,
): number {
  if (text === undefined) return usual;
  const value = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) throw new BadRequest(field, `must be a number from ${min} to ${max}`);
  return value;
}

/**
 * `GET /events?after=<position>&limit=<number>`: what happened, for other systems, with a key of theirs
 * (`Authorization: Bearer hfk_…`). A page has the events of the key's brand and topics in the order of the feed, and `next`, the
 * `after` of the next page. A key that is revoked while a reader goes through the pages gets no further one.
 */
export async function feedRoutes(app: FastifyInstance, appContext: AppContext): Promise<void> {
  app.get<{ Querystring: { after?: unknown; limit?: unknown } }>('/events', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const after = numberIn(request.query.after, 'after', { usual: 0, min: 0, max: Number.MAX_SAFE_INTEGER });
    const limit = numberIn(request.query.limit, 'limit', { usual: usualPage, min: 1, max: maxPage });
    const [, key] = /^Bearer (hfk_[\w-]{43})$/.exec(request.headers.authorization ?? '') ?? [];
    const page = key === undefined ? undefined : await pageFor(appContext, key, { after, limit });
    if (!page)
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send({ error: 'no key of the feed, or a revoked one' });
    return reply.send(page);
  });
}

async function pageFor(
  { db, brands }: AppContext,
  key: string,
  range: { readonly after: number; readonly limit: number },
) {
  return inTransaction(db, async (trx) => {
    // Whoever revokes it waits until the page is read, so that no page is read after that.
    const found = await trx
      .selectFrom('feed_key')
      .select(['brand', 'topics'])
      .where('key_hash', '=', createHash('sha256').update(key).digest())
      .where('revoked_at', 'is', null)
      .forShare()
      .executeTakeFirst();
    const brand = found && brands.get(found.brand);
    return brand && readFeed(trx, { brand, topics: found.topics, ...range });
  });
}
