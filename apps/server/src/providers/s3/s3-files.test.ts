import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeProblemImg, uploadProblemImg } from '@hiram/contract/complaint';
import type { Envelope } from '@hiram/contract/envelope';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/processes/running-server.ts';
import { fakeS3 } from '../../../test/support/servers/fake-s3.ts';
import { hasSwift, startSwift } from '../../../test/support/servers/swift.ts';
import { type Line, line } from '../../../test/support/servers/tcp-proxy.ts';
import { fixedSecret } from '../../platform/crypto/secrets.ts';
import { Unavailable } from '../../platform/errors/rejection.ts';
import { s3Files } from './s3-files.ts';
import { readS3Url } from './s3-url.ts';

const stores = [['a store of the tests that verifies signatures', fakeS3] as const];
const all = hasSwift() ? [...stores, ['OpenStack Swift', () => startSwift()] as const] : stores;
if (!hasSwift())
  console.log('OpenStack Swift is not installed here: files are tried against the store of the tests alone.');

describe.each(all)('%s', (_name, start) => {
  let store: Awaited<ReturnType<typeof start>>;
  let proxy: Line;
  let hiram: Hiram;
  let late: DemoBorrower;
  const keyFile = join(mkdtempSync(join(tmpdir(), 'hiram-data-')), 'key');
  beforeAll(async () => {
    store = await start();
    proxy = await line({ port: store.port });
    writeFileSync(keyFile, `${store.accessKeyId}:${store.secretAccessKey}`);
    hiram = await startHiram(inject('cluster'), {
      FILES_URL: `s3://${store.bucket}/pictures?endpoint=http://127.0.0.1:${proxy.port}&pathStyle=1`,
      FILES_KEY_FILE: keyFile,
    });
    late = await hiram.borrower({ state: '180' });
  });
  afterAll(async () => {
    proxy.state = 'open';
    await hiram.stop();
    await proxy.close();
    await store.stop();
  });

  const settings = (secret: string, port = store.port) => ({
    bucket: store.bucket,
    prefix: '',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    pathStyle: true,
    credentials: fixedSecret(`${store.accessKeyId}:${secret}`),
  });
  const photo = (size = 300) =>
    sharp({ create: { width: size, height: size, channels: 3, background: '#a53' } })
      .jpeg()
      .toBuffer();
  async function upload(key: string, bytes: Buffer): Promise<Envelope<{ url: string }> & { status: number }> {
    const form = new FormData();
    form.set('problemImage', new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }), 'photo.jpg');
    const query = new URLSearchParams({ ...late.context });
    const response = await fetch(`${hiram.origin}/api${uploadProblemImg.path}?${query}`, {
      method: 'POST',
      headers: { 'idempotency-key': `attempt-${key.replaceAll(' ', '-')}` },
      body: form,
    });
    return { ...JSON.parse(await response.text()), status: response.status };
  }
  const rows = async () =>
    (await hiram.server.appContext.db.selectFrom('picture').select('id').execute()).length;

  test('a stored file is returned byte for byte and gone once removed; an unknown file is absent', async () => {
    const files = s3Files(settings(store.secretAccessKey));
    const bytes = await photo();
    await files.put('some-picture.jpg', bytes);
    expect(await files.get('some-picture.jpg')).toEqual(bytes);
    expect(await files.get('no-such.jpg')).toBeUndefined();
    await files.remove('some-picture.jpg');
    expect(await files.get('some-picture.jpg')).toBeUndefined();
    await expect(files.put('../evil.jpg', bytes)).rejects.toThrow('not a file name of ours');
  });

  test('a wrong secret is reported as unavailable, not as an absent file', async () => {
    const files = s3Files(settings('another-secret'));
    await expect(files.get('some-picture.jpg')).rejects.toThrow(Unavailable);
    await expect(files.put('some-picture.jpg', await photo())).rejects.toThrow(Unavailable);
  });

  test('a picture is stored and returned; a removed one is deleted even if the store was away [T234]', async () => {
    const { data } = await upload('first', await photo());
    const picture = await fetch(new URL(data.url, hiram.origin));
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).width).toBe(300);
    const { file } = await hiram.server.appContext.db
      .selectFrom('picture')
      .select('file')
      .executeTakeFirstOrThrow();
    proxy.state = 'cut';
    expect((await hiram.send(removeProblemImg, { url: data.url }, late.context)).success).toBe(true);
    expect((await fetch(new URL(data.url, hiram.origin))).status).toBe(404);
    proxy.state = 'open';
    const files = s3Files({ ...settings(store.secretAccessKey), prefix: 'pictures' });
    await hiram.until(
      () => files.get(file),
      (bytes) => bytes === undefined,
    );
  });

  test.each(['cut', 'held'] as const)(
    'with the connection to the store %s the answer comes in time, and a later try works',
    async (state) => {
      const before = await rows();
      proxy.state = state;
      const answer = await upload(`while ${state}`, await photo());
      expect(answer).toMatchObject({ status: 503, code: '50300', success: false });
      expect(await rows()).toBe(before);
      proxy.state = 'open';
      expect(await upload(`while ${state}`, await photo())).toMatchObject({ success: true });
      expect(await rows()).toBe(before + 1);
    },
  );

  test('a connection that breaks during an upload is retried', async () => {
    const largePicture = await sharp(
      Buffer.from(Array.from({ length: 400 * 400 * 3 }, (_, i) => (i * 7919) % 251)),
      {
        raw: { width: 400, height: 400, channels: 3 },
      },
    )
      .jpeg({ quality: 95 })
      .toBuffer();
    proxy.state = 'cut';
    proxy.state = 'open';
    proxy.breakAfter = 20_000;
    expect(await upload('broken once', largePicture)).toMatchObject({ success: true });
  });

  test('the key is rotated without a restart: a wrong one is rejected, the right one works again [T170]', async () => {
    // The test checks the server's own store, because a borrower's uploads are limited while the new key is
    // noticed.
    const { files } = hiram.server.appContext.ports;
    const bytes = await photo();
    const canStore = () =>
      files.put('rotated.jpg', bytes).then(
        () => true,
        () => false,
      );
    writeFileSync(keyFile, `${store.accessKeyId}:no-longer-this`);
    await hiram.until(canStore, (isStored) => !isStored);
    expect(await upload('wrong', bytes)).toMatchObject({ status: 503, success: false });
    writeFileSync(keyFile, `${store.accessKeyId}:${store.secretAccessKey}`);
    await hiram.until(canStore, (isStored) => isStored);
    expect(await upload('right again', bytes)).toMatchObject({ success: true });
  });
});

test('FILES_URL accepts the documented forms and rejects others', () => {
  expect(readS3Url('s3://bucket/a/b?endpoint=https://s3.example&region=ap-southeast-1&pathStyle=1')).toEqual({
    bucket: 'bucket',
    prefix: 'a/b',
    endpoint: 'https://s3.example',
    region: 'ap-southeast-1',
    pathStyle: true,
  });
  for (const url of ['', 'https://bucket', 's3://b', 's3://bucket?key=1', 's3://bucket?endpoint=ftp://x'])
    expect(readS3Url(url)).toBeUndefined();
});
