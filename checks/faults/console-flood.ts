/**
 * `npm run faults -- console-flood [--ms 8000]`: measures whether the console answers while a borrower's calls flood the public
 * port on 24 connections. The console has its own database pool, so its 99th percentile may grow to at most 250 ms.
 */
import { parseArgs } from 'node:util';
import { me } from '@hiram/contract/console/session';
import { consolePrefix } from '@hiram/contract/console/staff-call';
import { listWork } from '@hiram/contract/console/work';
import { loanDetails } from '@hiram/contract/order';
import { staffMember } from '@hiram/server/test/support/console/console.ts';
import { startThrowawayCluster } from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { startHiram } from '@hiram/server/test/support/processes/running-server.ts';
import { writeResults } from '../../bench/rig/results.ts';
import { quantile } from '../../bench/rig/spread.ts';
import { type CallerOptions, runCaller } from './flood/floods.ts';
import { wholeRun } from './whole-run.ts';

const maxMs = 250;
const { values } = parseArgs({ options: { ms: { type: 'string', default: '8000' } } });
const seconds = Number(values.ms) / 2000;
const body = (input: object) => Buffer.from(JSON.stringify(input)).toString('base64');
const json = { 'content-type': 'application/json' };

await wholeRun('npm run faults -- console-flood', async () => {
  const { cluster, stop } = await startThrowawayCluster();
  const hiram = await startHiram(cluster);
  const { console: running } = hiram.server;
  if (!running) throw new Error('this server has no console');
  const { browser } = await staffMember(hiram, 'cashier', 'support');
  const borrower = await hiram.borrower({ state: '180' });
  const headers = { ...json, cookie: `hiram_staff=${browser.cookie}`, origin: new URL(running.url).origin };
  const staff: CallerOptions = {
    origin: `http://127.0.0.1:${running.port}`,
    address: '127.0.0.1',
    connections: 2,
    seconds,
    pauseMs: 20,
    requests: [
      { path: me.path, input: {} },
      { path: listWork.page.path, input: { part: 'open' } },
    ].map(({ path, input }) => ({
      method: 'POST',
      path: `${consolePrefix}${path}?brand=spec`,
      body: body(input),
      headers: { ...headers, 'sec-fetch-site': 'same-origin' },
    })),
  };
  const path = `/api${loanDetails.path}?${new URLSearchParams({ ...borrower.context })}`;
  const flood: CallerOptions = {
    origin: hiram.origin,
    address: '127.10.7.1',
    connections: 24,
    seconds: seconds * 1.5,
    pauseMs: 0,
    requests: [{ method: 'POST', path, headers: json, body: body({ orderId: borrower.orderId }) }],
  };
  await runCaller({ ...staff, seconds: seconds / 2 }, 0);
  const quiet = await runCaller(staff, 0);
  const flooding = runCaller(flood, 19);
  const flooded = await runCaller(staff, 0);
  const { statuses } = await flooding;
  const figures = {
    quietMs: quantile(quiet.ms, 0.99),
    floodedMs: quantile(flooded.ms, 0.99),
    maxMs,
    staffStatuses: flooded.statuses,
    floodStatuses: statuses,
    staffCalls: flooded.ms.length,
  };
  console.log(JSON.stringify(figures, null, 2));
  writeResults('console-flood', figures);
  await hiram.stop();
  await stop();
  if (figures.floodedMs > maxMs) throw new Error(`the console took ${figures.floodedMs} ms during the flood`);
  if (Object.keys(flooded.statuses).join() !== '200')
    throw new Error('the console refused a member of staff');
});
