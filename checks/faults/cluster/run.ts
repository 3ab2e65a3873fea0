import { setTimeout as pause } from 'node:timers/promises';
import { sandboxClock } from '@hiram/contract/sandbox';
import { localDate } from '@hiram/loan';
import { asOwner } from '@hiram/server/test/support/throwaway-cluster.ts';
import { checkAcknowledged, checkDone } from '../kill/acknowledged.ts';
import { counted } from '../kill/kills.ts';
import { type Acknowledged, makeLoad } from '../kill/load.ts';
import { Broken } from '../simulator/books.ts';
import { type Attempt, client } from '../simulator/client.ts';
import { startProvider } from '../simulator/provider.ts';
import { random } from '../simulator/random.ts';
import { checkWholeBook } from '../simulator/whole-book.ts';
import { type ClusterFault, clusterFaults } from './faults.ts';
import { type FaultFigures, figures, type Phase } from './figures.ts';
import { type LenderCluster, startLender } from './parts.ts';

export interface ClusterReport {
  readonly seed: string;
  readonly servers: number;
  readonly store: string;
  readonly faults: readonly FaultFigures[];
  readonly acknowledged: ReturnType<typeof counted>;
  readonly lost: 0;
  readonly paidOutTwice: 0;
  readonly seconds: number;
}

/** Work that runs beside the load from before the first fault until after the last one. */
export interface BackgroundTraffic {
  /** Rejects with the first failure. */
  readonly going: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runs a lender's cluster under load while its parts are killed, paused and disconnected one after the other. Throws Broken if
 * anything is lost or wrong.
 */
export async function runCluster(wanted: {
  readonly seed: string;
  readonly servers: number;
  readonly lastsMs: number;
  readonly say: (line: string) => void;
  readonly faults?: readonly ClusterFault[];
  /** A checkout of the former version, for its first server. */
  readonly former?: string;
  readonly beside?: (lender: LenderCluster) => Promise<BackgroundTraffic>;
}): Promise<ClusterReport> {
  const started = performance.now();
  const over = new AbortController();
  const provider = await startProvider(random(`${wanted.seed} provider`));
  const lender = await startLender(wanted.servers, provider, wanted.former).catch(async (error: unknown) => {
    await provider.close();
    throw error;
  });
  /** The faults so far, each with the calls that were sent since it began. */
  const phases: Phase[] = [];
  const origin = () => lender.origin;
  // A request belongs to the fault during which it was sent, even if it ends later.
  const watch = (attempt: Attempt) =>
    void phases.findLast((phase) => phase.began <= attempt.began)?.tried.push(attempt);
  const callOptions = { origin, watch, over: over.signal };
  let stopped = false;
  let failure: unknown;
  try {
    const today = localDate((await client(callOptions)(sandboxClock, {})).data.date);
    const load = await makeLoad(callOptions, { provider, today }, random(`${wanted.seed} load`));
    const running = load.run(() => stopped);
    running.catch((error: unknown) => {
      failure = error;
    });
    const beside = await wanted.beside?.(lender);
    const broken = beside ? [beside.going] : [];
    for (const item of broken)
      item.catch((error: unknown) => {
        failure ??= error;
      });
    const during = async (name: string, happen: () => Promise<void>) => {
      const phase: Phase = {
        name,
        began: performance.now(),
        tried: [],
        recoveredMs: 0,
        caughtUpMs: 0,
        queued: 0,
        over: Number.POSITIVE_INFINITY,
      };
      phases.push(phase);
      const happening = happen();
      // If the load fails, wait for the fault to end: a server that it restarts would keep running otherwise.
      await Promise.race([happening, running.then(() => undefined), ...broken]).finally(() =>
        happening.catch(() => undefined),
      );
      const past = performance.now();
      await recovered(load.acknowledged);
      phase.recoveredMs = performance.now() - past;
      // The next fault starts when all servers are in use again.
      await whole(phase);
      await caughtUp(phase, past);
      for (const { fell } of lender.members) if (fell) throw new Broken(fell);
      phase.over = performance.now();
      wanted.say(JSON.stringify(figures(phase)));
    };
    await during('nothing', () => pause(wanted.lastsMs));
    for (const fault of wanted.faults ?? clusterFaults)
      await during(fault.name, () => fault.happen(lender, wanted.lastsMs, provider));
    await beside?.stop();
    stopped = true;
    await running;
    for (let round = 0; round < 40 && provider.unreported > 0; round += 1) {
      await provider.tell(today, origin);
      await pause(100);
    }
    await asOwner(lender.cluster, lender.database, async (owner) => {
      const query = (text: string, values: unknown[]) => owner.query(text, values);
      await checkAcknowledged(query, load.acknowledged);
      await checkDone(query, load.acknowledged, provider);
      await checkWholeBook(owner, provider, today);
    });
    for (const url of load.acknowledged.pictures) await shown(new URL(url, lender.origin));
    const results = phases.map(figures);
    const wrong = results.reduce((sum, result) => sum + result.wrong, 0);
    if (wrong > 0) throw new Broken(`${wrong} wrong answers`);
    return {
      seed: wanted.seed,
      servers: wanted.servers,
      store: lender.swift ? 'OpenStack Swift by S3' : 'a shared folder',
      faults: results,
      acknowledged: counted(load.acknowledged),
      lost: 0,
      paidOutTwice: 0,
      seconds: Math.round((performance.now() - started) / 1000),
    };
  } finally {
    over.abort(new Error('the run is over'));
    await lender.stop();
    await provider.close();
  }

  /** Checks that a picture can be read. Retries while the store or a server recovers. */
  async function shown(url: URL): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      const answer = await fetch(url);
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (answer.status === 200 && bytes.subarray(0, 2).toString('hex') === 'ffd8') return;
      if (![429, 502, 503].includes(answer.status) || tries > 200)
        throw new Broken(`an acknowledged picture is answered with ${answer.status}`);
      await pause(100);
    }
  }

  /** Waits until the load balancer uses every server again. */
  async function whole(phase: Phase): Promise<void> {
    const past = performance.now();
    const isWell = (name: string) =>
      phase.tried.some((attempt) => attempt.by === name && attempt.began > past);
    while (!lender.members.every(({ name }) => isWell(name))) {
      if (performance.now() - past > 60_000)
        throw new Broken('the load balancer does not use a server again');
      await pause(20);
    }
  }

  /** Waits until the jobs are done that were queued when the fault ended. */
  async function caughtUp(phase: Phase, past: number): Promise<void> {
    const until = new Date(Date.now() - (performance.now() - past));
    await asOwner(lender.cluster, lender.database, async (owner) => {
      for (;;) {
        const { rows } = await owner.query<{ left: string }>(
          `select count(*) as left from jobs.job where created_on < $1 and state in ('created', 'active', 'retry')`,
          [until],
        );
        const left = Number(rows[0]?.left);
        phase.queued = Math.max(phase.queued, left);
        phase.caughtUpMs = performance.now() - past;
        if (left === 0) return;
        if (phase.caughtUpMs > 120_000) throw new Broken(`${left} queued jobs are not done`);
        await pause(100);
      }
    });
  }

  /** Waits until an action of each kind is acknowledged again. */
  async function recovered(acknowledged: Acknowledged): Promise<void> {
    const before = counted(acknowledged);
    const deadline = performance.now() + 90_000;
    const hasMore = (now: typeof before) =>
      (['payments', 'orders', 'complaints', 'withdrawals'] as const).every(
        (item) => now[item] > before[item],
      );
    while (!hasMore(counted(acknowledged))) {
      if (failure !== undefined) throw failure;
      if (performance.now() > deadline)
        throw new Broken(`the cluster does not recover: ${JSON.stringify([before, counted(acknowledged)])}`);
      await pause(20);
    }
  }
}
