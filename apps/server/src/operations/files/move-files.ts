import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connect.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import type { JobName } from '../../platform/jobs/jobs.ts';
import type { FilesPort } from '../../providers/files.ts';

/** Why files were not moved: one line for whoever runs the tool. */
export class MoveError extends Error {}

export interface Moved {
  readonly copied: number;
  readonly alreadyThere: number;
  /** Taken out of the new place again: meanwhile the house had removed them from the old one. */
  readonly takenBack: number;
  /** Names that a row bears and neither place has whole. */
  readonly lacking: readonly string[];
}

const pageSize = 200;
/** Files under way at once: what hides a store's delay, and leaves it room for the servers. */
const atOnce = 8;
const removing: JobName = 'remove-file';

/**
 * Copies every file that a row names from one place to the other, beside running servers, and reads each back: when it is
 * done all are there, byte for byte. The newest go first, because after the servers have changed over those are the ones
 * that somebody looks for. Nothing in the old place is touched, and a second run copies only what is not there yet.
 *
 * `isDryRun`: counts what would be copied and taken out, and writes nothing.
 * `pausesMs`: how long to wait before each further try of a store that is away. Throws MoveError with one line.
 */
export async function moveFiles(options: {
  readonly db: Db;
  readonly from: FilesPort;
  readonly to: FilesPort;
  readonly say: (line: string) => void;
  readonly isDryRun?: boolean;
  readonly pausesMs?: readonly number[];
}): Promise<Moved> {
  const { db, from, to, say, isDryRun = false, pausesMs = [1_000, 2_000, 4_000, 8_000] } = options;
  const counts = { copied: 0, alreadyThere: 0 };
  const lacking: string[] = [];

  async function circuitBreaker<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        const wait = pausesMs[attempt];
        if (!(error instanceof Unavailable)) throw error;
        if (wait === undefined)
          throw new MoveError(
            `${error.message}: stopped after ${counts.copied} copied and ${counts.alreadyThere} that were there; run it again to go on`,
          );
        await pause(wait);
      }
    }
  }

  async function copy(file: string, source: Buffer): Promise<void> {
    await circuitBreaker(() => to.put(file, source));
    if (!(await circuitBreaker(() => to.get(file)))?.equals(source))
      throw new MoveError(`${file}: the new place does not give back what it was given`);
  }

  async function move({ file, bytes }: NamedFile): Promise<void> {
    const there = await circuitBreaker(() => to.get(file));
    const source = await circuitBreaker(() => from.get(file));
    const sourceIsWhole = source?.length === bytes;
    if (there?.length === bytes && (!sourceIsWhole || source.equals(there))) {
      counts.alreadyThere += 1;
    } else if (sourceIsWhole) {
      if (!isDryRun) await copy(file, source);
      counts.copied += 1;
    } else if (await isNamed(db, file)) {
      lacking.push(file);
    }
  }

  let seen = 0;
  for await (const page of namedFiles(db)) {
    await sideBySide(page, move);
    seen += page.length;
    if (page.length === pageSize) say(`${seen} looked at, ${counts.copied} copied`);
  }
  let takenBack = 0;
  for (const file of await removedOfLate(db)) {
    if (!(await circuitBreaker(() => to.get(file)))) continue;
    if (!isDryRun) await circuitBreaker(() => to.remove(file));
    takenBack += 1;
  }
  return { ...counts, takenBack, lacking };
}

interface NamedFile {
  readonly file: string;
  /** How long its row says it is. */
  readonly bytes: number;
}

async function* namedFiles(db: Db): AsyncGenerator<readonly NamedFile[]> {
  let last: { at: string; file: string } | undefined;
  for (;;) {
    const before = last;
    const page = await db
      .selectFrom('picture')
      // As text: a Date would lose the microseconds that tell two rows apart.
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
 * Files that the house itself decided to remove, as its jobs of the last week tell: a server that still used the old place
 * removed them there alone, after they had been copied. Only what such a job names is ever removed, so that another
 * database, or an older one, can make nobody's file vanish.
 */
async function removedOfLate(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ file: string }>`
    select distinct data->>'file' as file from jobs.job
    where name = ${removing} and not exists (select 1 from picture where picture.file = data->>'file')`.execute(
    db,
  );
  return rows.map(({ file }) => file);
}

/** Works through all of them, so many at once; after a failure nothing new is begun, and what is under way ends first. */
async function sideBySide<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values();
  let failed = false;
  const ended = await Promise.allSettled(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) {
        if (failed) return;
        try {
          await work(item);
        } catch (error) {
          failed = true;
          throw error;
        }
      }
    }),
  );
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}
