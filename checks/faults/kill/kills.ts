import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { sandboxClock } from '@hiram/contract/sandbox';
import { localDate } from '@hiram/loan';
import {
  asOwner,
  type Cluster,
  createDatabase,
  dropDatabase,
} from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { type Spread, spreadOf } from '../../../bench/rig/spread.ts';
import { client } from '../simulator/client.ts';
import { startProvider } from '../simulator/provider.ts';
import { random } from '../simulator/random.ts';
import { startServers } from '../simulator/servers.ts';
import { checkWholeBook } from '../simulator/whole-book.ts';
import { canBeRead, checkAcknowledged, checkDone } from './acknowledged.ts';
import { type Acknowledged, makeLoad } from './load.ts';

export interface KillReport {
  readonly seed: string;
  readonly kills: number;
  readonly acknowledged: {
    readonly payments: number;
    readonly orders: number;
    readonly complaints: number;
    readonly pictures: number;
    readonly withdrawals: number;
  };
  readonly lost: 0;
  /** Milliseconds from the kill until a new server answered. */
  readonly restartMs: Spread;
  readonly seconds: number;
}

/**
 * Kills a server (SIGKILL) under load several times. Checks that every acknowledged action exists once and that the books
 * balance. Throws Broken.
 */
export async function killUnderLoad(
  cluster: Cluster,
  wanted: {
    readonly seed: string;
    readonly kills: number;
    /** The load runs until this many actions of each kind are acknowledged. */
    readonly minAcknowledged?: number;
    readonly say: (line: string) => void;
  },
): Promise<KillReport> {
  const started = performance.now();
  const chance = random(`${wanted.seed} kills`);
  const over = new AbortController();
  const parts = new AsyncDisposableStack();
  try {
    const provider = await startProvider(random(`${wanted.seed} provider`));
    parts.defer(() => provider.close());
    const database = await createDatabase(cluster);
    parts.defer(() => dropDatabase(cluster, database));
    const dataDir = mkdtempSync(join(tmpdir(), 'hiram-data-'));
    parts.defer(() => rmSync(dataDir, { recursive: true, force: true }));
    const servers = await startServers(1, {
      socketDir: cluster.socketDir,
      database,
      environment: {
        PROVIDER_URL: provider.url,
        PROVIDER_SECRET: provider.secret,
        WEBHOOK_SECRET: provider.webhookSecret,
        DATA_DIR: dataDir,
      },
    });
    parts.defer(() => servers.stop());
    const origin = () => servers.any();
    const callOptions = { origin, over: over.signal };
    const restarts: number[] = [];
    let stopped = false;
    const today = localDate((await client(callOptions)(sandboxClock, {})).data.date);
    const load = await makeLoad(callOptions, { provider, today }, random(`${wanted.seed} load`));
    const running = load.run(() => stopped);
    running.catch(() => undefined);
    const check = () =>
      asOwner(cluster, database, async (owner) => {
        await checkAcknowledged((text, values) => owner.query(text, values), load.acknowledged);
        await checkWholeBook(owner, provider, undefined);
      });
    for (let kill = 1; kill <= wanted.kills; kill += 1) {
      await Promise.race([pause(chance.between(200, 2_500)), running]);
      const killed = performance.now();
      await servers.kill(0);
      restarts.push(performance.now() - killed);
      await check();
      wanted.say(`kill ${kill}: ${JSON.stringify(counted(load.acknowledged))}`);
    }
    // A slow machine needs more time until there is enough to check.
    while (Math.min(...Object.values(counted(load.acknowledged))) < (wanted.minAcknowledged ?? 0))
      await Promise.race([pause(50), running]);
    stopped = true;
    await running;
    for (let round = 0; round < 20 && provider.unreported > 0; round += 1) await provider.tell(today, origin);
    await asOwner(cluster, database, async (owner) => {
      const query = (text: string, values: unknown[]) => owner.query(text, values);
      await checkAcknowledged(query, load.acknowledged);
      await checkDone(query, load.acknowledged, provider);
      await checkWholeBook(owner, provider, today);
    });
    for (const url of load.acknowledged.pictures) await canBeRead(new URL(url, origin()));
    return {
      seed: wanted.seed,
      kills: wanted.kills,
      acknowledged: counted(load.acknowledged),
      lost: 0,
      restartMs: spreadOf(restarts),
      seconds: Math.round((performance.now() - started) / 1000),
    };
  } finally {
    over.abort(new Error('the run is over'));
    await parts.disposeAsync();
  }
}

export const counted = (acknowledged: Acknowledged) => ({
  payments: acknowledged.payments,
  orders: acknowledged.orders.size,
  complaints: acknowledged.complaints.size,
  pictures: acknowledged.pictures.size,
  withdrawals: acknowledged.withdrawals.size,
});
