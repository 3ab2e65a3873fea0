import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { isDatabaseAway } from '../../api/fault.ts';
import type { ServedCells } from '../../api/open-cell.ts';
import type { AppContext } from '../../context/app-context.ts';
import { type FeedEvent, type FeedRange, readFeed } from '../../lending/feed/feed-events.ts';
import { inCell } from '../../platform/cells/current-cell.ts';
import { type Db, inTransaction } from '../../platform/database/connection/connect.ts';
import { BadRequest, Unavailable } from '../../platform/errors/rejection.ts';

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
 * (`Authorization: Bearer hfk_…`). A page has the events of the key's brand and topics in the order of the
 * feed, and `next`, the `after` of the next page. Of several cells a page has the events of one after the
 * other, `next` has the place in each, and `away` names the cells that did not answer. A key that is revoked
 * while a reader goes through the pages gets no further one.
 */
export async function feedRoutes(
  app: FastifyInstance,
  appContext: AppContext,
  cells: ServedCells | undefined,
): Promise<void> {
  app.get<{ Querystring: { after?: unknown; limit?: unknown } }>('/events', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const { after: from } = request.query;
    const after = cells
      ? placesIn(from)
      : numberIn(from, 'after', { usual: 0, min: 0, max: Number.MAX_SAFE_INTEGER });
    const limit = numberIn(request.query.limit, 'limit', { usual: usualPage, min: 1, max: maxPage });
    const [, key] = /^Bearer (hfk_[\w-]{43})$/.exec(request.headers.authorization ?? '') ?? [];
    const page =
      key === undefined
        ? undefined
        : await pageFor(cells?.home ?? appContext, key, async (trx, reader) =>
            typeof after === 'number'
              ? readFeed(trx, { ...reader, after, limit })
              : cells && readCells(cells, reader, { after, limit }),
          );
    if (!page)
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send({ error: 'no key of the feed, or a revoked one' });
    return reply.send(page);
  });
}

type Places = ReadonlyMap<number, number>;

/** The place in the feed of each cell: `120,1:44`; without a cell's number it is that of cell 0. Throws BadRequest. */
function placesIn(text: unknown): Places {
  const parts = text === undefined ? [] : String(text).split(',');
  return new Map(
    parts.map((part): [number, number] => {
      const [, cell = '0', place] = /^(?:(\d{1,3}):)?(\d{1,15})$/.exec(part) ?? [];
      if (place === undefined) throw new BadRequest('after', 'must be `next` of a page');
      return [Number(cell), Number(place)];
    }),
  );
}

const textOf = (places: Places): string =>
  [...places].map(([cell, place]) => (cell === 0 ? String(place) : `${cell}:${place}`)).join(',');

type Reader = Pick<FeedRange, 'brand' | 'topics'>;

/** A page of the feeds of several cells. */
async function readCells(
  cells: ServedCells,
  reader: Reader,
  { after, limit }: { readonly after: Places; readonly limit: number },
) {
  const next = new Map(after);
  const events: FeedEvent[] = [];
  const away: number[] = [];
  let isMore = false;
  for (const [id, cell] of cells.all()) {
    const from = after.get(id) ?? 0;
    if (events.length === limit) {
      isMore = true;
      break;
    }
    try {
      if (!cell) throw new Unavailable(`cell ${id}`);
      const page = await inCell(id, () =>
        inTransaction(cell.db, (trx) =>
          readFeed(trx, { ...reader, after: from, limit: limit - events.length }),
        ),
      );
      events.push(...page.events);
      next.set(id, page.next);
      isMore ||= page.isMore;
    } catch (error) {
      if (!(error instanceof Unavailable) && !isDatabaseAway(error)) throw error;
      away.push(id);
    }
  }
  return { events, next: textOf(next), isMore, ...(away.length > 0 ? { away } : {}) };
}

async function pageFor<Page>(
  { db, brands }: AppContext,
  key: string,
  read: (trx: Db, reader: Reader) => Promise<Page>,
): Promise<Page | undefined> {
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
    return brand && read(trx, { brand, topics: found.topics });
  });
}
