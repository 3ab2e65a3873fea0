import { setTimeout as pause } from 'node:timers/promises';
import { asOwner } from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { counted } from '../kill/kills.ts';
import type { Acknowledged } from '../kill/load.ts';
import { Broken } from '../simulator/books.ts';
import type { Phase } from './figures.ts';
import type { LenderCluster } from './parts.ts';

// What a run waits for after each fault. Each function throws Broken when it waits too long.

/** Waits until the load balancer uses every server again. */
export async function allServersInUse(lender: LenderCluster, phase: Phase): Promise<void> {
  const past = performance.now();
  const isWell = (name: string) => phase.tried.some((attempt) => attempt.by === name && attempt.began > past);
  while (!lender.members.every(({ name }) => isWell(name))) {
    if (performance.now() - past > 60_000) throw new Broken('the load balancer does not use a server again');
    await pause(20);
  }
}

/** Waits until the jobs are done that were queued when the fault ended. `past`: when it ended, by `performance.now()`. */
export async function caughtUp(lender: LenderCluster, phase: Phase, past: number): Promise<void> {
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

/** Waits until an action of each kind is acknowledged again. Throws what `failure` returns as soon as it returns something. */
export async function recovered(acknowledged: Acknowledged, failure: () => unknown): Promise<void> {
  const before = counted(acknowledged);
  const deadline = performance.now() + 90_000;
  const hasMore = (now: typeof before) =>
    (['payments', 'orders', 'complaints', 'withdrawals'] as const).every((item) => now[item] > before[item]);
  while (!hasMore(counted(acknowledged))) {
    const failed = failure();
    if (failed !== undefined) throw failed;
    if (performance.now() > deadline)
      throw new Broken(`the cluster does not recover: ${JSON.stringify([before, counted(acknowledged)])}`);
    await pause(20);
  }
}
