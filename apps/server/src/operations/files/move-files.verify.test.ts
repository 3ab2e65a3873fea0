import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeProblemImg, uploadProblemImg } from '@hiram/contract/complaint';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { asOwner, createDatabase, dropDatabase } from '../../../test/support/database/throwaway-cluster.ts';
import { childEnvironment } from '../../../test/support/processes/child-environment.ts';
import { codeAndText, runHiram } from '../../../test/support/processes/run-hiram.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { fakeS3 } from '../../../test/support/servers/fake-s3.ts';
import { hasSwift, startSwift } from '../../../test/support/servers/swift.ts';
import { type Line, line } from '../../../test/support/servers/tcp-proxy.ts';
import { fixedSecret } from '../../platform/crypto/secrets.ts';
import { type FilesPort, folderFiles } from '../../providers/ports/files.ts';
import { s3Files } from '../../providers/s3/s3-files.ts';
import { MoveError, type MoveResult, moveFiles } from './move-files.ts';

const stores = [['a store of the tests that verifies signatures', fakeS3] as const];
const all = hasSwift() ? [...stores, ['OpenStack Swift', () => startSwift()] as const] : stores;
if (!hasSwift())
  console.log('OpenStack Swift is not installed here: files are moved into the store of the tests alone.');

const root = fileURLToPath(new URL('../../../../..', import.meta.url));
const quickly = [50, 50, 50];

describe.each(all)('%s', (_name, start) => {
  let store: Awaited<ReturnType<typeof start>>;
  let proxy: Line;
  let hiram: Hiram;
  let late: DemoBorrower;
  let database = '';
  let folder: FilesPort;
  let bucket: FilesPort;
  let serial = 0;
  const otherFolder = mkdtempSync(join(tmpdir(), 'hiram-files-'));

  beforeAll(async () => {
    store = await start();
    proxy = await line({ port: store.port });
  });
  afterAll(async () => {
    await proxy.close();
    await store.stop();
    rmSync(otherFolder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    serial += 1;
    proxy.state = 'open';
    database = await createDatabase(inject('cluster'));
    hiram = await startHiram(inject('cluster'), {}, { database });
    folder = folderFiles(join(hiram.server.appContext.config.dataDir, 'files'));
    bucket = s3Files({
      bucket: store.bucket,
      prefix: `move-${serial}`,
      endpoint: `http://127.0.0.1:${proxy.port}`,
      region: 'us-east-1',
      pathStyle: true,
      credentials: fixedSecret(`${store.accessKeyId}:${store.secretAccessKey}`),
    });
    late = await hiram.borrower({ state: '180' });
  });
  afterEach(async () => {
    proxy.state = 'open';
    await hiram.stop();
    await dropDatabase(inject('cluster'), database);
  });

  const address = () =>
    `s3://${store.bucket}/move-${serial}?endpoint=http://127.0.0.1:${proxy.port}&pathStyle=1`;
  const key = () => `${store.accessKeyId}:${store.secretAccessKey}`;

  const settings = () => ({
    DATABASE_OWNER_URL: `postgres://hiram_owner@localhost/${database}?host=${inject('cluster').socketDir}`,
    FILES_KEY: key(),
  });

  /** Runs `files move` to its end. */
  function moving(
    from = join(hiram.server.appContext.config.dataDir, 'files'),
    to = address(),
    ...more: string[]
  ) {
    return codeAndText(runHiram(['files', 'move', '--from', from, '--to', to, ...more], settings()));
  }

  /** The command as an operator starts it: a separate process, which a test can kill. */
  function tool(from = join(hiram.server.appContext.config.dataDir, 'files'), to = address()) {
    const child: ChildProcess = spawn(
      process.execPath,
      ['apps/server/src/operations/main.ts', 'files', 'move', '--from', from, '--to', to],
      {
        cwd: root,
        env: { ...childEnvironment(), ...settings() },
      },
    );
    let output = '';
    const reporting = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (text: Buffer) => {
          output += text.toString();
          if (output.includes('looked at')) resolve();
        });
    });
    const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
      child.on('close', (code) => resolve({ code, output })),
    );
    return { ended, started: reporting, kill: () => child.kill('SIGKILL') };
  }

  async function upload(colour: string): Promise<string> {
    const bytes = await sharp({ create: { width: 120, height: 80, channels: 3, background: colour } })
      .jpeg()
      .toBuffer();
    const form = new FormData();
    form.set('problemImage', new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }), 'photo.jpg');
    const query = new URLSearchParams({ ...late.context });
    const response = await fetch(`${hiram.origin}/api${uploadProblemImg.path}?${query}`, {
      method: 'POST',
      body: form,
    });
    return JSON.parse(await response.text()).data.url;
  }

  /**
   * Pictures of one moment, each with other bytes. The rows are inserted directly, because a borrower's
   * uploads are limited per day.
   */
  async function fill(count: number): Promise<Map<string, Buffer>> {
    const files = new Map(
      Array.from({ length: count }, (_, i) => [
        `moved-${String(i).padStart(5, '0')}.jpg`,
        Buffer.from(`picture ${i} `.repeat(20 + (i % 50))),
      ]),
    );
    await Promise.all([...files].map(([name, bytes]) => folder.put(name, bytes)));
    await asOwner(inject('cluster'), database, (client) =>
      client.query(
        `insert into picture (borrower_id, id, purpose, file, width, height, bytes, created_at)
         select b.id, gen_random_uuid(), 'complaint', f.name, 1, 1, f.bytes, '2026-03-01 10:00:00.123456+08'
         from (select id from borrower limit 1) b, unnest($1::text[], $2::int[]) as f (name, bytes)`,
        [[...files.keys()], [...files.values()].map((bytes) => bytes.length)],
      ),
    );
    return files;
  }

  const newest = async () => {
    const pictures = hiram.server.appContext.db.selectFrom('picture').select('file');
    return (await pictures.orderBy('created_at', 'desc').executeTakeFirstOrThrow()).file;
  };

  const move = (options: { from?: FilesPort; pausesMs?: readonly number[] } = {}): Promise<MoveResult> =>
    moveFiles({
      db: hiram.server.appContext.db,
      from: options.from ?? folder,
      to: bucket,
      print: () => undefined,
      pausesMs: options.pausesMs ?? quickly,
    });

  /** The folder, with a callback just before its nth answer. */
  function before(nth: number, callback: (name: string) => unknown): FilesPort {
    let requestCount = 0;
    return {
      ...folder,
      get: async (name) => {
        requestCount += 1;
        if (requestCount === nth) await callback(name);
        return folder.get(name);
      },
    };
  }

  async function expectComplete(files: Map<string, Buffer>): Promise<void> {
    for (const [name, bytes] of files) expect(await bucket.get(name), name).toEqual(bytes);
  }

  test('files are copied while a server runs, and a second run copies the rest', async () => {
    const first = [await upload('#a53'), await upload('#35a')];
    expect(await moving()).toEqual({
      code: 0,
      output: '2 copied, 0 existed already: each was read back and compared.\n',
    });
    const after = await upload('#5a3');
    const changed = await startHiram(
      inject('cluster'),
      { FILES_URL: address(), FILES_KEY: key() },
      { database },
    );
    try {
      const statusOf = async (url: string) => (await fetch(new URL(url, changed.origin))).status;
      expect([await statusOf(first[0] ?? ''), await statusOf(first[1] ?? ''), await statusOf(after)]).toEqual(
        [200, 200, 404],
      );
      expect((await moving()).output).toMatch(/^1 copied, 2 existed already/);
      expect(await statusOf(after)).toBe(200);
    } finally {
      await changed.stop();
    }
    const { rows } = await asOwner(inject('cluster'), database, (client) =>
      client.query(`select actor, detail from audit_entry where action = 'move files' order by id`),
    );
    expect(rows).toEqual([
      { actor: 'command files move', detail: '2 copied, 0 removed' },
      { actor: 'command files move', detail: '1 copied, 0 removed' },
    ]);
  });

  test('a dry run lists what would be copied and removed, and writes nothing', async () => {
    const files = await fill(3);
    const [first = '', gone = ''] = files.keys();
    await bucket.put(first, files.get(first) ?? Buffer.alloc(0));
    await folder.remove(gone);
    expect(await moving(undefined, undefined, '--dry-run')).toEqual({
      code: 1,
      output: `Dry run: nothing was changed. 1 would be copied, 1 exist already, 0 would be removed from the new place.\n1 are complete in neither place: ${gone}\n`,
    });
    for (const name of files.keys()) expect((await bucket.get(name)) !== undefined).toBe(name === first);
    const { rows } = await asOwner(inject('cluster'), database, (client) =>
      client.query(`select from audit_entry where action = 'move files'`),
    );
    expect(rows).toEqual([]);
  });

  test('a broken connection prints one line with the progress, and a second run copies the rest', async () => {
    const files = await fill(60);
    const cut = before(30, () => {
      proxy.state = 'cut';
    });
    const failed = await move({ from: cut, pausesMs: [] }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(MoveError);
    const [, done] =
      /stopped after (\d+) copied and 0 that existed already; run it again/.exec(String(failed)) ?? [];
    expect(Number(done)).toBeGreaterThan(0);
    expect(Number(done)).toBeLessThan(30);
    proxy.state = 'open';
    const again = await move();
    expect(again.copied + again.alreadyThere).toBe(60);
    // Data that was in transit when the connection broke may have arrived.
    expect(again.alreadyThere).toBeGreaterThanOrEqual(Number(done));
    expect(again.lacking).toEqual([]);
    await expectComplete(files);
  });

  test('a short outage of the store is waited out within one run', async () => {
    const files = await fill(40);
    const killing = before(20, () => {
      proxy.state = 'cut';
      setTimeout(() => {
        proxy.state = 'open';
      }, 1_500);
    });
    const moved = await move({ from: killing, pausesMs: [200, 400, 800, 1_600] });
    expect(moved).toMatchObject({ copied: 40, alreadyThere: 0, lacking: [] });
    await expectComplete(files);
  });

  test('after a kill in the middle and a restart every file exists, and none is partial', async () => {
    const files = await fill(451);
    const killed = tool();
    await killed.started;
    killed.kill();
    const { code, output } = await killed.ended;
    expect([code, output]).toEqual([null, expect.stringMatching(/^200 looked at, 200 copied\n/)]);
    for (const name of files.keys()) {
      const found = await bucket.get(name);
      if (found) expect(found).toEqual(files.get(name));
    }
    const again = await moving();
    const [, copied, present] =
      /(\d+) copied, (\d+) existed/.exec(again.output.split('\n').at(-2) ?? '') ?? [];
    expect([again.code, Number(copied) + Number(present)]).toEqual([0, 451]);
    expect(Number(present)).toBeGreaterThanOrEqual(200);
    expect(Number(copied)).toBeGreaterThan(0);
    await expectComplete(files);
  });

  test('a partial or changed file at the target is copied again; a file that is intact nowhere is named', async () => {
    const files = await fill(6);
    const [half = '', changed = '', onlyThere = '', cutHere = '', nowhere = '', plain = ''] = files.keys();
    const bytesOf = (name: string) => files.get(name) ?? Buffer.alloc(0);
    await bucket.put(half, bytesOf(half).subarray(0, 100));
    await bucket.put(changed, Buffer.from(bytesOf(changed)).fill(120, 7, 8));
    await bucket.put(onlyThere, bytesOf(onlyThere));
    await folder.remove(onlyThere);
    await bucket.put(cutHere, bytesOf(cutHere));
    await folder.put(cutHere, bytesOf(cutHere).subarray(0, 50));
    await folder.put(nowhere, bytesOf(nowhere).subarray(0, 50));
    expect(await move()).toEqual({ copied: 3, alreadyThere: 2, removed: 0, lacking: [nowhere] });
    files.delete(nowhere);
    await expectComplete(files);
    expect(await bucket.get(plain)).toEqual(bytesOf(plain));
    expect(await bucket.get(nowhere)).toBeUndefined();
    const reported = await moving();
    expect([reported.code, reported.output]).toEqual([
      1,
      expect.stringContaining(`1 are complete in neither place: ${nowhere}`),
    ]);
  });

  test('a picture that its owner removes during or after the copy does not remain at the target', async () => {
    await upload('#111');
    const url = await upload('#222');
    const file = await newest();
    const remove = () => hiram.send(removeProblemImg, { url }, late.context);
    const waitUntilRemoved = () =>
      hiram.until(
        () => folder.get(file),
        (bytes) => bytes === undefined,
      );
    // Read completely, and removed afterwards: the copy is of a file that no place has any more.
    const racingFolder: FilesPort = {
      ...folder,
      get: async (name) => {
        const bytes = await folder.get(name);
        if (name === file) {
          await remove();
          await waitUntilRemoved();
        }
        return bytes;
      },
    };
    expect(await move({ from: racingFolder })).toEqual({
      copied: 2,
      alreadyThere: 0,
      removed: 1,
      lacking: [],
    });
    expect(await bucket.get(file)).toBeUndefined();
    // Removed before it is read: missing, and no error.
    const third = await upload('#333');
    const unread = await newest();
    const early: FilesPort = {
      ...folder,
      get: async (name) => {
        if (name === unread) {
          await hiram.send(removeProblemImg, { url: third }, late.context);
          await hiram.until(
            () => folder.get(unread),
            (bytes) => bytes === undefined,
          );
        }
        return folder.get(name);
      },
    };
    expect(await move({ from: early })).toMatchObject({ lacking: [] });
    // Removed after the run by a server that still used the folder.
    const fourth = await upload('#444');
    const last = await newest();
    expect((await move()).copied).toBe(1);
    await hiram.send(removeProblemImg, { url: fourth }, late.context);
    expect(await bucket.get(last)).toBeDefined();
    expect(await move()).toMatchObject({ copied: 0, removed: 1 });
    expect(await bucket.get(last)).toBeUndefined();
    // A file without a row and without a removal job stays: it may be another database's.
    await bucket.put('somebody-elses.jpg', Buffer.from('x'));
    expect(await move()).toMatchObject({ removed: 0 });
    expect(await bucket.get('somebody-elses.jpg')).toBeDefined();
  });

  test('files are copied back too, and a wrong command prints one line', async () => {
    const files = await fill(3);
    await move();
    const back = join(otherFolder, `back-${serial}`);
    const absent = await moving(join(otherFolder, 'absent'), address());
    expect(absent).toEqual({ code: 1, output: `there is no folder ${join(otherFolder, 'absent')}\n` });
    expect((await moving(address(), back)).output).toMatch(/^3 copied, 0 existed/);
    for (const [name, bytes] of files) expect(await folderFiles(back).get(name)).toEqual(bytes);
    expect(await moving(back, back)).toEqual({
      code: 2,
      output: expect.stringMatching(/^error: --from and --to must differ, and one of them must be a folder/),
    });
    expect((await moving(back, 's3://x')).output).toMatch(/^--to must be s3:\/\/bucket/);
  });
});
