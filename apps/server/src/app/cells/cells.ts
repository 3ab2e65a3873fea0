import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { ServedCells } from '../../api/open-cell.ts';
import type { CellSettings } from '../../context/cell-config.ts';
import type { Config } from '../../context/config.ts';
import { borrowerByInvite, borrowerByPhone } from '../../lending/borrowers/borrower-store.ts';
import { currentCell, inCell } from '../../platform/cells/current-cell.ts';
import type { OtherCells } from '../../platform/cells/directory.ts';
import { departureOf, hasArrived } from '../../platform/cells/moved.ts';
import { endpointOf, inSchema } from '../../platform/database/connection/endpoint.ts';
import { ConfigError } from '../../platform/errors/config-error.ts';
import { CellAway, Unavailable } from '../../platform/errors/rejection.ts';
import { type AppContextOptions, type CreatedAppContext, createAppContext } from '../create-context.ts';

/** Milliseconds between tries of a cell that did not answer, or did not fit this release, when the server started. */
const retryMs = 10_000;

/** Milliseconds that a call waits for a borrower who is on their way to another cell, and between looks. */
const maxArrivalMs = 5_000;
const arrivalPollMs = 50;

/** The cells of a server. Each has its own pools, jobs, scheduler and, in the sandbox, provider. */
export interface Cells extends ServedCells {
  currentCreated(): CreatedAppContext;
  /** Every cell of the settings, by number; undefined: it does not answer. */
  allCreated(): ReadonlyMap<number, CreatedAppContext | undefined>;
  /** Starts something in each cell that is open, and in each that opens later. */
  each(start: (created: CreatedAppContext) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** A whole number that spreads texts evenly. It protects nothing. */
const spread = (text: string): number =>
  [...text].reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) >>> 0, 7);

type Options = Omit<AppContextOptions, 'prepare' | 'otherCells' | 'home'>;

/** The settings of a server for one of its cells. The console has a pool in each; a replica of lists is the home's. */
function configOf(config: Config, { url }: CellSettings): Config {
  return {
    ...config,
    databaseUrl: url ?? config.databaseUrl,
    console: config.console && { ...config.console, readDatabaseUrl: undefined },
  };
}

/**
 * Opens the home cell and those of the settings. Another cell than home that does not answer is tried again and again; until
 * then its borrowers get 503, and the others notice nothing.
 */
export async function openCells(
  config: Config,
  log: FastifyBaseLogger,
  options: Options,
): Promise<{ readonly home: CreatedAppContext; readonly cells: Cells | undefined }> {
  const opened = new Map<number, CreatedAppContext | undefined>();
  const databaseOf = (cell: number) => {
    const found = opened.get(cell);
    if (!found) throw new CellAway(cell);
    return found.appContext.db;
  };
  const otherCells: OtherCells = {
    hasAccount: async (cell, brand, phone) =>
      (await borrowerByPhone(databaseOf(cell), brand, phone)) !== undefined,
    inviter: async (cell, brand, code) => borrowerByInvite(databaseOf(cell), brand, code),
  };
  const home = await createAppContext(config, log, { ...options, otherCells, prepare: true });
  const { cell } = home.appContext;
  if (config.cells.length === 0 && cell.id === 0) return { home, cells: undefined };
  opened.set(cell.id, home);
  for (const { id } of config.cells) {
    if (id === cell.id) throw new ConfigError(`CELLS: cell ${id} is that of DATABASE_URL`);
    opened.set(id, undefined);
  }
  const starts: ((created: CreatedAppContext) => Promise<void>)[] = [];
  let isClosed = false;
  const open = async (settings: CellSettings): Promise<void> => {
    const { id, url, schema } = settings;
    const ownLog = log.child({ cell: id });
    let created: CreatedAppContext | undefined;
    try {
      const endpoint = inSchema(url === undefined ? home.endpoint : endpointOf(url), schema);
      created = await createAppContext(configOf(config, settings), ownLog, {
        ...options,
        endpoint,
        otherCells,
        home: home.appContext.db,
        prepare: true,
      });
      const ready = created;
      if (isClosed) throw new Error('the server stops');
      if (ready.appContext.cell.id !== id)
        throw new ConfigError(`its schema is that of cell ${ready.appContext.cell.id}`);
      opened.set(id, ready);
      for (const start of starts) await inCell(id, () => start(ready));
    } catch (error) {
      ownLog.error({ err: error }, 'cell is not served');
      opened.set(id, undefined);
      await created?.close();
    }
  };
  const openMissing = () =>
    Promise.all(config.cells.filter(({ id }) => opened.get(id) === undefined).map(open));
  await openMissing();
  let opening: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    opening ??= openMissing().finally(() => (opening = undefined));
  }, retryMs);
  const currentCreated = (): CreatedAppContext => {
    const id = opened.has(currentCell()) ? currentCell() : cell.id;
    const created = opened.get(id);
    if (!created) throw new CellAway(id);
    return created;
  };
  const openForNew = async (): Promise<readonly number[]> => {
    const ids = (await home.appContext.directory?.openCells()) ?? [];
    const served = ids.filter((id) => opened.get(id) !== undefined);
    if (served.length === 0) throw new Unavailable('no cell takes new borrowers');
    return served;
  };
  let next = 0;
  const cells: Cells = {
    home: home.appContext,
    all: () => new Map([...opened].map(([id, created]) => [id, created?.appContext])),
    current: () => currentCreated().appContext,
    currentCreated,
    allCreated: () => opened,
    async cellOfMobile(brand, phone) {
      try {
        const known = await home.appContext.directory?.cellOf(brand, phone);
        if (known !== undefined) return known;
        // The same cell until the number is reserved: the code that is sent to it is stored there.
        const ids = await openForNew();
        return ids[spread(phone) % ids.length] ?? cell.id;
      } catch (error) {
        // Without the directory who has an account in a cell that answers still signs in; a new number waits.
        for (const [id, created] of opened)
          if (created && (await borrowerByPhone(created.appContext.db, brand, phone).catch(() => undefined)))
            return id;
        throw new Unavailable('the directory of the cells', { cause: error });
      }
    },
    async follow(first, values) {
      for (let at = first; ; ) {
        const db = opened.get(at)?.appContext.db;
        const departure = db && (await departureOf(db, values));
        if (!departure) return at;
        at = departure.cell;
        const there = opened.get(at)?.appContext.db;
        if (!there) throw new CellAway(at);
        for (let waitedMs = 0; !(await hasArrived(there, departure.moveId)); waitedMs += arrivalPollMs) {
          if (waitedMs >= maxArrivalMs) throw new CellAway(at);
          await pause(arrivalPollMs);
        }
      }
    },
    async cellForVisitor() {
      const ids = await openForNew();
      next += 1;
      return ids[next % ids.length] ?? cell.id;
    },
    async each(start) {
      starts.push(start);
      for (const [id, created] of opened) if (created) await inCell(id, () => start(created));
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await opening;
      await Promise.all([...opened.values()].map((created) => created?.close()));
    },
  };
  return { home, cells };
}
