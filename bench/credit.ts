/**
 * `npm run bench -- credit [--borrowers 1000000] [--names 2000000]`: the figures of a credit decision. A decision of the package
 * alone; a decision in the server with that many borrowers, without outside checks; the replay of ten thousand; the import of a
 * list of that many names beside borrowers' calls; decisions and screening with that list in force.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { finished } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { homeIndex } from '@hiram/contract/home';
import { asId, type BorrowerId, type OrderId } from '@hiram/contract/ids';
import { decide } from '@hiram/decision';
import { markCertified } from '@hiram/server/src/lending/borrowers/identity-marks.ts';
import { certifiedValues } from '@hiram/server/src/lending/borrowers/profile.ts';
import { decideOrder } from '@hiram/server/src/lending/origination/decision/decide-order.ts';
import { policyInEffect } from '@hiram/server/src/lending/origination/decision/policies.ts';
import { replayPolicy } from '@hiram/server/src/lending/origination/decision/replay.ts';
import { readInputs } from '@hiram/server/src/lending/origination/decision/runs.ts';
import { actAs } from '@hiram/server/src/platform/database/actor.ts';
import { applyFor } from '@hiram/server/test/support/borrowers/sign-up.ts';
import {
  createDatabase,
  ownerEndpoint,
  startThrowawayCluster,
} from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { end } from '@hiram/server/test/support/processes/end.ts';
import { settingsOf } from '@hiram/server/test/support/processes/run-hiram.ts';
import { startHiram } from '@hiram/server/test/support/processes/running-server.ts';
import pg from 'pg';
import { judge, storeResults } from './rig/results.ts';
import { cloneId, multiply } from './rig/size/clone.ts';
import { quantile } from './rig/spread.ts';

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    borrowers: { type: 'string', default: '1000000' },
    names: { type: 'string', default: '2000000' },
  },
});
const [borrowers, names] = [Number(values.borrowers), Number(values.names)];
const samples = 1_000;
const brandId = 'ph';
/** The reads and writes of a decision for a borrower. */
const tables = [
  'borrower',
  'borrower_profile',
  'identity_check',
  'identity_mark',
  'screening',
  'loan_order',
  'decision_run',
];

const syllables = [
  'ba',
  'ka',
  'lo',
  'mi',
  'ra',
  'san',
  'to',
  've',
  'lin',
  'gar',
  'cia',
  'pe',
  'rez',
  'du',
  'no',
  'as',
];

const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
const figures = (ms: readonly number[]) => ({
  p50: quantile(ms, 0.5),
  p99: quantile(ms, 0.99),
  max: Math.max(...ms),
});

const { cluster, stop } = await startThrowawayCluster({ shared_buffers: '4GB', max_wal_size: '8GB' });
const folder = mkdtempSync(join(tmpdir(), 'hiram-credit-'));
const database = await createDatabase(cluster);
const hiram = await startHiram(cluster, { BRAND: brandId }, { database });
const owner = new pg.Client(ownerEndpoint(cluster, database));
await owner.connect();
const template = await applicant();
try {
  const { appContext } = hiram.server;
  const { db, defaultBrand: brand } = appContext;
  const { policy } = await policyInEffect(db, brandId);
  const package_ = await measurePackage();
  const started = performance.now();
  await multiply(
    owner,
    { name: 'credit', borrowerIds: [template.borrowerId], orders: 1 },
    { from: 0, copies: borrowers, tables },
    say,
  );
  await owner.query('vacuum analyze');
  await owner.query('checkpoint');
  const fillSeconds = (performance.now() - started) / 1000;
  say(`${borrowers} borrowers in ${fillSeconds.toFixed(0)} s`);
  const withoutLists = await measureDecisions(0);
  const began = performance.now();
  const { replayed } = await replayPolicy(db, appContext, brand, {
    draft: policy,
    from: policy,
    last: 10_000,
  });
  const replay = { replayed, seconds: (performance.now() - began) / 1000 };
  const list = await importNames();
  const withList = await measureDecisions(1);
  judge('package, µs an application', package_.microseconds, { atMost: 20 });
  judge('decision without outside checks, p99 ms', withoutLists.p99, { atMost: 15 });
  judge('decision with the list in force, p99 ms', withList.p99, { atMost: 15 });
  judge(`replay of ${replay.replayed}, s`, replay.seconds, { atMost: 10 });
  judge(`import of ${names} names, s`, list.seconds, { atMost: 60 });
  judge('borrowers’ calls beside it, p99', list.beside.p99 / list.alone.p99, { atMost: 1.2 });
  // A smaller run leaves the figures of the whole book as they are.
  storeResults(borrowers < 1_000_000 ? 'credit-small' : 'credit', {
    borrowers,
    names,
    fillSeconds,
    package: package_,
    decision: { samples, withoutLists, withList },
    replay,
    list,
  });
} finally {
  await owner.end();
  await hiram.stop();
  await stop();
  rmSync(folder, { recursive: true, force: true });
}

/** A borrower who applied and was decided by the policy. */
async function applicant() {
  const { context, orderId } = await applyFor(hiram, await hiram.borrower({ state: 'ready' }, brandId));
  const [row] = await hiram.until(
    () =>
      hiram.server.appContext.db
        .selectFrom('loan_order')
        .select('borrower_id')
        .where('id', '=', orderId)
        .where('decided_at', 'is not', null)
        .execute(),
    (rows) => rows.length === 1,
  );
  if (!row) throw new Error('not decided');
  return { context, orderId, borrowerId: row.borrower_id };
}

/** Microseconds of one decision of the brand's policy, of an application with all options of its product. */
async function measurePackage() {
  const { db, cipher, matcher } = hiram.server.appContext;
  const { policy } = await policyInEffect(db, brandId);
  const row = await db
    .selectFrom('decision_run')
    .selectAll()
    .where('kind', '=', 'active')
    .executeTakeFirstOrThrow();
  const { facts, offer } = readInputs({ cipher, matcher }, row);
  const times: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const begun = performance.now();
    for (let count = 0; count < 2_000; count += 1)
      decide(policy, { ...facts, 'applicant.age': 18 + (count % 50) }, offer);
    times.push((performance.now() - begun) / 2);
  }
  return { options: offer.options.length, microseconds: quantile(times, 0.5), rounds: times };
}

/**
 * Milliseconds to decide applications of borrowers all over the book, one every 50 ms or less often. `round`:
 * none is decided twice.
 */
async function measureDecisions(round: number) {
  const { appContext } = hiram.server;
  const { ports, defaultBrand } = appContext;
  const alone = {
    ...appContext,
    ports: { ...ports, identity: undefined, bureau: undefined, screening: undefined, scorer: undefined },
  };
  const ms: number[] = [];
  /** The whole process's, which sends the texts of earlier decisions meanwhile. The machine's other work is not in it. */
  const processorMs: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const copy = Math.floor((sample * borrowers) / samples) + round;
    const borrowerId: BorrowerId = asId(cloneId(template.borrowerId, copy));
    const orderId: OrderId = asId(cloneId(template.orderId, copy));
    await owner.query('set session_replication_role = replica');
    await owner.query(
      `update loan_order set status = 'applied', decided_at = null, decided_on = null, decision = null,
         offer_lapses_on = null, apply_again_on = null where borrower_id = $1 and id = $2`,
      [borrowerId, orderId],
    );
    await owner.query('set session_replication_role = origin');
    // As of a first application: certification marked them, and they were compared with no list yet.
    const values = await certifiedValues(appContext.db, appContext.cipher, borrowerId);
    await markCertified(appContext.db, appContext, defaultBrand, { borrowerId, values });
    await owner.query('delete from screening where borrower_id = $1', [borrowerId]);
    // Without it the texts of the decisions before would be sent meanwhile.
    await pause(50);
    const [begun, usage] = [performance.now(), process.cpuUsage()];
    await actAs('the benchmark', () => decideOrder(alone, borrowerId, orderId));
    ms.push(performance.now() - begun);
    const { user, system } = process.cpuUsage(usage);
    processorMs.push((user + system) / 1000);
  }
  const { rows } = await owner.query(
    'select count(*)::int as undecided from loan_order where decided_at is null',
  );
  // The first ones warm plans and caches.
  return {
    ...figures(ms.slice(50)),
    processor: figures(processorMs.slice(50)),
    undecided: rows[0].undecided,
  };
}

/** The time of home's call, one every 25 ms, until `over` is aborted. */
async function probe(over: AbortSignal): Promise<number[]> {
  const ms: number[] = [];
  while (!over.aborted) {
    const begun = performance.now();
    await hiram.send(homeIndex, {}, template.context);
    ms.push(performance.now() - begun);
    await pause(25);
  }
  return ms;
}

/** Imports a list of names by the operators' command, beside calls of a borrower. */
async function importNames() {
  const file = join(folder, 'names.csv');
  const out = createWriteStream(file);
  out.write('reference,name,birth\n');
  const word = (seed: number) =>
    Array.from({ length: 3 }, (_, at) => syllables[(seed >> (at * 4)) % syllables.length]).join('');
  for (let no = 0; no < names; no += 1) {
    const [first, middle, last] = [word(no * 7_919), word((no * 104_729) >>> 3), word(no)];
    if (!out.write(`N${no},${first} ${middle} ${last},${1940 + (no % 60)}\n`)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
  const alone = figures(await probe(AbortSignal.timeout(30_000)));
  const importing = new AbortController();
  const calls = probe(importing.signal);
  const begun = performance.now();
  const command = ['--conditions=source', 'apps/server/src/operations/main.ts', 'screening', 'import', file];
  const child = spawn(process.execPath, [...command, '--list', 'own', '--yes'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH: process.env.PATH, ...settingsOf(cluster, database) },
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  await end(child);
  const seconds = (performance.now() - begun) / 1000;
  importing.abort();
  if (code !== 0) throw new Error(`the import ended with ${code}`);
  return { seconds, alone, beside: figures(await calls) };
}
