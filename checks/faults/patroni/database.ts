import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { end } from '@hiram/server/test/support/processes/end.ts';
import { freePort } from '@hiram/server/test/support/processes/free-port.ts';
import pg from 'pg';
import { ownRoot } from '../cluster/balancer.ts';
import type { LenderDatabase } from '../cluster/parts.ts';
import { makeAuthority } from './certificates.ts';
import {
  type Machine,
  makeBridge,
  makeDatabase,
  makeEtcd,
  network,
  password,
  removeBridge,
} from './machine.ts';

/** A member as Patroni's REST interface tells it. */
interface MemberState {
  readonly name: string;
  readonly role: string;
  readonly state: string;
}

/** Three machines of the database, three of etcd, and the HAProxy of the servers in front of them. */
export interface DatabaseMachines extends LenderDatabase {
  /** The three of the database. */
  readonly machines: readonly Machine[];
  readonly etcd: readonly Machine[];
  /** Copies the logs of all machines into a folder. */
  keepLogs(folder: string): void;
  /** The machine that Patroni names as the leader. Throws if there is none. */
  primary(): Promise<Machine>;
  /** Waits until one machine leads and the two others follow it, one of them synchronously. Returns the milliseconds. */
  whole(): Promise<number>;
}

const maxWholeMs = 90_000;

async function stateOf(machine: Machine): Promise<MemberState[]> {
  const response = await fetch(`https://${machine.address}:8008/cluster`, {
    signal: AbortSignal.timeout(2_000),
  });
  const { members }: { members: MemberState[] } = JSON.parse(await response.text());
  return members;
}

/** Reports whether every machine says that one leads and the two others follow it. */
async function isWhole(machines: readonly Machine[]): Promise<boolean> {
  const views = await Promise.all(machines.map((machine) => stateOf(machine).catch(() => [])));
  return views.every((members) => {
    const of = (role: string, ...states: string[]) =>
      members.filter((member) => member.role === role && states.includes(member.state)).length;
    return (
      of('leader', 'running') === 1 &&
      of('sync_standby', 'streaming') === 1 &&
      of('replica', 'streaming') === 1
    );
  });
}

async function whole(machines: readonly Machine[]): Promise<number> {
  const began = performance.now();
  while (!(await isWhole(machines))) {
    if (performance.now() - began > maxWholeMs)
      throw new Error(
        `the machines do not become whole:\n${machines.map((machine) => `${machine.name}: ${machine.log()}`).join('\n')}`,
      );
    await pause(500);
  }
  return performance.now() - began;
}

async function primary(machines: readonly Machine[]): Promise<Machine> {
  for (const machine of machines) {
    const members = await stateOf(machine).catch(() => []);
    const leader = members.find(({ role }) => role === 'leader');
    const found = machines.find(({ name }) => name === leader?.name);
    if (found) return found;
  }
  throw new Error('no machine leads');
}

/** Starts the documented HAProxy of a server on free ports. `folder` has the CA. Returns the port of the primary. */
async function startBalancer(folder: string, started: AsyncDisposableStack): Promise<number> {
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const example = readFileSync(join(ownRoot, 'docs/deploy/database/haproxy.cfg'), 'utf8');
  const settings = example
    .replace('127.0.0.1:5432', `127.0.0.1:${port}`)
    .replace('127.0.0.1:5433', `127.0.0.1:${await freePort()}`)
    .replaceAll('/etc/haproxy/database-ca.crt', join(folder, 'ca.crt'))
    .replaceAll('10.0.0', network);
  writeFileSync(file, settings);
  const stdio = process.env.TEST_LOG ? 'inherit' : 'ignore';
  const balancer = spawn('haproxy', ['-f', file, '-db'], { stdio: ['ignore', stdio, stdio] });
  started.defer(() => end(balancer));
  return port;
}

/** The two logins of docs/deploy.md, and an empty database. */
async function createLogins(port: number, database: string): Promise<void> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', password });
  await client.connect();
  try {
    for (const statement of [
      `create role hiram_owner login password '${password}'`,
      `create role hiram_app login password '${password}'`,
      'grant hiram_app to hiram_owner with admin option',
      `create database ${database} owner hiram_owner`,
    ])
      await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Starts three machines in the Debian at `root` and waits until they are whole. Sets PGPASSWORD for this process, and makes it
 * trust the CA of the machines.
 */
export async function startMachines(root: string): Promise<DatabaseMachines> {
  const started = new AsyncDisposableStack();
  try {
    makeBridge();
    started.defer(removeBridge);
    const start = (machine: Machine) => {
      started.defer(() => machine.remove());
      machine.start();
      return machine;
    };
    const folder = mkdtempSync(join(tmpdir(), 'hiram-database-'));
    started.defer(() => rmSync(folder, { recursive: true, force: true }));
    makeAuthority(folder);
    setDefaultCACertificates([...getCACertificates(), readFileSync(join(folder, 'ca.crt'), 'utf8')]);
    const etcd = [1, 2, 3].map((index) => start(makeEtcd(root, index, folder)));
    const machines = [1, 2, 3].map((index) => start(makeDatabase(root, index, folder)));
    const port = await startBalancer(folder, started);
    await whole(machines);
    const database = 'hiram';
    process.env.PGPASSWORD = password;
    await createLogins(port, database);
    return {
      cluster: { socketDir: '', port },
      database,
      machines,
      etcd,
      keepLogs(folder) {
        for (const machine of [...etcd, ...machines]) machine.keepLog(folder);
      },
      primary: () => primary(machines),
      whole: () => whole(machines),
      stop: () => started.disposeAsync(),
    };
  } catch (error) {
    await started.disposeAsync();
    throw error;
  }
}
