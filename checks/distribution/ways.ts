import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addCell, shareReferenceKey } from '@hiram/server/src/app/migrate-installation.ts';
import { webFolder } from '@hiram/server/src/context/config.ts';
import { type Db, openDatabase, openPool } from '@hiram/server/src/platform/database/connection/connect.ts';
import { inSchema } from '@hiram/server/src/platform/database/connection/endpoint.ts';
import { addDirectory, type CellsServer } from '@hiram/server/test/support/database/cells.ts';
import {
  asOwner,
  type Cluster,
  createDatabase,
  ownerEndpoint,
  serverEndpoint,
  startThrowawayCluster,
} from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { settingsOf } from '@hiram/server/test/support/processes/run-hiram.ts';
import { startHiram } from '@hiram/server/test/support/processes/running-server.ts';
import pg from 'pg';
import { addCitusCells, openCitus, startCitus } from './citus.ts';

export const webDir = webFolder(undefined, fileURLToPath(new URL('../..', import.meta.url)));
const { CITUS_BIN: citusBin = '', CITUS_URL: citusUrl = '' } = process.env;

/** Where a cell is. */
interface Place {
  readonly cluster: Cluster;
  readonly database: string;
  readonly schema: string;
}

/** What a way of placing three cells gives to those who try it. */
interface Placed {
  readonly places: readonly Place[];
  /** Crashes what serves cell 1, or more. It is back after a moment. */
  readonly crashes: readonly (() => Promise<void>)[];
  /**
   * Ends what serves cell 1, and no other cell. Undefined: it shares its process with all. Returns what
   * starts it again, if it can be.
   */
  readonly kill?: (() => Promise<(() => Promise<void>) | undefined>) | undefined;
  /** Moves cell 1 as a whole while it is used. */
  readonly moveSchema?: (() => Promise<void>) | undefined;
  /** Makes cell 1 again the one that `kill` ends. */
  readonly placeApart?: (() => Promise<void>) | undefined;
  stop(): Promise<void>;
}

export interface Way {
  readonly name: string;
  readonly isTried: boolean;
  readonly isCitus: boolean;
  place(): Promise<Placed>;
}

/** Three cells in one of the ways, their directory in a PostgreSQL of its own, and a server. */
export interface Cells extends CellsServer, Placed {
  readonly engine: string;
  /** The settings by which an operator's command works on each cell. */
  readonly addresses: readonly Readonly<Record<'DATABASE_URL' | 'DATABASE_OWNER_URL', string>>[];
  /** Runs a statement in a cell by its owner's login. */
  rows<Row extends pg.QueryResultRow>(cell: number, query: string, values?: unknown[]): Promise<Row[]>;
  /** A cell by the server's login. */
  open(cell: number): Db;
  killDirectory(): Promise<void>;
}

export const cellIds = [0, 1, 2] as const;
/** The cell that is moved, crashed and killed. */
export const movedCell = 1;

/** Kills a PostgreSQL as a crash does. It is started again within a second. */
export async function crash(cluster: Cluster): Promise<void> {
  const [found] = await asOwner(
    cluster,
    'postgres',
    async (client) => (await client.query('show data_directory')).rows,
  );
  const file = join(found?.data_directory, 'postmaster.pid');
  process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGQUIT');
}

const prepare = (place: Place, cell: number) =>
  addCell(ownerEndpoint(place.cluster, place.database), {
    schema: place.schema,
    cell,
    sandbox: true,
    webDir,
  });

export const ways: readonly Way[] = [
  {
    name: 'schemas of one PostgreSQL',
    isTried: true,
    isCitus: false,
    async place() {
      const { cluster, stop } = await startThrowawayCluster();
      const database = await createDatabase(cluster);
      const places = ['public', 'cell_1', 'cell_2'].map((schema) => ({ cluster, database, schema }));
      for (const [cell, place] of places.entries()) if (cell > 0) await prepare(place, cell);
      return { places, crashes: [() => crash(cluster)], stop };
    },
  },
  {
    name: 'three PostgreSQL',
    isTried: true,
    isCitus: false,
    async place() {
      const started: Awaited<ReturnType<typeof startThrowawayCluster>>[] = [];
      const places: Place[] = [];
      for (const cell of cellIds) {
        const one = await startThrowawayCluster();
        started.push(one);
        const database = cell === 0 ? await createDatabase(one.cluster) : `cell_${cell}`;
        if (cell > 0)
          await asOwner(one.cluster, 'postgres', (client) => client.query(`create database ${database}`));
        places.push({ cluster: one.cluster, database, schema: 'public' });
        if (cell > 0) await prepare({ cluster: one.cluster, database, schema: 'public' }, cell);
      }
      const [, second] = started;
      if (!second) throw new Error('three clusters');
      let stopped = false;
      return {
        places,
        crashes: [() => crash(second.cluster)],
        async kill() {
          stopped = true;
          await second.stop();
          return undefined;
        },
        async stop() {
          for (const one of started) if (one !== second || !stopped) await one.stop();
        },
      };
    },
  },
  {
    name: 'Citus',
    isTried: citusBin !== '' || citusUrl !== '',
    isCitus: true,
    async place() {
      const citus = await (citusUrl === '' ? startCitus(citusBin) : openCitus(citusUrl));
      await addCitusCells(citus, cellIds, webDir);
      const { cluster } = citus.coordinator;
      const places = cellIds.map((cell) => ({ cluster, database: citus.database, schema: `cell_${cell}` }));
      // Cell 1 alone on the second worker.
      for (const cell of cellIds) await citus.move(cell, cell === 1 ? 1 : 0);
      const { started } = citus;
      return {
        places,
        crashes: (started ? [started.workers[1], started.coordinator] : []).map((node) => async () => {
          await node?.kill();
          await node?.start();
        }),
        kill: started
          ? async () => {
              await started.workers[1]?.kill();
              return async () => started.workers[1]?.start();
            }
          : undefined,
        moveSchema: () => citus.move(1, 0),
        placeApart: () => citus.move(1, 1),
        stop: citus.stop,
      };
    },
  },
];

const urlOf = (user: string, { cluster, database }: Omit<Place, 'schema'>) =>
  cluster.port === undefined
    ? `postgres://${user}@localhost/${database}?host=${encodeURIComponent(cluster.socketDir)}`
    : `postgres://${user}@${cluster.host}/${database}?port=${cluster.port}`;

export async function startCellsIn(way: Way): Promise<Cells> {
  const placed = await way.place();
  const { places } = placed;
  const [home] = places;
  if (!home) throw new Error('no cell');
  for (const { cluster, database, schema } of places)
    await shareReferenceKey(ownerEndpoint(cluster, database), schema, Buffer.alloc(32, 7));
  const directory = await startThrowawayCluster();
  const inDirectory = { cluster: directory.cluster, database: await createDatabase(directory.cluster) };
  await addDirectory(inDirectory.cluster, inDirectory.database, cellIds);
  const folder = mkdtempSync(join(tmpdir(), 'hiram-ways-'));
  const fileOf = (user: string) => {
    const entries = places.slice(1).map((place, index) => ({
      id: index + 1,
      schema: place.schema,
      ...(place.cluster === home.cluster ? {} : { url: urlOf(user, place) }),
    }));
    writeFileSync(join(folder, `${user}.json`), JSON.stringify(entries));
    return join(folder, `${user}.json`);
  };
  const environment = {
    CELLS: fileOf('hiram_app'),
    DIRECTORY_URL: urlOf('hiram_app', inDirectory),
  };
  const hiram = await startHiram(home.cluster, environment, { database: home.database });
  const owners = places.map(({ cluster, database, schema }) => {
    const pool = new pg.Pool({ ...inSchema(ownerEndpoint(cluster, database), schema), max: 2 });
    // Its PostgreSQL may be killed.
    pool.on('error', () => undefined);
    return pool;
  });
  let hasDirectory = true;
  const killDirectory = async () => {
    if (hasDirectory) await directory.stop();
    hasDirectory = false;
  };
  const rows: Cells['rows'] = async (cell, query, values = []) => {
    const owner = owners[cell];
    if (!owner) throw new Error(`no cell ${cell}`);
    return (await owner.query(query, values)).rows;
  };
  const [engine] = await rows<{ engine: string }>(
    0,
    `select ${way.isCitus ? "split_part(citus_version(), ' on', 1) || ', ' ||" : ''} split_part(version(), ' on', 1) as engine`,
  );
  return {
    ...hiram,
    ...placed,
    engine: engine?.engine ?? '',
    settings: settingsOf(home.cluster, home.database, {
      ...environment,
      BRAND: 'spec',
      CELLS_OWNER: fileOf('hiram_owner'),
      DATABASE_URL: urlOf('hiram_app', home),
      DATABASE_OWNER_URL: urlOf('hiram_owner', home),
      DIRECTORY_OWNER_URL: urlOf('hiram_owner', inDirectory),
    }),
    addresses: places.map((place) => ({
      DATABASE_URL: `${urlOf('hiram_app', place)}&schema=${place.schema}`,
      DATABASE_OWNER_URL: `${urlOf('hiram_owner', place)}&schema=${place.schema}`,
    })),
    rows,
    open(cell) {
      const { cluster, database, schema } = places[cell] ?? home;
      return openDatabase(openPool(inSchema(serverEndpoint(cluster, database), schema), 1));
    },
    killDirectory,
    async stop() {
      await hiram.stop();
      for (const owner of owners) await owner.end();
      await killDirectory();
      await placed.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
