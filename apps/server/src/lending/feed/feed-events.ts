import { sql } from 'kysely';
import type { Brand } from '../../brands/brand.ts';
import { markets } from '../../brands/markets/markets.ts';
import { currentCell } from '../../platform/cells/current-cell.ts';
import type { Db } from '../../platform/database/connection/connect.ts';

/** An event as other systems read it. `id` names it for ever: a repeat has the same. */
export interface FeedEvent {
  /** `evt_` and a number; of another cell than 0 with the cell's number between. */
  readonly id: string;
  /** `<topic>.<what happened>`: `payment.posted`. */
  readonly type: string;
  /** ISO 8601: when it was written. */
  readonly timestamp: string;
  readonly data: {
    /** Its place in the feed. Of a loan's events the later one has the higher place. */
    readonly position: number;
    readonly brand: string;
    readonly borrowerId?: string;
    readonly orderId?: string;
    readonly subjectId: string;
    /** Cents of `currency`. */
    readonly amount?: number;
    /** ISO 4217. */
    readonly currency: string;
    /** The business day for which it counts. */
    readonly day?: string;
    readonly detail: unknown;
  };
}

/** The topics of a brand that a reader may read, and the place to begin at. */
export interface FeedRange {
  readonly brand: Brand;
  readonly topics: readonly string[];
  /** The place after which events are read. */
  readonly after: number;
  readonly limit: number;
}

export interface FeedPage {
  readonly events: readonly FeedEvent[];
  /** The place after which to go on: of the last event, or the feed's last place if nothing of the range is left. */
  readonly next: number;
  readonly isMore: boolean;
}

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

/** A page of the feed. Its places are final: no event appears later at a place that was read over. */
export async function readFeed(db: Db, range: FeedRange): Promise<FeedPage> {
  const { brand, topics, after, limit } = range;
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
