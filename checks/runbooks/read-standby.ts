import { setTimeout as pause } from 'node:timers/promises';
import { type Db, openDatabase, openPool } from '@hiram/server/src/platform/database/connection/connect.ts';
import {
  maxBehindSeconds,
  type Reports,
  replicaState,
  reportsOfReplica,
} from '@hiram/server/src/platform/reports.ts';
import { Broken } from '../faults/simulator/books.ts';
import { documented, documentedSql } from './documented.ts';
import type { Lender } from './lender.ts';
import { newReplica, type Postgres } from './postgres.ts';

const login = { user: 'hiram_reports', password: 'the-reports-password', database: 'hiram' };

const isStandby = async (db: Db) => (await replicaState(db)).isStandby;

/** Waits until reports are read from the standby, or from the primary. Returns the milliseconds. */
async function waitUntil(reports: Reports, fromStandby: boolean, maxMs: number): Promise<number> {
  const began = performance.now();
  while ((await reports.read(isStandby)) !== fromStandby) {
    if (performance.now() - began > maxMs)
      throw new Broken(`reports are not read from the ${fromStandby ? 'standby' : 'primary'}`);
    await pause(100);
  }
  return Math.round(performance.now() - began);
}

/** Continues what was paused. What the standby has to replay cancels statements until it is done (SQLSTATE 40001). */
async function resume(standby: Postgres): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await standby.query('postgres', 'select pg_wal_replay_resume()');
      return;
    } catch (error) {
      if (tries === 50 || !(error instanceof Error && 'code' in error && error.code === '40001')) throw error;
      await pause(200);
    }
}

/** Throws unless the login can read on the standby and cannot write. */
async function tryLogin(standby: Db): Promise<void> {
  await standby.selectFrom('loan_order').select('id').execute();
  const refused = await standby
    .insertInto('loan_order')
    .defaultValues()
    .execute()
    .then(
      () => undefined,
      (error: { code?: string }) => error.code,
    );
  if (refused !== '25006' && refused !== '42501')
    throw new Broken(`a write on the standby ended with ${refused}`);
}

async function tryReports(primary: Db, replica: Db, standby: Postgres): Promise<object> {
  const moved: string[] = [];
  const reports = reportsOfReplica(primary, replica, (from) => void moved.push(from));
  await tryLogin(replica);
  const firstMs = await waitUntil(reports, true, 15_000);
  await standby.query('hiram', 'select pg_wal_replay_pause()');
  const agedMs = await waitUntil(reports, false, (maxBehindSeconds + 15) * 1_000);
  await resume(standby);
  const freshMs = await waitUntil(reports, true, 20_000);
  await standby.kill();
  const began = performance.now();
  // No report fails when the standby dies.
  if (await reports.read(isStandby)) throw new Broken('a dead standby answers');
  const answeredMs = Math.round(performance.now() - began);
  await standby.start();
  const backMs = await waitUntil(reports, true, 20_000);
  return { firstMs, agedMs, freshMs, answeredWithoutMs: answeredMs, backMs, moved };
}

/** Adds a streaming standby and reads reports from it by the read-only login, while it is well, behind, and dead. */
export async function readStandby(
  lender: Lender,
  databaseRoot: string,
  started: AsyncDisposableStack,
): Promise<object> {
  const { database } = lender.shared;
  for (const statement of documentedSql('Reports from a standby'))
    await database.query('hiram', statement.replace("the reports'' password", login.password));
  const standby = await newReplica(databaseRoot, 'runbooks-standby', database);
  started.defer(() => standby.remove());
  await standby.start();
  const url = `postgres://${login.user}:${login.password}@127.0.0.1:${standby.port}/hiram`;
  const consoleSettings = `CONSOLE_PORT=1 CONSOLE_URL=http://localhost:1 CONSOLE_DATABASE_URL='${url}'`;
  const open = (port: number) => openDatabase(openPool({ host: '127.0.0.1', port, ...login }, 2));
  const [primary, replica] = [open(database.port), open(standby.port)];
  try {
    const figures = await tryReports(primary, replica, standby);
    // A standby tells how far it is behind only once it has replayed a transaction since its start.
    const doctor = await lender.servers[0].run(
      `${consoleSettings} ${documented('npm run hiram -- doctor')} || [ $? = 1 ]`,
    );
    const line = doctor.split('\n').find((text) => /^(well|wrong) .*replica/.test(text));
    if (!line?.startsWith('well')) throw new Broken(`doctor of the standby: ${doctor}`);
    return { ...figures, doctor: line.trim() };
  } finally {
    await primary.destroy();
    await replica.destroy();
    await standby.remove();
  }
}
