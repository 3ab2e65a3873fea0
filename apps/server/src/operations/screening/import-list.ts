import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import { nameWords } from '../../lending/borrowers/names.ts';
import type { ScreeningListName } from '../../platform/database/schema/borrowers/screening.ts';
import { fileDigest } from '../../platform/files/file-digest.ts';
import { type ListedPerson, ListFault } from './entry.ts';

/**
 * Names between two rests: a rest takes as long as they did, so that borrowers' calls come first, on a busy
 * machine at most this long.
 */
const block = 1_000;
const maxRestMs = 20;

/** An import that keeps fewer entries of the former one, in per cent, is refused: the file is probably cut. */
const minPercent = 80;

/** The result of an import. */
export interface ImportedList {
  readonly entries: number;
  readonly added: number;
  readonly removed: number;
  /** Names without a letter, with which nothing can be compared. */
  readonly unreadable: number;
}

interface ListImport {
  readonly list: ScreeningListName;
  readonly file: string;
  readonly persons: AsyncIterable<ListedPerson>;
  /** Accepts a file with far fewer entries than the former one. */
  readonly mayBeShorter: boolean;
}

/**
 * Loads a list in the client's transaction and puts it into force at its end: until the commit the former import is in force.
 * Returns undefined for the file that is in force already. Throws ListFault for an empty file, and for one that is much shorter
 * than the former.
 */
export async function importList(
  client: pg.Client,
  { list, file, persons, mayBeShorter }: ListImport,
): Promise<ImportedList | undefined> {
  // One import at a time. It does not disturb the screening of borrowers.
  await client.query(`select pg_advisory_xact_lock(hashtextextended('screening import', 0))`);
  const former = await inForce(client, list);
  const sha256 = await fileDigest(file);
  if (former?.sha256.equals(sha256)) return undefined;
  const { rows } = await client.query<{ id: number }>(
    'select coalesce(max(id), 0)::int + 1 as id from screening_list',
  );
  const id = rows[0]?.id ?? 1;
  const unreadable = await loadNames(client, persons);
  const counts = await fillPartition(client, { id, list, former: former?.id });
  if (counts.entries === 0) throw new ListFault('The file has no person: nothing was imported.');
  const before = former?.entries ?? 0;
  if (!mayBeShorter && counts.entries * 100 < before * minPercent)
    throw new ListFault(
      `The file has ${counts.entries} names and the list in force ${before}: nothing was imported. If that is right, use --shorter.`,
    );
  const removed = before - (counts.entries - counts.added);
  await putIntoForce(client, {
    id,
    list,
    former: former?.id,
    sha256,
    ...counts,
    removed: Math.max(0, removed),
  });
  return { ...counts, removed: Math.max(0, removed), unreadable };
}

async function inForce(client: pg.Client, list: ScreeningListName) {
  const { rows } = await client.query<{ id: string; sha256: Buffer; entries: string }>(
    'select id, sha256, entries from screening_list where list = $1 and superseded_at is null',
    [list],
  );
  const [row] = rows;
  return row && { id: Number(row.id), sha256: row.sha256, entries: Number(row.entries) };
}

/** Copies the names into a table of the session. Returns how many had no letter. */
async function loadNames(client: pg.Client, persons: AsyncIterable<ListedPerson>): Promise<number> {
  await client.query(
    'create temporary table loaded (reference text, name text, folded text, birth_years smallint[]) on commit drop',
  );
  let unreadable = 0;
  async function* blocks(): AsyncGenerator<string> {
    let lines: string[] = [];
    let begun = performance.now();
    for await (const { reference, names, birthYears } of persons)
      for (const name of names) {
        const folded = nameWords(name).join(' ');
        if (folded === '') unreadable += 1;
        else lines.push(`${[reference, name, folded].map(copyText).join('\t')}\t{${birthYears.join()}}\n`);
        if (lines.length === block) {
          yield lines.join('');
          lines = [];
          await pause(Math.min(maxRestMs, performance.now() - begun));
          begun = performance.now();
        }
      }
    yield lines.join('');
  }
  await pipeline(Readable.from(blocks()), client.query(from('copy loaded from stdin')));
  return unreadable;
}

/** A text as `COPY` reads it, without characters that PostgreSQL does not store. */
function copyText(text: string): string {
  return text
    .replaceAll('\u0000', '')
    .replaceAll('\\', '\\\\')
    .replace(/[\t\n\r]/g, ' ');
}

const partitionOf = (id: number) => `screening_entry_${id}`;

interface Partition {
  readonly id: number;
  readonly list: ScreeningListName;
  /** The import that it supersedes. */
  readonly former: number | undefined;
}

/** Makes the import's partition with its indexes, which is much faster than to insert into an indexed table. */
async function fillPartition(
  client: pg.Client,
  { id, list, former }: Partition,
): Promise<{ entries: number; added: number }> {
  const partition = partitionOf(id);
  await client.query(`set local work_mem = '256MB'`);
  await client.query(`set local maintenance_work_mem = '512MB'`);
  // Borrowers' calls keep the other processors: there is no haste.
  await client.query('set local max_parallel_maintenance_workers = 0');
  await client.query('set local max_parallel_workers_per_gather = 0');
  await client.query(`create table ${partition} (like screening_entry, check (list_id = ${id}))`);
  await client.query(
    `insert into ${partition} (list_id, reference, name, folded, birth_years, digest, added_in)
     select ${id}, reference, name, folded, birth_years, digest, coalesce(known.added_in, ${id})
     from (select *, sha256(convert_to(concat_ws(chr(31), $1::text, reference, name, birth_years::text), 'UTF8')) as digest
       from loaded) fresh
     left join (select digest, min(added_in) as added_in from screening_entry where list_id = $2 group by digest) known
       using (digest)`,
    [list, former ?? 0],
  );
  await client.query(`create index on ${partition} using gin (folded gin_trgm_ops)`);
  await client.query(`create index on ${partition} (added_in)`);
  await client.query(`analyze ${partition}`);
  const { rows } = await client.query<{ entries: number; added: number }>(
    `select count(*)::int as entries, count(*) filter (where added_in = ${id})::int as added from ${partition}`,
  );
  return rows[0] ?? { entries: 0, added: 0 };
}

/** Supersedes the former import. It waits for screenings that run, and they for it: for a moment. */
async function putIntoForce(
  client: pg.Client,
  {
    id,
    list,
    former,
    sha256,
    entries,
    added,
    removed,
  }: Partition & { readonly sha256: Buffer } & Omit<ImportedList, 'unreadable'>,
): Promise<void> {
  // As hold_screening_lists.
  await client.query(`select pg_advisory_xact_lock(hashtextextended('screening lists', 0))`);
  await client.query(`alter table screening_entry attach partition ${partitionOf(id)} for values in (${id})`);
  if (former !== undefined) {
    await client.query('update screening_list set superseded_at = now() where id = $1', [former]);
    await client.query(`drop table if exists ${partitionOf(former)}`);
    await client.query('delete from screening_entry where list_id = $1', [former]);
  }
  await client.query(
    `insert into screening_list (id, list, sha256, entries, added, removed, imported_at)
     values ($1, $2, $3, $4, $5, $6, now())`,
    [id, list, sha256, entries, added, removed],
  );
}
