import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Config } from '../context/config.ts';
import type { Db } from '../platform/database/connection/connect.ts';
import { poolOf } from '../platform/database/statements/statements.ts';
import { certificateEnd } from '../platform/http/certificate.ts';
import { replicaState } from '../platform/reports.ts';
import { databaseGauge } from './database-gauge.ts';

const certificateCheckMs = 3_600_000;

/** The databases of a cell, each with a pool of this server. */
export interface CellDatabases {
  /** Undefined: there is one cell, and metrics do not name it. */
  readonly cell: number | undefined;
  readonly pools: Readonly<Record<'borrowers' | 'console' | 'reports', Db | undefined>>;
}

/** Measures this server's connections, disk and certificates, and the lag of its standby. */
export function measureServer(
  registry: Registry,
  config: Pick<Config, 'console' | 'dataDir' | 'publicUrl'>,
  databases: () => readonly CellDatabases[],
): void {
  measurePools(registry, databases);
  const disk = {
    name: 'hiram_disk_free_ratio',
    help: 'Free share of the disk of DATA_DIR',
    labels: [],
  };
  databaseGauge(registry, disk, async () => {
    const { bavail, blocks } = await statfs(config.dataDir);
    return [{ value: bavail / blocks }];
  });
  const addresses = [config.publicUrl, config.console?.url].filter(
    (address) => address?.startsWith('https:') === true,
  );
  measureCertificates(registry, addresses as readonly string[]);
  const behind = {
    name: 'hiram_reports_behind_seconds',
    help: 'How far the standby of the reports is behind; infinite: it does not answer. No value without a standby',
    labels: [],
  };
  databaseGauge(registry, behind, async () => {
    const reports = databases().find(({ pools }) => pools.reports)?.pools.reports;
    if (!reports) return [];
    const { behindSeconds } = await replicaState(reports).catch(() => ({ behindSeconds: undefined }));
    return [{ value: behindSeconds ?? Number.POSITIVE_INFINITY }];
  });
}

function measurePools(registry: Registry, databases: () => readonly CellDatabases[]): void {
  const pools = () =>
    databases().flatMap(({ cell, pools }) =>
      Object.entries(pools).flatMap(([name, db]) => {
        const pool = db && poolOf(db);
        const ofCell = cell === undefined ? {} : { cell };
        return pool ? [{ labels: { pool: name }, ofCell, pool }] : [];
      }),
    );
  const registers = [registry];
  new Gauge({
    name: 'hiram_pool_connections',
    help: 'Connections to the database, by pool and state',
    labelNames: ['pool', 'state', 'cell'],
    registers,
    collect() {
      this.reset();
      for (const { labels, ofCell, pool } of pools()) {
        this.set({ ...labels, state: 'idle', ...ofCell }, pool.idleCount);
        this.set({ ...labels, state: 'used', ...ofCell }, pool.totalCount - pool.idleCount);
      }
    },
  });
  new Gauge({
    name: 'hiram_pool_waiting',
    help: 'Statements that wait for a connection, by pool',
    labelNames: ['pool', 'cell'],
    registers,
    collect() {
      this.reset();
      for (const { labels, ofCell, pool } of pools()) this.set({ ...labels, ...ofCell }, pool.waitingCount);
    },
  });
}

/** The certificates are asked for once an hour, beside the scrape. A host that does not answer keeps its last value. */
function measureCertificates(registry: Registry, addresses: readonly string[]): void {
  const ends = new Map<string, Date>();
  let checkedAt = Number.NEGATIVE_INFINITY;
  const check = async (address: string) => {
    const end = await certificateEnd(address, false).catch(() => undefined);
    if (end) ends.set(new URL(address).hostname, end);
  };
  new Gauge({
    name: 'hiram_certificate_left_seconds',
    help: 'Time until the certificate of a public address ends',
    labelNames: ['host'],
    registers: [registry],
    collect() {
      if (performance.now() - checkedAt > certificateCheckMs) {
        checkedAt = performance.now();
        for (const address of addresses) void check(address);
      }
      for (const [host, end] of ends) this.set({ host }, (end.getTime() - Date.now()) / 1000);
    },
  });
}
