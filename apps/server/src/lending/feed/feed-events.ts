import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import { currentCell } from '../../platform/cells/current-cell.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

/** The topics of a brand that a reader may read, and the place to begin at. */
export interface FeedRange {
  readonly brand: Brand;
  readonly topics: readonly string[];
  /** The place after which events are read. */
  readonly after: number;
  readonly limit: number;
}

/** An event as other systems read it: see `asyncapi.json`. */
export type FeedEvent = FeedPage['events'][number];
export type FeedPage = Awaited<ReturnType<typeof readFeed>>;

/** Rows that get their place at once. */
const numberedAtOnce = 5_000;

/** Gives what is committed its place in the feed. Returns the last place. */
export async function numberEvents(db: Db): Promise<{ readonly last: number; readonly isMore: boolean }> {
  const { rows } = await sql<{
    last: number;
    is_more: boolean;
  }>`select last, is_more from installation, number_feed_events(${numberedAtOnce})`.execute(db);
  const [numbered] = rows;
  if (!numbered) throw new Error('the feed was not numbered');
  return { last: numbered.last, isMore: numbered.is_more };
}

/**
 * A page of the feed. Its places are final: no event appears later at a place that was read over. `next`: the
 * place after which to go on, of the last event or, if nothing of the range is left, the feed's last one. An
 * event's `id` names it for ever.
 */
export async function readFeed(db: Db, { brand, topics, after, limit }: FeedRange) {
  const numbered = await numberEvents(db);
  const rows = await db
    .selectFrom('feed_event')
    .selectAll()
    .where('brand', '=', brand.id)
    .where('topic', 'in', [...topics])
    .where('position', '>', after)
    .where('position', '<=', numbered.last)
    .orderBy('position')
    .limit(limit)
    .execute();
  const mark = currentCell() === 0 ? '' : `${currentCell()}_`;
  const events = rows.map((row) => ({
    id: `evt_${mark}${row.id}`,
    type: row.kind,
    timestamp: row.at.toISOString(),
    data: {
      position: row.position ?? 0,
      brand: row.brand,
      ...(row.borrower_id === null ? {} : { borrowerId: row.borrower_id }),
      ...(row.order_id === null ? {} : { orderId: row.order_id }),
      subjectId: row.subject_id,
      ...(row.amount === null ? {} : { amount: row.amount }),
      currency: markets[brand.market].currency,
      ...(row.value_on === null ? {} : { day: row.value_on }),
      detail: row.data,
    },
  }));
  const isFull = events.length === limit;
  return {
    events,
    next: isFull ? (events.at(-1)?.data.position ?? after) : Math.max(after, numbered.last),
    isMore: isFull || numbered.isMore,
  };
}
