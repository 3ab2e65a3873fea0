import { cpSync, mkdtempSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { asOwner, createDatabase, dropDatabase } from '../../../test/support/database/throwaway-cluster.ts';
import { type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { gzipCached } from './gzip-once.ts';
import { storedAssets } from './stored-builds.ts';

const dist = fileURLToPath(new URL('../../../../borrower/dist', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hiram-builds-'));
const script = (version: string) => `console.log(${JSON.stringify(version)});`;

/** A build of the web app that differs from the others in the name and content of one asset. */
function buildOf(version: string): string {
  const build = join(folder, version);
  cpSync(dist, build, { recursive: true, dereference: true });
  writeFileSync(join(build, `assets/only-${version}.js`), script(version));
  writeFileSync(join(build, `assets/only-${version}.js.br`), brotliCompressSync(script(version)));
  return build;
}

let database: string;
let former: Hiram;
let newer: Hiram;
beforeAll(async () => {
  const cluster = inject('cluster');
  database = await createDatabase(cluster);
  former = await startHiram(cluster, { WEB_DIR: buildOf('former') }, { database });
  newer = await startHiram(cluster, { WEB_DIR: buildOf('newer'), CACHE_ON_PHONE: '0' }, { database });
});
afterAll(async () => {
  await former.stop();
  await newer.stop();
  await dropDatabase(inject('cluster'), database);
});

const get = (hiram: Hiram, version: string, encoding = 'gzip, br') =>
  fetch(`${hiram.origin}/assets/only-${version}.js`, { headers: { 'accept-encoding': encoding } });

test('during an upgrade each server serves the assets of its own build and of the other build [T215]', async () => {
  for (const hiram of [former, newer])
    for (const version of ['former', 'newer'])
      for (const encoding of ['gzip, br', 'gzip', 'identity']) {
        const response = await get(hiram, version, encoding);
        expect([response.status, await response.text()]).toEqual([200, script(version)]);
        expect(response.headers.get('content-type')).toMatch(
          /^(text|application)\/javascript; charset=utf-8$/,
        );
        expect(response.headers.get('cache-control')).toMatch(/max-age=31536000.*immutable/);
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      }
});

test('an asset of another build is read and compressed once, however often it is requested [T192]', async () => {
  const assetOf = storedAssets(newer.server.appContext.db);
  const [first, second] = [await assetOf('only-former.js'), await assetOf('only-former.js')];
  if (!first || !second) throw new Error('the former build was not kept');
  expect(second).toBe(first);
  expect(gzipCached(second)).toBe(gzipCached(first));
  expect(gunzipSync(gzipCached(first)).toString()).toBe(script('former'));
});

test('parallel requests for assets of another build all succeed before the list of builds is read', async () => {
  const assetOf = storedAssets(newer.server.appContext.db);
  const found = await Promise.all(['only-former.js', 'unheard-of.js', 'only-former.js'].map(assetOf));
  expect(found.map((asset) => asset?.toString())).toEqual([script('former'), undefined, script('former')]);
});

test('a build that is stored while the list of builds is being read is found by the waiting requests', async () => {
  const { db } = newer.server.appContext;
  const cluster = inject('cluster');
  const assetOf = storedAssets(db);
  const early = assetOf('only-late.js');
  await asOwner(cluster, database, async (owner) => {
    await owner.query("insert into web_build (id, asset_names) values ('late', '{only-late.js}')");
    await owner.query("insert into web_asset (name, brotli) values ('only-late.js', $1)", [
      brotliCompressSync(script('late')),
    ]);
  });
  const late = await assetOf('only-late.js');
  await early;
  expect(late?.toString()).toBe(script('late'));
});

test('an asset that no build has is answered 404 with a response that is never cached', async () => {
  const response = await get(newer, 'unheard-of');
  expect([response.status, await response.text()]).toEqual([404, 'Not found.']);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('replacing or deleting a build under a running server removes nothing from open pages', async () => {
  const build = join(folder, 'newer');
  renameSync(join(build, 'assets'), join(build, 'gone'));
  try {
    expect(await (await get(newer, 'newer')).text()).toBe(script('newer'));
    for (const name of readdirSync(join(build, 'gone')).filter((file) => /\.(js|css|svg)$/.test(file)))
      expect([name, (await fetch(`${newer.origin}/assets/${name}`)).status]).toEqual([name, 200]);
  } finally {
    renameSync(join(build, 'gone'), join(build, 'assets'));
  }
});

test('the server’s own login may not change a stored build', async () => {
  const { db } = newer.server.appContext;
  for (const change of [
    sql`insert into web_asset (name, brotli) values ('evil.js', '')`,
    sql`update web_asset set brotli = ''`,
    sql`update web_build set asset_names = '{}'`,
    sql`delete from web_build`,
  ])
    await expect(change.execute(db)).rejects.toThrow(/permission denied/);
});

test('unused builds are deleted after a month, except the two that ran last', async () => {
  const cluster = inject('cluster');
  const age = (id: string, days: number) =>
    asOwner(cluster, database, (owner) =>
      owner.query(
        `update web_build set last_seen_at = now() - make_interval(days => $2)
         where $1 = any (asset_names)`,
        [`only-${id}.js`, days],
      ),
    );
  expect((await get(newer, 'former')).status).toBe(200);
  await age('former', 40);
  const restarted = await startHiram(cluster, { WEB_DIR: join(folder, 'newer') }, { database });
  await restarted.stop();
  expect((await get(newer, 'former')).status).toBe(200);
  const third = await startHiram(cluster, { WEB_DIR: buildOf('third') }, { database });
  try {
    expect((await get(third, 'newer')).status).toBe(200);
    expect((await get(third, 'former')).status).toBe(404);
  } finally {
    await third.stop();
  }
});

test('with CACHE_ON_PHONE=0 the served worker removes everything that was cached [T664]', async () => {
  const worker = await fetch(`${former.origin}/hiram-worker.js`);
  expect(worker.status).toBe(200);
  expect(worker.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  expect(worker.headers.get('content-security-policy')).toBe(
    "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(worker.headers.get('service-worker-allowed')).toBeNull();
  expect(worker.headers.get('set-cookie')).toBeNull();
  expect(await worker.text()).toContain('respondWith');
  const ended = await (await fetch(`${newer.origin}/hiram-worker.js`)).text();
  expect([ended.includes('respondWith'), ended.includes('.unregister()')]).toEqual([false, true]);
  const documents = await Promise.all(
    [former, newer].map(async ({ origin }) => (await fetch(`${origin}/main`)).text()),
  );
  expect(documents.map((html) => /"cachesPages":(\w+)/.exec(html)?.[1])).toEqual(['true', 'false']);
});
