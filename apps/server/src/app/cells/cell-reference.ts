import { sql } from 'kysely';
import type { ConsoleCells, ConsoleContext } from '../../console/access/console-context.ts';
import type { StaffSession } from '../../console/access/sign-in/sessions.ts';
import type { AppContext } from '../../context/app-context.ts';
import { actAs } from '../../platform/database/actor.ts';
import type { Db } from '../../platform/database/connection/connect.ts';
import { CellAway } from '../../platform/errors/rejection.ts';
import type { ConsoleDatabase } from '../console/console-database.ts';
import type { Cells } from './cells.ts';

/** Milliseconds between two looks for changes at home, while nobody asks. */
const intervalMs = 30_000;
/** A change is looked for at most so often, also while many ask. */
const restMs = 1_000;
/** The time in which a change may become visible after its entry's time: the copy is made again then. */
const lateMs = 10_000;
/** A session is brought again when its last use is older than this in a cell. */
const sessionMs = 10_000;

interface Signed {
  readonly body: string;
  readonly mac: Buffer | null;
}

async function exportReference(home: Db, session?: Buffer): Promise<Signed> {
  const { rows } = await sql<Signed>`select body, mac from export_reference(${session ?? null})`.execute(
    home,
  );
  const [signed] = rows;
  if (!signed) throw new Error('export_reference answers a row');
  return signed;
}

async function importReference(db: Db, { body, mac }: Signed): Promise<void> {
  await actAs('copy of cell 0', () => sql`select copy_reference(${body}, ${mac})`.execute(db));
}

/** Copies the reference data of the home to the other cells. */
function referenceCopies(cells: Cells) {
  const home = cells.home.cell.id;
  const older = new Set<number>();
  const looks = new Map<number, { readonly since: number; readonly done: Promise<void> }>();
  const others = () => [...cells.all().keys()].filter((id) => id !== home);

  /** Reports whether the home's data changed since a cell's copy. */
  async function isStale({ db }: AppContext): Promise<boolean> {
    const { rows } = await sql<{ version: Date }>`select version from reference_copy`.execute(db);
    const [copy] = rows;
    if (!copy) return true;
    const from = new Date(copy.version.getTime() - lateMs);
    const found = await sql<{ at: Date | null; late: boolean }>`
      select max(at) as at, clock_timestamp() > ${copy.version}::timestamptz + interval '10 seconds' as late
      from audit_entry where at > ${from} and subject in (
        select name from reference_tables() where name not in ('approval', 'staff_session', 'staff_signature'))`.execute(
      cells.home.db,
    );
    const [{ at, late } = { at: null, late: false }] = found.rows;
    return at !== null && (at > copy.version || late);
  }

  async function copy(id: number, signed?: Promise<Signed>): Promise<void> {
    const appContext = cells.all().get(id);
    try {
      if (!appContext) throw new CellAway(id);
      if (signed || (await isStale(appContext)))
        await importReference(appContext.db, await (signed ?? exportReference(cells.home.db)));
      older.delete(id);
    } catch (error) {
      if (!older.has(id))
        cells.home.log.warn({ err: error, cell: id }, 'the copy of the reference data is older');
      older.add(id);
    }
  }

  return {
    /** Copies what changed to a cell. If that fails it is tried again, and the cell is among `older` until then. */
    copyChanges(id: number): Promise<void> {
      const last = looks.get(id);
      if (last && performance.now() - last.since < restMs) return last.done;
      const done = copy(id);
      looks.set(id, { since: performance.now(), done });
      return done;
    },
    /** Copies everything to every cell. */
    async copyAll(): Promise<void> {
      const signed = exportReference(cells.home.db);
      // Each copy tells of its failure. While every cell is away none waits for it.
      signed.catch(() => undefined);
      await Promise.all(others().map((id) => copy(id, signed)));
    },
    others,
    older: () => [...older],
  };
}

const copiesOf = new WeakMap<Cells, ReturnType<typeof referenceCopies>>();

function copiesFor(cells: Cells) {
  const copies = copiesOf.get(cells) ?? referenceCopies(cells);
  copiesOf.set(cells, copies);
  return copies;
}

/** Copies changes of the reference data again and again. Returns its timer. */
export function copyRegularly(cells: Cells, inBackground: (work: Promise<void>) => void): NodeJS.Timeout {
  const { others, copyChanges } = copiesFor(cells);
  const copyEach = () => {
    for (const id of others()) inBackground(copyChanges(id));
  };
  copyEach();
  return setInterval(copyEach, intervalMs);
}

/** The cells of a server as its console sees them. */
export function consoleCells(
  cells: Cells,
  home: ConsoleContext,
  contextOf: (appContext: AppContext, own: Pick<ConsoleDatabase, 'db' | 'reports'>) => ConsoleContext,
): ConsoleCells {
  const copies = copiesFor(cells);
  const contexts = new WeakMap<AppContext, ConsoleContext>();
  /** By cell and session, the use that the cell knows. */
  const admitted = new Map<string, number>();
  const contextIn = (id: number): ConsoleContext | undefined => {
    if (id === home.appContext.cell.id) return home;
    const created = cells.allCreated().get(id);
    if (!created?.consoleDb) return undefined;
    const context = contexts.get(created.appContext) ?? {
      ...contextOf(created.appContext, created.consoleDb),
      home: home.appContext.db,
    };
    contexts.set(created.appContext, context);
    return context;
  };
  const all: ConsoleCells['all'] = () =>
    new Map([...cells.allCreated().keys()].map((id) => [id, contextIn(id)]));
  return {
    home: home.appContext.cell.id,
    all,
    follow: (cell, ids) => cells.follow(cell, ids),
    copyReference: () => copies.copyAll(),
    older: copies.older,
    async admit(id, session) {
      const context = contextIn(id);
      if (!context) throw new CellAway(id);
      await copies.copyChanges(id);
      const key = `${id} ${session.id}`;
      const usedAt = session.locksAt.getTime();
      if (usedAt - (admitted.get(key) ?? 0) < sessionMs) return;
      await admitSession(context.appContext.db, session);
      if (admitted.size > 10_000) admitted.clear();
      admitted.set(key, usedAt);
    },
  };

  async function admitSession(db: Db, { tokenHash }: StaffSession): Promise<void> {
    const refresh = async () => importReference(db, await exportReference(home.appContext.db, tokenHash));
    try {
      await refresh();
    } catch {
      // Its person or passkey is newer than the copy.
      await copies.copyAll();
      await refresh();
    }
  }
}
