import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';
import { jobSchemaIn } from '../../platform/database/install-queue.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import type { JobName } from '../../platform/jobs/jobs.ts';
import type { FilesPort } from '../../providers/ports/files.ts';

/** Files that could not be moved. The message is one line for the operator. */
export class MoveError extends Error {}

export interface MoveResult {
  readonly copied: number;
  readonly alreadyThere: number;
  /** Files removed from the new place again, because servers had removed them from the old one meanwhile. */
  readonly removed: number;
  /** Names in a row whose file is complete in neither place. */
  readonly lacking: readonly string[];
}

const pageSize = 200;
/** Files that are copied in parallel: enough to hide the store's latency, few enough to leave capacity for the servers. */
const maxConcurrent = 8;
const removing: JobName = 'remove-file';

/**
 * Copies every file of a row from one place to the other while servers run, and reads each back: afterwards all are there,
 * byte for byte. The newest are copied first, because people look for those first after the servers change over. The old
 * place is not changed. A repeated run copies only what is missing.
 *
 * `isDryRun`: counts what would be copied and removed, and writes nothing. `pausesMs`: pauses before each further attempt
 * while a store is unavailable. Throws MoveError with a one-line message.
 */
export async function moveFiles(options: {
  readonly db: Db;
  readonly from: FilesPort;
  readonly to: FilesPort;
  readonly print: (line: string) => void;
  readonly isDryRun?: boolean;
  readonly pausesMs?: readonly number[];
}): Promise<MoveResult> {
  const { db, from, to, print: say, isDryRun = false, pausesMs = [1_000, 2_000, 4_000, 8_000] } = options;
  const counts = { copied: 0, alreadyThere: 0 };
  const lacking: string[] = [];

  const withRetries: Retries = (work) =>
    retried(work, pausesMs, () => `${counts.copied} copied and ${counts.alreadyThere} that existed already`);

  async function copy(file: string, source: Buffer): Promise<void> {
    await withRetries(() => to.put(file, source));
    if (!(await withRetries(() => to.get(file)))?.equals(source))
      throw new MoveError(`${file}: the new place returns other bytes than were written`);
  }

  async function move({ file, bytes }: NamedFile): Promise<void> {
    const target = await withRetries(() => to.get(file));
    const source = await withRetries(() => from.get(file));
    const isSourceComplete = source?.length === bytes;
    if (target?.length === bytes && (!isSourceComplete || source.equals(target))) {
      counts.alreadyThere += 1;
    } else if (isSourceComplete) {
      if (!isDryRun) await copy(file, source);
      counts.copied += 1;
    } else if (await isNamed(db, file)) {
      lacking.push(file);
    }
  }

  let seen = 0;
  for await (const page of namedFiles(db)) {
    await forEachConcurrently(page, move);
    seen += page.length;
    if (page.length === pageSize) say(`${seen} looked at, ${counts.copied} copied`);
  }
  let removed = 0;
  for (const file of await recentlyRemoved(db)) {
    if (!(await withRetries(() => to.get(file)))) continue;
    if (!isDryRun) await withRetries(() => to.remove(file));
    removed += 1;
  }
  return { ...counts, removed, lacking };
}

type Retries = <Answer>(work: () => Promise<Answer>) => Promise<Answer>;

/** Repeats `work` while a store is unavailable. After the last pause it throws MoveError, with the `progress` so far. */
async function retried<Answer>(
  work: () => Promise<Answer>,
  pausesMs: readonly number[],
  progress: () => string,
): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const pauseMs = pausesMs[attempt];
      if (!(error instanceof Unavailable)) throw error;
      if (pauseMs === undefined)
        throw new MoveError(`${error.message}: stopped after ${progress()}; run it again to continue`);
      await pause(pauseMs);
    }
  }
}

interface NamedFile {
  readonly file: string;
  /** Its length according to its row. */
  readonly bytes: number;
}

async function* namedFiles(db: Db): AsyncGenerator<readonly NamedFile[]> {
  let last: { at: string; file: string } | undefined;
  for (;;) {
    const before = last;
    const page = await db
      .selectFrom('picture')
      // As text: a Date would lose the microseconds that distinguish two rows.
      .select(['file', 'bytes', sql<string>`created_at::text`.as('at')])
      .$if(before !== undefined, (query) =>
        query.where(sql<boolean>`(created_at, file) < (${before?.at}::timestamptz, ${before?.file})`),
      )
      .orderBy('created_at', 'desc')
      .orderBy('file', 'desc')
      .limit(pageSize)
      .execute();
    if (page.length > 0) yield page;
    last = page.at(-1);
    if (page.length < pageSize) return;
  }
}

async function isNamed(db: Db, file: string): Promise<boolean> {
  const row = await db.selectFrom('picture').select('file').where('file', '=', file).executeTakeFirst();
  return row !== undefined;
}

/**
 * Files that servers decided to remove, by their jobs of the last week. A server that still used the old place removed them
 * only there, after they had been copied. Only files of such a job are removed, so that a different or older database cannot
 * cause the loss of a file.
 */
async function recentlyRemoved(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ file: string }>`
    select distinct data->>'file' as file from ${sql.id(await jobSchemaIn(db))}.job
    where name = ${removing} and not exists (select 1 from picture where picture.file = data->>'file')`.execute(
    db,
  );
  return rows.map(({ file }) => file);
}

/**
 * Runs `work` for all items with limited concurrency. After a failure no item is started, and those in progress finish
 * first.
 */
async function forEachConcurrently<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  let hasFailed = false;
  const results = await Promise.allSettled(
    Array.from({ length: maxConcurrent }, async () => {
      for (const item of queue) {
        if (hasFailed) return;
        try {
          await work(item);
        } catch (error) {
          hasFailed = true;
          throw error;
        }
      }
    }),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
