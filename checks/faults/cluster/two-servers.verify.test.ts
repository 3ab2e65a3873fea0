import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uploadProblemImg } from '@hiram/contract/complaint';
import { loanDetails } from '@hiram/contract/order';
import { getSid } from '@hiram/contract/promotion';
import {
  asOwner,
  createDatabase,
  dropDatabase,
} from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { childEnvironment } from '@hiram/server/test/support/processes/child-environment.ts';
import { end } from '@hiram/server/test/support/processes/end.ts';
import { freePort } from '@hiram/server/test/support/processes/free-port.ts';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest';
import { hasBalancer, ownRoot, startBalancer } from './balancer.ts';

let folder: string;
const children = new Set<ChildProcess>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hiram-two-servers-'));
});
afterEach(async () => {
  for (const child of children) await stop(child, 'SIGKILL');
  rmSync(folder, { recursive: true });
});

async function stop(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  children.delete(child);
  await end(child, signal);
}

const until = (what: () => boolean | Promise<boolean>) =>
  vi.waitUntil(what, { timeout: 10_000, interval: 20 });

test.runIf(hasBalancer())(
  'pictures pass, the caller’s address counts, and borrowers do not notice that a server stops or dies',
  async () => {
    const { socketDir } = inject('cluster');
    const database = await createDatabase(inject('cluster'));
    const [first, second] = [await freePort(), await freePort()];
    const serve = async (port: number) => {
      const env = {
        ...childEnvironment(),
        SANDBOX: '1',
        DATABASE_URL: `postgres://hiram_app@localhost/${database}?host=${socketDir}`,
        DATA_KEY: 'ab'.repeat(32),
        DATA_DIR: folder,
        TRUST_PROXY: '1',
        LOG_LEVEL: 'silent',
        PORT: String(port),
      };
      const child = spawn(process.execPath, ['--conditions=source', 'apps/server/src/main.ts'], {
        cwd: ownRoot,
        env,
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      children.add(child);
      await new Promise<void>((resolve, reject) => {
        child.once('exit', (code) => reject(new Error(`a server ended with ${code}`)));
        child.stdout?.on('data', (text: Buffer) => {
          if (text.includes('Hiram is ready')) resolve();
        });
      });
      return child;
    };
    const item = await serve(first);
    const two = await serve(second);
    await using started = new AsyncDisposableStack();
    const members = [
      { name: 'one', port: first },
      { name: 'two', port: second },
    ];
    const { origin } = await startBalancer(folder, members, started);
    const ask = async (path: string, body: object, query: Record<string, string> = {}) => {
      const response = await fetch(`${origin}/api${path}?${new URLSearchParams(query)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, ...JSON.parse(await response.text()) };
    };
    const { data: borrower } = await ask('/sandbox/borrower', { state: '180' });
    const mine = { sessionId: String(borrower.sessionId), deviceId: 'device-1' };
    const noise = Buffer.from(
      Array.from({ length: 1_500 * 1_500 * 3 }, (_, i) => (i * 7_919 + (i >> 7)) % 251),
    );
    const photo = await sharp(noise, { raw: { width: 1_500, height: 1_500, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(photo.length).toBeGreaterThan(1_200_000);
    const form = new FormData();
    form.set('problemImage', new Blob([Uint8Array.from(photo)], { type: 'image/png' }), 'photo.png');
    const sent = await fetch(`${origin}/api${uploadProblemImg.path}?${new URLSearchParams(mine)}`, {
      method: 'POST',
      body: form,
    });
    const picture = JSON.parse(await sent.text());
    expect(picture).toMatchObject({ success: true });
    expect((await fetch(new URL(picture.data.url, origin))).status).toBe(200);

    // The server ignores the caller's own X-Forwarded-For.
    await fetch(`${origin}/api${getSid.path}?deviceId=forger`, {
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
    const seen = await asOwner(inject('cluster'), database, (client) =>
      client.query('select address from visitor'),
    );
    expect(seen.rows).toEqual([{ address: '127.0.0.1' }]);

    const counts = { answered: 0, wrong: [] as unknown[] };
    let over = false;
    const load = Array.from({ length: 4 }, async () => {
      while (!over) {
        const answer = await ask(loanDetails.path, { orderId: borrower.orderId }, mine);
        if (answer.status === 200 && answer.data.orderStatus === 180) counts.answered += 1;
        else counts.wrong.push(answer);
      }
    });
    const more = async () => {
      const { answered } = counts;
      await until(() => counts.answered > answered + 40 || counts.wrong.length > 0);
    };
    await more();
    await stop(item, 'SIGTERM');
    await more();
    await serve(first);
    // Wait until the load balancer uses this server again before the other one is killed.
    await until(async () => (await fetch(`${origin}/health/live`)).headers.get('x-answered-by') === 'one');
    await stop(two, 'SIGKILL');
    await more();
    over = true;
    await Promise.all(load);
    expect(counts.wrong).toEqual([]);
    for (const child of children) await stop(child, 'SIGKILL');
    await dropDatabase(inject('cluster'), database);
  },
);
