import { setTimeout as pause } from 'node:timers/promises';
import { asOwner } from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { ownRoot } from '../cluster/balancer.ts';
import type { ClusterFault } from '../cluster/faults.ts';
import type { LenderCluster } from '../cluster/parts.ts';
import type { ClusterReport } from '../cluster/run.ts';
import { Broken } from '../simulator/books.ts';
import type { Builds, OpenPage, VisitFigures } from './visits.ts';

/** Reports whether the load balancer sent this request to the named server. */
async function isAnsweredBy(origin: string, name: string): Promise<boolean> {
  return (await fetch(`${origin}/health/live`)).headers.get('x-answered-by') === name;
}

/**
 * Requests a first page, for which a sandbox server of the former version prepares all its pages, which takes seconds. Waits
 * until the load balancer uses the server again. A production server prepares its pages before it is ready.
 */
export async function warm(origin: string, name: string, port: number): Promise<void> {
  await (await fetch(`http://127.0.0.1:${port}/login`)).text();
  while (!(await isAnsweredBy(origin, name))) await pause(50);
}

/** Deletes the former version's build, as servers do a month after its last use, and restarts each server. */
async function deleteBuild(lender: LenderCluster, { former, newer }: Builds): Promise<void> {
  const deleted = [...former].filter((name) => !newer.has(name));
  await asOwner(lender.cluster, lender.database, async (owner) => {
    await owner.query('delete from web_build where asset_names && $1::text[]', [deleted]);
    await owner.query('delete from web_asset where name = any ($1::text[])', [deleted]);
  });
  for (const member of lender.members) {
    await member.kill();
    await member.start();
    // The next server is killed only when the load balancer uses this one again.
    while (!(await isAnsweredBy(lender.origin, member.name))) await pause(50);
  }
}

/** Throws unless each server sent assets of each version. */
export function checkAssets({ assetsOfOne, documents }: VisitFigures): void {
  const senders = ['former, server1', 'former, server2', 'newer, server1', 'newer, server2'];
  for (const text of senders)
    if (!assetsOfOne[text]) throw new Broken(`no asset of ${text}: ${JSON.stringify(assetsOfOne)}`);
  for (const text of ['former, server1', 'newer, server2'])
    if (!documents[text]) throw new Broken(`no page of ${text}: ${JSON.stringify(documents)}`);
}

function checkReloads(what: string, reloads: number | undefined, expected: number): void {
  if (reloads !== expected) throw new Broken(`${what}: reloaded ${reloads} times, not ${expected}`);
}

/** Throws unless each server answered calls during each fault: otherwise the run shows nothing about it. */
export function checkBothAnswered(report: ClusterReport): void {
  for (const { fault, by } of report.faults)
    if (!(Number(by.server1) > 0 && Number(by.server2) > 0))
      throw new Error(`${fault}: ${JSON.stringify(by)}`);
}

/** The pages of the former build that stay open during the upgrade. */
export interface OpenPages {
  /** Used while its build is still stored. */
  readonly withBuild: OpenPage;
  /** Used after its build was deleted. */
  readonly withoutBuild: OpenPage;
}

/** The steps of an upgrade. `openPages` are set before the first step. */
export const upgradeSteps = (builds: Builds, openPages: () => OpenPages | undefined): ClusterFault[] => [
  { name: 'both versions side by side', happen: (_lender, lasts) => pause(lasts) },
  {
    name: 'the former one dies and starts again on the newer schema',
    async happen(lender, lasts) {
      const [member] = lender.members;
      await member?.kill();
      await pause(lasts / 4);
      await member?.start();
      await pause(lasts);
    },
  },
  {
    name: 'the former one gives way to this version',
    async happen(lender, lasts) {
      const [member] = lender.members;
      await member?.kill();
      await member?.start(ownRoot);
      await pause(lasts);
      checkReloads('an open page whose build is stored', await openPages()?.withBuild.openNextScreen(), 0);
    },
  },
  {
    name: 'the former build is deleted',
    async happen(lender, lasts) {
      await deleteBuild(lender, builds);
      await pause(lasts);
      checkReloads(
        'an open page whose build is deleted',
        await openPages()?.withoutBuild.openNextScreen(),
        1,
      );
    },
  },
];
