import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from '../../platform/database/connection/connect.ts';

/** Days after which a build without a running server is deleted, unless it is one of the two latest. */
const maxBuildAgeDays = 30;
/** Bytes of decompressed assets that a server caches in memory. */
const maxCachedBytes = 16_000_000;
/** The key of the advisory lock: any number that no other lock of ours uses. */
const buildLockKey = 7_262_932;

const compressed = /\.(br|gz)$/;

/** The names of a build's assets, without their compressed copies. */
function assetNames(webDir: string): string[] {
  return readdirSync(join(webDir, 'assets'))
    .filter((name) => !compressed.test(name))
    .sort();
}

/** A build's id: a digest of its assets' names, which contain digests of their contents. */
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
 * Stores the assets of a server's build in the database before it serves its first page. Deletes those of builds that have
 * not run for a month. Runs as the schema's owner.
 */
export async function storeBuild(owner: pg.PoolConfig, webDir: string): Promise<void> {
  const names = assetNames(webDir);
  const id = buildId(webDir);
  const client = new pg.Client({ ...owner, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [buildLockKey]);
    const updated = await client.query('update web_build set last_seen_at = now() where id = $1', [id]);
    if (updated.rowCount === 0) {
      await client.query('insert into web_build (id, asset_names) values ($1, $2)', [id, names]);
      await client.query(
        'insert into web_asset (name, brotli) select * from unnest($1::text[], $2::bytea[]) on conflict do nothing',
        [names, names.map((name) => brotliOf(join(webDir, 'assets', name)))],
      );
    }
    const deleted = await client.query(
      `delete from web_build where last_seen_at < now() - make_interval(days => $1)
        and id not in (select id from web_build order by last_seen_at desc limit 2)`,
      [maxBuildAgeDays],
    );
    if (deleted.rowCount !== 0)
      await client.query(
        'delete from web_asset where not exists (select from web_build where web_asset.name = any (asset_names))',
      );
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Records that a build still runs: at most one write an hour. */
export async function markBuildSeen(db: Db, id: string): Promise<void> {
  await sql`update web_build set last_seen_at = now()
    where id = ${id} and last_seen_at < now() - interval '1 hour'`.execute(db);
}

/**
 * Runs `read` for all callers, one run at a time. Callers during a run share the next run, because the asset they look for
 * may have been stored after the current run began. Rejects as `read` does.
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

/**
 * Returns a function that loads an asset of any build that the installation's servers run or ran recently; undefined if no
 * build has it.
 */
export function storedAssets(db: Db): (name: string) => Promise<Buffer | undefined> {
  const cached = new Map<string, Buffer>();
  let cachedBytes = 0;
  let knownNames: ReadonlySet<string> = new Set();
  const reloadNames = oneAtATime(async () => {
    const builds = await db.selectFrom('web_build').select('asset_names').execute();
    knownNames = new Set(builds.flatMap(({ asset_names }) => asset_names));
  });
  const isKnown = async (name: string) => {
    if (!knownNames.has(name)) await reloadNames();
    return knownNames.has(name);
  };
  return async (name) => {
    const hit = cached.get(name);
    if (hit) return hit;
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
