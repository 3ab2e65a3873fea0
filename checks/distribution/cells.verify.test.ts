import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { smsCode } from '@hiram/contract/account';
import { awayHeader } from '@hiram/contract/console/staff-call';
import { listWork } from '@hiram/contract/console/work';
import { loanDetails } from '@hiram/contract/order';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxCodes, sandboxPay } from '@hiram/contract/sandbox';
import { addCell, shareReferenceKey } from '@hiram/server/src/app/migrate-installation.ts';
import { webFolder } from '@hiram/server/src/context/config.ts';
import { directorySchema, openDirectory } from '@hiram/server/src/platform/cells/directory.ts';
import { createFieldCipher } from '@hiram/server/src/platform/crypto/field-cipher.ts';
import { loadMatcher } from '@hiram/server/src/platform/crypto/match-key.ts';
import { fixedSecret } from '@hiram/server/src/platform/crypto/secrets.ts';
import { openDatabase, openPool } from '@hiram/server/src/platform/database/connection/connect.ts';
import { inSchema } from '@hiram/server/src/platform/database/connection/endpoint.ts';
import { newPhone } from '@hiram/server/test/support/borrowers/sign-up.ts';
import { staffMember } from '@hiram/server/test/support/console/console.ts';
import { addDirectory, serverUrl } from '@hiram/server/test/support/database/cells.ts';
import {
  asOwner,
  type Cluster,
  createDatabase,
  ownerEndpoint,
  serverEndpoint,
  startThrowawayCluster,
} from '@hiram/server/test/support/database/throwaway-cluster.ts';
import {
  type DemoBorrower,
  type Hiram,
  startHiram,
} from '@hiram/server/test/support/processes/running-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quantile } from '../../bench/rig/spread.ts';
import { writeFigures } from './figures.ts';
import { cellOf } from './payers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const webDir = webFolder(undefined, root);
const figures: Record<string, unknown> = {};
const clusters: { cluster: Cluster; stop: () => Promise<void> }[] = [];
const names: string[] = [];
let folder: string;
let hiram: Hiram;

/** An empty database that becomes a cell in its `public`. */
async function cellDatabase(cluster: Cluster, cell: number): Promise<string> {
  const name = `cell_${cell}`;
  await asOwner(cluster, 'postgres', (client) => client.query(`create database ${name}`));
  await addCell(ownerEndpoint(cluster, name), { schema: 'public', cell, sandbox: true, webDir });
  return name;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hiram-distribution-'));
  for (let index = 0; index < 3; index += 1) clusters.push(await startThrowawayCluster());
  const [first, second, third] = clusters.map(({ cluster }) => cluster);
  if (!first || !second || !third) throw new Error('three clusters');
  names.push(await createDatabase(first), await cellDatabase(second, 1), await cellDatabase(third, 2));
  await addDirectory(first, names[0] ?? '', [0, 1, 2, 3]);
  await addCell(ownerEndpoint(first, names[0] ?? ''), { schema: 'cell_3', cell: 3, sandbox: true, webDir });
  await asOfRelease('0000-older');
  for (const [index, schema] of ['cell_3', 'public', 'public'].entries())
    await shareReferenceKey(
      ownerEndpoint(clusters[index]?.cluster ?? first, names[index] ?? ''),
      schema,
      Buffer.alloc(32, 7),
    );
  const file = join(folder, 'cells.json');
  writeFileSync(
    file,
    JSON.stringify([
      { id: 1, url: serverUrl(second, 'cell_1') },
      { id: 2, url: serverUrl(third, 'cell_2') },
      { id: 3, schema: 'cell_3' },
    ]),
  );
  const environment = { CELLS: file, DIRECTORY_URL: serverUrl(first, names[0] ?? '') };
  hiram = await startHiram(first, environment, { database: names[0] });
  figures.engine = await asOwner(first, 'postgres', async (client) => {
    const { rows } = await client.query<{ version: string }>('select version() as version');
    return rows[0]?.version;
  });
});
afterAll(async () => {
  await hiram?.stop();
  for (const { stop } of clusters.splice(0)) await stop();
  names.length = 0;
  writeFigures(figures);
  rmSync(folder, { recursive: true, force: true });
});

const late = (on: Hiram) => on.borrower({ state: '180', kind: 'single' });

async function open(on: Hiram, { orderId, context }: DemoBorrower): Promise<{ ms: number; status: number }> {
  const startedAt = performance.now();
  const { status } = await on.send(loanDetails, { orderId }, context);
  return { ms: performance.now() - startedAt, status };
}

/** Makes the schema of cell 3 that of another release. */
const asOfRelease = (name: string) =>
  asOwner(clusters[0]?.cluster ?? { socketDir: '' }, names[0] ?? '', (client) =>
    client.query('update cell_3.kysely_migration set name = $1', [name]),
  );

test('a cell with an older schema is not served, and is once it is migrated, without a restart [T1951]', async () => {
  const states = async () =>
    (await fetch(`${hiram.origin}/health/ready`)).json() as Promise<{ cells: object }>;
  expect((await states()).cells).toEqual({ 0: 'well', 1: 'well', 2: 'well', 3: 'away' });
  await asOfRelease('0001-baseline');
  const startedAt = performance.now();
  await expect.poll(states, { timeout: 60_000, interval: 500 }).toMatchObject({ cells: { 3: 'well' } });
  figures.servedAfterMs = Math.round(performance.now() - startedAt);
});

test('one, two and four cells on one machine: the pages a second are told [T1764]', async () => {
  const borrowers: DemoBorrower[] = [];
  for (let index = 0; index < 48; index += 1) borrowers.push(await late(hiram));
  const among = [1, 2, 4].map((cells) => borrowers.filter((borrower) => cellOf(borrower) < cells));
  expect(among.every((chosen) => chosen.length > 3)).toBe(true);
  const served = [0, 0, 0];
  const seconds = [0, 0, 0];
  // In turns, so that what else the machine does is shared by all three.
  for (let round = 0; round < 12; round += 1)
    for (const [index, chosen] of among.entries()) {
      const startedAt = performance.now();
      const pages = Array.from({ length: 96 }, (_, page) => chosen[page % chosen.length]);
      const workers = Array.from({ length: 8 }, async () => {
        for (let next = pages.pop(); next; next = pages.pop())
          expect((await open(hiram, next)).status).toBe(200);
      });
      await Promise.all(workers);
      if (round < 2) continue;
      served[index] = (served[index] ?? 0) + 96;
      seconds[index] = (seconds[index] ?? 0) + (performance.now() - startedAt) / 1000;
    }
  figures.pagesASecond = Object.fromEntries(
    [1, 2, 4].map((cells, index) => [cells, Math.round((served[index] ?? 0) / (seconds[index] ?? 1))]),
  );
}, 240_000);

async function pay({ orderId, context, phone }: DemoBorrower) {
  const { data: bill } = await hiram.send(instalmentDetail, { orderId }, context);
  await hiram.send(payCode, { orderId, amount: bill.repayAmount, channelNumber: '10001' }, context);
  const { payCode: code = '' } = (await hiram.send(sandboxCodes, { phone })).data.codes[0] ?? {};
  return hiram.send(sandboxPay, { payCode: code }, context);
}

test('a directory of 200,000 numbers: its size and the time of a look-up are told [T1955]', async () => {
  const [first] = clusters;
  if (!first) throw new Error('no cluster');
  const database = await createDatabase(first.cluster);
  await addDirectory(first.cluster, database, [0, 1, 2, 3]);
  const endpoint = inSchema(serverEndpoint(first.cluster, database), directorySchema);
  const db = openDatabase(openPool(endpoint, 2));
  const matcher = await loadMatcher(db, createFieldCipher(fixedSecret('ab'.repeat(32))));
  const none = { hasAccount: async () => false, inviter: async () => undefined };
  const directory = openDirectory(db, async () => matcher, none);
  const phones = Array.from({ length: 1_000 }, (_, index) => `+63917${7_000_000 + index}`);
  for (const [index, phone] of phones.entries()) await directory.settle('spec', phone, index % 4);
  const bytes = await asOwner(first.cluster, database, async (client) => {
    const digest = "sha256(convert_to(n::text, 'UTF8'))";
    await client.query(`insert into directory.entry (kind, digest, cell, confirmed_at)
      select 'mobile', ${digest}, n % 4, now() from generate_series(1, 199000) n`);
    await client.query(`insert into directory.mark (kind, digest, cell)
      select 'document', ${digest}, n % 4 from generate_series(1, 200000) n`);
    await client.query('analyze directory.entry, directory.mark');
    const { rows } = await client.query<Record<'entry' | 'mark', number>>(
      `select pg_total_relation_size('directory.entry')::float8 / 1e6 as entry,
        pg_total_relation_size('directory.mark')::float8 / 1e6 as mark`,
    );
    return rows[0];
  });
  const timed = async (work: (phone: string) => Promise<unknown>) => {
    const taken: number[] = [];
    for (const phone of phones) {
      const startedAt = performance.now();
      await work(phone);
      taken.push(performance.now() - startedAt);
    }
    return { p50: quantile(taken, 0.5), p99: quantile(taken, 0.99) };
  };
  const lookUpMs = await timed(async (phone) => expect(await directory.cellOf('spec', phone)).toBeDefined());
  const reserveMs = await timed(async (phone) =>
    expect(await directory.reserve('spec', `${phone}9`, 1)).toBe(true),
  );
  figures.directory = { numbers: 200_000, megabytes: bytes, lookUpMs, reserveMs };
  await db.destroy();
});

test('without cell 0 the others borrow and pay, and staff are told that it is cell 0 [T1953]', async () => {
  const { browser } = await staffMember(hiram, 'cashier');
  const work = () => browser.send(listWork.page, { part: 'open' }, { brand: 'spec' });
  await asOfRelease('0001-baseline');
  await expect
    .poll(async () => (await work()).headers.get(awayHeader), { timeout: 60_000, interval: 500 })
    .toBe('');
  const living = 1;
  const borrowers: DemoBorrower[] = [];
  while (borrowers.length < 2) {
    const made = await late(hiram);
    if (cellOf(made) === living) borrowers.push(made);
  }
  await clusters[0]?.stop();
  const [first] = borrowers;
  if (!first) throw new Error('no borrower');
  const seen = [];
  for (let round = 0; round < 20; round += 1)
    for (const each of borrowers) seen.push(await open(hiram, each));
  expect([...new Set(seen.map(({ status }) => status))]).toEqual([200]);
  for (const borrower of borrowers) await pay(borrower);
  for (const { orderId, context } of borrowers)
    await hiram.until(
      () => hiram.send(loanDetails, { orderId }, context),
      ({ data }) => data.orderStatus === 200,
    );
  const signIn = (phone: string) => hiram.send(smsCode, { phone }, { deviceId: 'd' });
  expect([(await signIn(first.phone)).status, (await signIn(newPhone())).status]).toEqual([200, 503]);
  const ready = await fetch(`${hiram.origin}/health/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([
    200,
    { cells: { 0: 'away', 1: 'well', 2: 'well' } },
  ]);
  const refused = await work();
  expect([refused.status, refused.headers.get(awayHeader), refused.message]).toEqual([
    503,
    '0',
    'Cell 0 does not answer. Nothing was lost; please try again.',
  ]);
  figures.homeKilled = { calls: seen.length, slowestMs: Math.round(Math.max(...seen.map(({ ms }) => ms))) };
});
