import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Provider } from '../simulator/provider.ts';
import type { LenderCluster, Member } from './parts.ts';

/** A temporary fault of a part of the cluster. */
export interface ClusterFault {
  readonly name: string;
  /** Causes the fault and ends it after `lasts` milliseconds. */
  happen(lender: LenderCluster, lasts: number, provider: Provider): Promise<void>;
}

function first(lender: LenderCluster): Member {
  const [member] = lender.members;
  if (!member) throw new Error('no server');
  return member;
}

/** The process ids of the database, the postmaster's first. */
function databasePids({ cluster }: LenderCluster): number[] {
  const lock = readFileSync(join(cluster.socketDir, '.s.PGSQL.5432.lock'), 'utf8');
  const postmaster = Number(lock.split('\n')[0]);
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim();
  return [postmaster, ...children.split(' ').filter(Boolean).map(Number)];
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended already.
    }
}

async function paused(pids: readonly number[], lasts: number): Promise<void> {
  signal(pids, 'SIGSTOP');
  await pause(lasts);
  signal(pids, 'SIGCONT');
}

/** Cuts or holds proxied connections for `lasts` milliseconds. */
export async function throughProxy(
  lines: readonly ({ state: 'open' | 'cut' | 'held' } | undefined)[],
  state: 'cut' | 'held',
  lasts: number,
): Promise<void> {
  for (const line of lines) if (line) line.state = state;
  await pause(lasts);
  for (const line of lines) if (line) line.state = 'open';
}

/** The faults of a cluster run: each part is killed, paused and disconnected. */
export const clusterFaults: readonly ClusterFault[] = [
  {
    name: 'a server killed',
    async happen(lender, lasts) {
      const member = first(lender);
      await member.kill();
      await pause(lasts);
      await member.start();
    },
  },
  { name: 'a server paused', happen: (lender, lasts) => paused([first(lender).pid], lasts) },
  {
    name: 'a server cut off from the database',
    happen: (lender, lasts) => throughProxy([first(lender).database], 'cut', lasts),
  },
  {
    name: 'a server’s line to the database silent',
    happen: (lender, lasts) => throughProxy([first(lender).database], 'held', lasts),
  },
  { name: 'the database paused', happen: (lender, lasts) => paused(databasePids(lender), lasts) },
  {
    name: 'the database cut off from everyone',
    happen: (lender, lasts) =>
      throughProxy(
        lender.members.map((member) => member.database),
        'cut',
        lasts,
      ),
  },
  {
    // The postmaster restarts all processes, as after the crash of one.
    name: 'a process of the database killed',
    async happen(lender, lasts) {
      signal(databasePids(lender).slice(-1), 'SIGKILL');
      await pause(lasts);
    },
  },
  {
    name: 'the store paused',
    async happen(lender, lasts) {
      if (lender.swift) await paused([lender.swift.proxyPid], lasts);
    },
  },
  {
    name: 'the store killed',
    async happen(lender, lasts) {
      if (!lender.swift) return;
      signal([lender.swift.proxyPid], 'SIGKILL');
      await pause(lasts);
      await lender.swift.restartProxy();
    },
  },
  {
    name: 'the store cut off from everyone',
    happen: (lender, lasts) =>
      throughProxy(
        lender.members.map((member) => member.store),
        'cut',
        lasts,
      ),
  },
  {
    name: 'the load balancer killed',
    async happen(lender, lasts) {
      signal([lender.balancerPid], 'SIGKILL');
      await pause(lasts / 4);
      await lender.restartBalancer();
    },
  },
];
