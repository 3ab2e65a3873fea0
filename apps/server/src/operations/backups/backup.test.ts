import { createDecipheriv, scryptSync } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { bindCardFromOrder } from '@hiram/contract/bank';
import { problemSave, uploadProblemImg } from '@hiram/contract/complaint';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxPay } from '@hiram/contract/sandbox';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  asOwner,
  type Cluster,
  createDatabase,
  dropDatabase,
  ownerEndpoint,
} from '../../../test/support/database/throwaway-cluster.ts';
import { isVerify, tryAll } from '../../../test/support/inputs/property-runs.ts';
import { runHiram } from '../../../test/support/processes/run-hiram.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { checkLedger } from '../../lending/ledger/ledger.ts';
import { migrations } from '../../platform/database/migrate.ts';
import { folderFiles } from '../../providers/ports/files.ts';
import { openWriter, readEntries } from './format.ts';
import { restoreBackup } from './restore-backup.ts';
import { tablesOf } from './tables.ts';
import { writeBackup } from './write-backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'hiram-data-'));
/** A file that does not exist yet, whichever try of the test this is. */
const freshFile = (name: string) => join(mkdtempSync(join(folder, 'try-')), name);
let cluster: Cluster;
let hiram: Hiram;
let late: DemoBorrower;
let serial = 0;
let original = '';
const databases: string[] = [];

beforeAll(async () => {
  cluster = inject('cluster');
  // The tests of `npm run verify` share a server with a borrower in every state.
  if (!isVerify) return;
  original = await createDatabase(cluster);
  databases.push(original);
  hiram = await startHiram(cluster, {}, { database: original });
  await removeAssets(original);
  late = await hiram.borrower({ state: '180' });
  for (const state of ['new', 'ready', '21', '110', '151', '170', '174', '200'] as const)
    await hiram.borrower({ state });
  await hiram.borrower({ state: 'ready' }, 'ph');
  const form = new FormData();
  const photo = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#345' } })
    .jpeg()
    .toBuffer();
  form.set('problemImage', new Blob([Uint8Array.from(photo)]), 'a.jpg');
  const query = new URLSearchParams({ ...late.context });
  const sent = await fetch(`${hiram.origin}/api${uploadProblemImg.path}?${query}`, {
    method: 'POST',
    body: form,
  });
  const { data } = JSON.parse(await sent.text());
  await hiram.send(
    problemSave,
    {
      problemType: 2,
      problemDetail: 'Kept — with “signs” and\ttabs\\',
      problemImage: data.url,
      orderNo: late.orderId,
    },
    late.context,
  );
});
afterAll(async () => {
  if (isVerify) await hiram.stop();
  for (const name of databases) await dropDatabase(cluster, name);
});

/** Keeps one file of the web app: hundreds more would double the time of each backup and each restore. */
const removeAssets = (name: string) =>
  asOwner(cluster, name, (client) =>
    client.query('delete from web_asset where name <> (select min(name) from web_asset)'),
  );
const source = () => ownerEndpoint(cluster, original);
const filesOf = (running: Hiram) => folderFiles(join(running.server.appContext.config.dataDir, 'files'));
async function emptyDatabase(): Promise<string> {
  serial += 1;
  const name = `t_restored_${process.pid}_${serial}`;
  databases.push(name);
  await asOwner(cluster, 'postgres', (client) => client.query(`create database ${name} owner hiram_owner`));
  return name;
}

/** One digest of each table's rows, independent of their order. */
const digests = (name: string) =>
  asOwner(cluster, name, async (client) => {
    const found: Record<string, string> = {};
    for (const table of await tablesOf(client)) {
      const { rows } = await client.query(
        `select count(*)::int as rows, md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as digest from "${table.name}" t`,
      );
      found[table.name] = `${rows[0]?.rows} ${rows[0]?.digest}`;
    }
    return found;
  });

async function pay(running: Hiram, borrower: DemoBorrower): Promise<void> {
  const bill = await running.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  const options = { orderId: borrower.orderId, amount: bill.data.amountMin + 100, channelNumber: '10001' };
  const code = await running.send(payCode, options, borrower.context);
  const text = new URL(code.data.payUrl, running.origin).searchParams.get('payCode') ?? '';
  expect((await running.send(sandboxPay, { payCode: text })).success).toBe(true);
}

test('a backup that looks for pictures in the wrong place reports how many are missing @verify', async () => {
  const url = `postgres://hiram_owner@localhost/${original}?host=${cluster.socketDir}`;
  const file = freshFile('lacking.backup');
  const settings = { DATABASE_OWNER_URL: url, DATA_DIR: folder, BACKUP_KEY: 'a long passphrase' };
  const { code, out, output } = await runHiram(['backups', 'create', file], settings);
  expect([code, out]).toEqual([1, expect.stringContaining(', 0 files')]);
  expect(output).toContain(`Pictures that are not in it: 1. Their files are not in ${folder}/files`);
});

test('a backup without a key is refused, and there is no file [T763]', async () => {
  const file = freshFile('plain.backup');
  const url = `postgres://hiram_owner@localhost/postgres?host=${cluster.socketDir}`;
  expect(await runHiram(['backups', 'create', file], { DATABASE_OWNER_URL: url, DATA_DIR: folder })).toEqual({
    code: 1,
    out: '',
    output: 'BACKUP_KEY is required: the text that encrypts it (openssl rand -base64 24)\n',
  });
  expect(existsSync(file)).toBe(false);
});

test('a dry run of a restore reads the whole file and leaves the empty database empty @verify', async () => {
  const file = freshFile('rehearsed.backup');
  const key = { BACKUP_KEY: 'a long passphrase' };
  const settingsOf = (name: string) => ({
    ...key,
    DATABASE_OWNER_URL: `postgres://hiram_owner@localhost/${name}?host=${cluster.socketDir}`,
    DATA_DIR: folder,
  });
  const created = await runHiram(['backups', 'create', file, '--json'], settingsOf(original));
  const { rows, encrypted } = JSON.parse(created.out);
  expect([rows > 100, encrypted]).toEqual([true, true]);
  const name = await emptyDatabase();
  const rehearse = (...words: string[]) =>
    runHiram(['backups', 'restore', ...words, '--dry-run'], settingsOf(name));
  expect(await rehearse(file)).toMatchObject({
    code: 0,
    out: `Dry run: nothing was changed. The backup is complete and can be restored: ${rows} rows, 0 files\n`,
    output: expect.stringMatching(
      /It needs the data key [0-9a-f]{8}\. DATA_KEY is not set here, so it was not compared\.\n$/,
    ),
  });
  const { rows: tables } = await asOwner(cluster, name, (client) =>
    client.query(`select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`),
  );
  expect(tables).toEqual([]);
  if (tryAll) {
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
    writeFileSync(`${file}.altered`, bytes);
    expect(await rehearse(`${file}.altered`)).toMatchObject({
      code: 1,
      output: expect.stringContaining('altered'),
    });
  }
  const full = await runHiram(['backups', 'restore', file, '--dry-run'], settingsOf(original));
  expect(full).toMatchObject({ code: 1, output: expect.stringContaining('this database is not empty') });
});

test('a backup under load is one snapshot: it restores with a balanced ledger @verify [T091]', async () => {
  const file = freshFile('one.backup');
  // To derive a key takes half a second of processor time, and the tests beside this one restore encrypted backups.
  const passphrase = tryAll ? 'a passphrase of the tests' : undefined;
  await pay(hiram, late);
  let stopped = false;
  const load = (async () => {
    for (; !stopped; ) await pay(hiram, late);
  })();
  const written = await writeBackup({
    owner: source(),
    file,
    passphrase,
    files: filesOf(hiram),
  });
  expect(written).toMatchObject({ files: 1, lacking: 0 });
  stopped = true;
  await load;
  expect(statSync(file).mode & 0o077).toBe(0);
  // A payout that was requested and not sent yet is a job: the backup contains it.
  const name = await emptyDatabase();
  const target = mkdtempSync(join(folder, 'data-'));
  const restored = await restoreBackup({
    owner: ownerEndpoint(cluster, name),
    file,
    passphrase,
    files: folderFiles(join(target, 'files')),
  });
  expect(restored.files).toBe(1);
  expect(restored.tables.payment).toBeGreaterThan(0);
  const again = await startHiram(cluster, { DATA_DIR: target }, { database: name });
  try {
    expect((await checkLedger(again.server.appContext.db)).broken).toEqual([]);
    expect((await again.send(loanDetails, { orderId: late.orderId }, late.context)).data.orderStatus).toBe(
      180,
    );
    await pay(again, late);
    const { rows } = await asOwner(cluster, name, (client) => client.query('select detail from complaint'));
    expect(rows).toEqual([{ detail: 'Kept — with “signs” and\ttabs\\' }]);
    // The triggers are enabled again.
    await expect(
      asOwner(cluster, name, (client) => client.query('delete from journal_line')),
    ).rejects.toThrow(/append-only/);
  } finally {
    await again.stop();
  }
});

test('a restore of an idle database is identical to the last byte [T245]', async () => {
  const quiet = await createDatabase(cluster);
  databases.push(quiet);
  const other = await startHiram(cluster, {}, { database: quiet });
  await removeAssets(quiet);
  const borrower = await other.borrower({ state: '151', with: { cardNeedPop: 1 } });
  const wallet = {
    cardType: 2,
    walletCode: 'GXCHPHM2',
    walletNumber: '09171234567',
    holderName: 'Maria Santos',
  };
  await other.send(bindCardFromOrder, { ...wallet, product_id: borrower.productId }, borrower.context);
  await other.borrower({ state: '170' });
  await other.stop();
  await asOwner(cluster, quiet, async (client) => {
    await client.query(`insert into jobs.job (name, data) values ('sms', '{"smsId": "0"}')`);
  });
  const file = freshFile('quiet.backup');
  await writeBackup({ owner: ownerEndpoint(cluster, quiet), file, passphrase: undefined, files: undefined });
  const name = await emptyDatabase();
  await restoreBackup({ owner: ownerEndpoint(cluster, name), file, passphrase: undefined, files: undefined });
  await asOwner(cluster, name, async (client) => {
    // The only new entries are the restore's. The backup contains the entry of its own creation.
    const { rows } = await client.query(
      `select action, actor, login, detail from audit_entry order by id desc limit 2`,
    );
    expect(rows).toEqual([
      {
        action: 'restore',
        actor: 'command backups restore',
        login: 'hiram_owner',
        detail: expect.stringMatching(/^of 20/),
      },
      {
        action: 'backup',
        actor: 'command backups create',
        login: 'hiram_owner',
        detail: expect.stringMatching(/^not encrypted, data keys [0-9a-f]{8}$/),
      },
    ]);
    await client.query(
      `begin; set local session_replication_role = replica; delete from audit_entry where action = 'restore'; commit`,
    );
  });
  // The original's entry that the backup is complete is younger than the backup.
  await asOwner(cluster, quiet, async (client) => {
    const done = `from audit_entry where action = 'backup complete'`;
    expect((await client.query(`select actor, subject ${done}`)).rows).toEqual([
      { actor: 'command backups create', subject: 'installation' },
    ]);
    await client.query(`begin; set local session_replication_role = replica; delete ${done}; commit`);
  });
  expect(await digests(name)).toEqual(await digests(quiet));
  const { rows } = await asOwner(cluster, name, (client) =>
    client.query(`select name, data, state from jobs.job where name = 'sms' and data ->> 'smsId' = '0'`),
  );
  expect(rows).toEqual([{ name: 'sms', data: { smsId: '0' }, state: 'created' }]);
  const again = await startHiram(cluster, {}, { database: name });
  expect((await again.send(withdraw, { orderId: borrower.orderId }, borrower.context)).success).toBe(true);
  await again.stop();
});

test('a backup that is altered, cut short, empty or of another key restores nothing @verify [T246]', async () => {
  const file = freshFile('encrypted.backup');
  await writeBackup({ owner: source(), file, passphrase: 'right', files: undefined });
  const plain = freshFile('plain.backup');
  await writeBackup({ owner: source(), file: plain, passphrase: undefined, files: undefined });
  const name = await emptyDatabase();
  const attempt = (from: string, passphrase: string | undefined) =>
    restoreBackup({ owner: ownerEndpoint(cluster, name), file: from, passphrase, files: undefined }).then(
      () => 'restored',
      (error: unknown) => (error instanceof Error ? error.message : ''),
    );
  const bytes = readFileSync(file);
  expect(bytes.includes('Maria')).toBe(false);
  const altered = (share: number, of = bytes) => {
    const copy = Buffer.from(of);
    const offset = Math.floor(copy.length * share);
    copy[offset] = (copy[offset] ?? 0) ^ 1;
    const path = join(folder, `altered-${share}`);
    writeFileSync(path, copy);
    return path;
  };
  const short = freshFile('short.backup');
  writeFileSync(short, readFileSync(plain));
  truncateSync(short, readFileSync(plain).length >> 1);
  const notABackup = join(folder, 'none');
  writeFileSync(notABackup, 'nothing of ours');
  for (const [from, passphrase] of [
    [file, 'wrong'],
    [file, undefined],
    [altered(0.999), 'right'],
    ...(tryAll
      ? ([
          [altered(0.3), 'right'],
          [altered(0.4, readFileSync(plain)), undefined],
        ] as const)
      : []),
    [short, undefined],
    [notABackup, undefined],
    [join(folder, 'absent'), undefined],
  ] as const) {
    const text = await attempt(from, passphrase);
    expect(text).toMatch(/backup|BACKUP_KEY|cannot be read/);
    expect(text).not.toContain('\n');
    const { rows } = await asOwner(cluster, name, (client) =>
      client.query(
        `select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public'`,
      ),
    );
    expect(rows).toEqual([]);
  }
  await expect(
    writeBackup({ owner: source(), file, passphrase: undefined, files: undefined }),
  ).rejects.toThrow('exists already');
  expect(await attempt(file, 'right')).toBe('restored');
  expect(await attempt(plain, undefined)).toMatch(/not empty/);
});

test('a backup of an older version is restored at its schema and migrated @verify [T247]', async () => {
  const old = await createDatabase(cluster);
  databases.push(old);
  await removeAssets(old);
  await asOwner(cluster, old, (client) =>
    client.query(`
      insert into borrower (id, brand, phone, created_at) select gen_random_uuid(), 'spec', '+86' || n, now() from generate_series(1, 500) n;
      insert into product (id, brand, code, name, logo, kind, terms, amount_min, amount_max, amount_step, amount_offered, created_at)
        values (gen_random_uuid(), 'spec', 'old', 'Old', '', 'single', '{}', 1, 2, 1, 1, now());
      insert into loan_order (borrower_id, id, brand, product_id, kind, amount, terms, client_kind, status, applied_at, applied_on, decide_by)
        select b.id, gen_random_uuid(), 'spec', p.id, 'single', 1, '{}', 'new', 'applied', now(), current_date, current_date
        from borrower b, product p`),
  );
  const file = freshFile('old.backup');
  const written = await writeBackup({
    owner: ownerEndpoint(cluster, old),
    file,
    passphrase: undefined,
    files: undefined,
  });
  expect(written.tables).toMatchObject({ borrower: 500, loan_order: 500, product: 1 });
  // The next version: its column is required, and filled for existing orders.
  const next: Migration = {
    up: async (db) => {
      await sql
        .raw(`
alter table loan_order add column purpose text;
update loan_order set purpose = 'unknown';
alter table loan_order alter column purpose set not null`)
        .execute(db);
    },
  };
  const name = await emptyDatabase();
  await restoreBackup({
    owner: ownerEndpoint(cluster, name),
    file,
    passphrase: undefined,
    files: undefined,
    list: { ...migrations, '9998-next': next },
  });
  const { rows } = await asOwner(cluster, name, (client) =>
    client.query(
      `select (select count(*)::int from loan_order where purpose = 'unknown') as orders,
         (select count(*)::int from borrower) as borrowers, (select max(name) from kysely_migration) as last`,
    ),
  );
  expect(rows).toEqual([{ orders: 500, borrowers: 500, last: '9998-next' }]);
});

test('a backup is encrypted with scrypt and N 2¹⁷; a newer format says so [T167]', async () => {
  const [mark, passphrase] = [Buffer.from('HIRAM-BACKUP-1\n'), 'k'];
  const now = freshFile('present.backup');
  const writer = openWriter(now, passphrase);
  await writer.entry({ kind: 'table', name: 'borrower', columns: ['id'] }, [Buffer.from('one\n')]);
  await writer.entry({ kind: 'end', name: 'end' }, []);
  await writer.end();
  const bytes = readFileSync(now);
  const [how, salt, nonce] = [bytes[15], bytes.subarray(16, 32), bytes.subarray(32, 44)];
  expect(how).toBe(1);
  const key = scryptSync(passphrase, salt, 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 });
  const opened = createDecipheriv('aes-256-gcm', key, nonce);
  opened.setAuthTag(bytes.subarray(-16));
  expect(
    gunzipSync(Buffer.concat([opened.update(bytes.subarray(44, -16)), opened.final()])).toString(),
  ).toContain('one');

  const entriesOf = async (file: string) => {
    const names: string[] = [];
    for await (const { header, pieces } of readEntries(file, passphrase)) {
      for await (const piece of pieces) expect(piece.length).toBeGreaterThan(0);
      names.push(header.name);
    }
    return names;
  };
  expect(await entriesOf(now)).toEqual(['borrower', 'end']);
  const later = join(folder, 'later.backup');
  writeFileSync(later, Buffer.concat([mark, Buffer.from([9]), bytes.subarray(16)]));
  await expect(entriesOf(later)).rejects.toThrow('encrypted by a newer version');
});
