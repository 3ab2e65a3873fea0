import { setTimeout as pause } from 'node:timers/promises';
import { sandboxClock } from '@hiram/contract/sandbox';
import { localDate } from '@hiram/loan';
import { asOwner } from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { canBeRead, checkAcknowledged, checkDone } from '../kill/acknowledged.ts';
import { counted } from '../kill/kills.ts';
import { makeLoad } from '../kill/load.ts';
import { Broken } from '../simulator/books.ts';
import { type Attempt, client } from '../simulator/client.ts';
import { startProvider } from '../simulator/provider.ts';
import { random } from '../simulator/random.ts';
import { checkWholeBook } from '../simulator/whole-book.ts';
import { type ClusterFault, clusterFaults } from './faults.ts';
import { type FaultFigures, figures, type Phase } from './figures.ts';
import { type LenderCluster, type LenderDatabase, startLender } from './parts.ts';
import { allServersInUse, caughtUp, recovered } from './recovery.ts';

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
  /** An empty database instead of a PostgreSQL of its own. */
  readonly database?: LenderDatabase;
  readonly beside?: (lender: LenderCluster) => Promise<BackgroundTraffic>;
}): Promise<ClusterReport> {
  const started = performance.now();
  const over = new AbortController();
  const provider = await startProvider(random(`${wanted.seed} provider`));
  const lender = await startLender(wanted.servers, provider, wanted).catch(async (error: unknown) => {
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
      await recovered(load.acknowledged, () => failure);
      phase.recoveredMs = performance.now() - past;
      // The next fault starts when all servers are in use again.
      await allServersInUse(lender, phase);
      await caughtUp(lender, phase, past);
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
    for (const url of load.acknowledged.pictures) await canBeRead(new URL(url, lender.origin));
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
}
