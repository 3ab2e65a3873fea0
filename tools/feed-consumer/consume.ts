// A sample consumer of the feed. It reads what is new since its last run, and writes each page as a CSV file
// for the journal import of an ERP and as a Parquet file for a warehouse. See docs/feed/README.md.
//
//   HIRAM_FEED_KEY=hfk_… node tools/feed-consumer/consume.ts https://app.lender.example/api/events OUT
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, env } from 'node:process';
import { pathToFileURL } from 'node:url';
import { parquetWriteBuffer } from 'hyparquet-writer';

interface FeedEvent {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly position: number;
    readonly brand: string;
    readonly orderId?: string;
    readonly subjectId: string;
    readonly amount?: number;
    readonly currency: string;
    readonly day?: string;
    readonly detail: { readonly lines?: readonly { readonly account: string; readonly amount: number }[] };
  };
}
interface Page {
  readonly events: readonly FeedEvent[];
  readonly next: number;
  readonly isMore: boolean;
}

/** Writes a file so that it is there as a whole or not at all. */
function writeWhole(file: string, content: string | Uint8Array): void {
  writeFileSync(`${file}.part`, content);
  renameSync(`${file}.part`, file);
}

/** Cents as the decimal number of a journal import: `1234.56`. */
const decimal = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** A line of the import for each line of a journal. */
function journalCsv(events: readonly FeedEvent[]): string {
  const rows = events.flatMap(({ type, data }) =>
    type !== 'ledger.posted'
      ? []
      : (data.detail.lines ?? []).map(({ account, amount }) =>
          [
            data.day ?? '',
            data.subjectId,
            account,
            amount > 0 ? decimal(amount) : '',
            amount < 0 ? decimal(-amount) : '',
            data.currency,
            data.orderId ?? '',
          ].join(','),
        ),
  );
  return ['Date,Journal,Account,Debit,Credit,Currency,Reference', ...rows, ''].join('\r\n');
}

/** A row of the warehouse for each event. `event_id` is its key: a repeat replaces the row. */
function eventsParquet(events: readonly FeedEvent[]): Uint8Array {
  const buffer = parquetWriteBuffer({
    columnData: [
      { name: 'event_id', data: events.map(({ id }) => id), type: 'STRING' },
      { name: 'position', data: events.map(({ data }) => BigInt(data.position)), type: 'INT64' },
      { name: 'type', data: events.map(({ type }) => type), type: 'STRING' },
      { name: 'at', data: events.map(({ timestamp }) => new Date(timestamp)), type: 'TIMESTAMP' },
      { name: 'brand', data: events.map(({ data }) => data.brand), type: 'STRING' },
      { name: 'order_id', data: events.map(({ data }) => data.orderId ?? ''), type: 'STRING' },
      { name: 'amount', data: events.map(({ data }) => BigInt(data.amount ?? 0)), type: 'INT64' },
      { name: 'currency', data: events.map(({ data }) => data.currency), type: 'STRING' },
      { name: 'day', data: events.map(({ data }) => data.day ?? ''), type: 'STRING' },
    ],
  });
  return new Uint8Array(buffer);
}

/**
 * Reads the feed from the stored cursor to its end. The cursor is stored after a page's files: killed in between, the next run
 * writes the same files again. Returns the number of events. Throws if the feed does not answer, or the key is revoked.
 */
export async function consume(url: string, key: string, folder: string): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const cursorFile = join(folder, 'cursor');
  let after = existsSync(cursorFile) ? Number(readFileSync(cursorFile, 'utf8')) : 0;
  let read = 0;
  for (let isMore = true; isMore; ) {
    const response = await fetch(`${url}?after=${after}`, { headers: { authorization: `Bearer ${key}` } });
    if (!response.ok) throw new Error(`the feed answered ${response.status}`);
    const page = (await response.json()) as Page;
    if (page.events.length > 0) {
      const place = String(after).padStart(12, '0');
      writeWhole(join(folder, `journal-${place}.csv`), journalCsv(page.events));
      writeWhole(join(folder, `events-${place}.parquet`), eventsParquet(page.events));
      read += page.events.length;
    }
    after = page.next;
    writeWhole(cursorFile, String(after));
    isMore = page.isMore;
  }
  return read;
}

if (import.meta.url === pathToFileURL(argv[1] ?? '').href) {
  const [, , url = '', folder = 'feed'] = argv;
  console.log(`${await consume(url, env.HIRAM_FEED_KEY ?? '', folder)} events`);
}
