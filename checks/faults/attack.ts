/**
 * `npm run faults -- attack [--only pumping]`: attacks on a lender's server, each with its figure and its limit. Robots use up
 * sign-in codes, a thief has a borrower's session, a thief has the server's database login, a cashier and an administrator
 * act alone. Each attack has a fixed number of steps; the whole run takes about two minutes. A complete run writes
 * bench/results/attack.json.
 */
import { parseArgs } from 'node:util';
import { startThrowawayCluster } from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { startHiram } from '@hiram/server/test/support/processes/running-server.ts';
import { judge, writeResults } from '../../bench/rig/results.ts';
import { attacks, type Figure } from './attack/attacks.ts';
import { wholeRun } from './whole-run.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const wanted = Object.entries(attacks).filter(([name]) => values.only === undefined || name === values.only);
if (wanted.length === 0) throw new Error(`--only takes one of: ${Object.keys(attacks).join(', ')}`);

await wholeRun('npm run faults -- attack', async () => {
  const { cluster, stop } = await startThrowawayCluster();
  const found: Record<string, readonly Figure[]> = {};
  const missed: string[] = [];
  for (const [name, attack] of wanted) {
    let aheadMs = 0;
    const hiram = await startHiram(
      cluster,
      { TRUST_PROXY: '1' },
      { now: () => new Date(Date.now() + aheadMs) },
    );
    const figures = await attack(hiram, {
      later(ms) {
        aheadMs += ms;
      },
    });
    found[name] = figures;
    for (const { what, value, limit } of figures)
      if (!judge(`${name}: ${what}`, value, limit)) missed.push(what);
    await hiram.stop();
  }
  if (values.only === undefined) writeResults('attack', { attacks: found });
  await stop();
  if (missed.length > 0) throw new Error(`an attack went too far: ${missed.join(', ')}`);
});
