import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../../platform/database/connect.ts';

/** Days after which a build that no server runs any more is deleted, unless it is one of the two that ran last. */
const keptDays = 30;
/** Decompressed assets that a server keeps in memory, in bytes. */
const maxCachedBytes = 16_000_000;
/** Any number that no other advisory lock of ours bears. */
const lock = 7_262_932;

const compressed = /\.(br|gz)$/;

/** The names of a build's assets, without the compressed copies beside them. */
function assetNames(webDir: string): string[] {
  return readdirSync(join(webDir, 'assets'))
    .filter((name) => !compressed.test(name))
    .sort();
}

/** What tells one build from another: a digest of its assets' names, which carry digests of their contents. */
export function buildId(webDir: string): string {
  return createHash('sha256').update(assetNames(webDir).join('\n')).digest('hex').slice(0, 16);
}

function brotliOf(file: string): Buffer {
  try {
    return readFileSync(`${file}.br`);
  } catch {
    return brotliCompressSync(readFileSync(file));
  }
}

/**
 * Stores the assets of a server's build in the database before it serves its first page, and deletes those of builds that
 * nobody has run for a month. Runs as the schema's owner.
 */
export async function keepBuild(owner: pg.PoolConfig, webDir: string): Promise<void> {
  const names = assetNames(webDir);
  const id = buildId(webDir);
  const client = new pg.Client({ ...owner, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [lock]);
    const seen = await client.query('update web_build set last_seen_at = now() where id = $1', [id]);
    if (seen.rowCount === 0) {
      await client.query('insert into web_build (id, asset_names) values ($1, $2)', [id, names]);
      await client.query(
        'insert into web_asset (name, brotli) select * from unnest($1::text[], $2::bytea[]) on conflict do nothing',
        [names, names.map((name) => brotliOf(join(webDir, 'assets', name)))],
      );
    }
    const old = await client.query(
      `delete from web_build where last_seen_at < now() - make_interval(days => $1)
        and id not in (select id from web_build order by last_seen_at desc limit 2)`,
      [keptDays],
    );
    if (old.rowCount !== 0)
      await client.query(
        'delete from web_asset where not exists (select from web_build where web_asset.name = any (asset_names))',
      );
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Says that a build still runs: at most one write an hour. */
export async function markBuildSeen(db: Db, id: string): Promise<void> {
  await sql`update web_build set last_seen_at = now()
    where id = ${id} and last_seen_at < now() - interval '1 hour'`.execute(db);
}

/**
 * Runs `read` for everyone who asks, one run at a time. Whoever asks during a run shares the next one: what they look for may
 * have been stored after the current run began. Rejects as `read` does.
 */
function oneAtATime(read: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = (): Promise<void> => {
    current = read().finally(() => {
      current = undefined;
    });
    return current;
  };
  return () => {
    if (!current) return start();
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return start();
      });
    return next;
  };
}

/** Answers an asset of any build that an installation's servers run or ran last; undefined where none has it. */
export function keptAssets(db: Db): (name: string) => Promise<Buffer | undefined> {
  const cached = new Map<string, Buffer>();
  let cachedBytes = 0;
  let known: ReadonlySet<string> = new Set();
  const listAfresh = oneAtATime(async () => {
    const builds = await db.selectFrom('web_build').select('asset_names').execute();
    known = new Set(builds.flatMap(({ asset_names }) => asset_names));
  });
  const isKnown = async (name: string) => {
    if (!known.has(name)) await listAfresh();
    return known.has(name);
  };
  return async (name) => {
    const found = cached.get(name);
    if (found) return found;
    if (!(await isKnown(name))) return undefined;
    const row = await db.selectFrom('web_asset').select('brotli').where('name', '=', name).executeTakeFirst();
    if (!row) return undefined;
    const content = brotliDecompressSync(row.brotli);
    cached.set(name, content);
    cachedBytes += content.length;
    for (const [oldest, { length }] of cached) {
      if (cachedBytes <= maxCachedBytes) break;
      cached.delete(oldest);
      cachedBytes -= length;
    }
    return content;
  };
}
