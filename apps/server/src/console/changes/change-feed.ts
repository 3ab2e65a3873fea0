import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/connection/connect.ts';

/** The number of changed rows of each table. */
type ChangeCounts = Readonly<Record<string, number>>;

type Listener = (counts: ChangeCounts) => void;

const intervalMs = 1_000;
/** A transaction's entry may become visible after those of later ones, by the time that the transaction takes. */
const lateMs = 5_000;
/** More changes than this in a second are counted in part: whoever listens reads again anyway. */
const maxEntries = 5_000;

/** Reads what changed since it was last asked; at first it notes where the audit trail ends. */
function changeReader(db: Db): () => Promise<ChangeCounts> {
  /** Entries up to this number were counted; later ones were if they are in `counted`, with the time of that. */
  let floor: bigint | undefined;
  let counted = new Map<bigint, number>();

  return async () => {
    if (floor === undefined) {
      const { rows } = await sql<{ id: string }>`select coalesce(max(id), 0) as id from audit_entry`.execute(
        db,
      );
      floor = BigInt(rows[0]?.id ?? 0);
      return {};
    }
    const { rows } = await sql<{ id: string; subject: string }>`
      select id, subject from audit_entry where id > ${String(floor)} order by id limit ${maxEntries}
    `.execute(db);
    const now = performance.now();
    const counts: Record<string, number> = {};
    for (const { id, subject } of rows) {
      if (counted.has(BigInt(id))) continue;
      counted.set(BigInt(id), now);
      counts[subject] = (counts[subject] ?? 0) + 1;
    }
    const settled = [...counted].filter(([, at]) => now - at > lateMs || rows.length === maxEntries);
    const reached = settled.reduce((highest, [id]) => (id > highest ? id : highest), floor);
    counted = new Map([...counted].filter(([id]) => id > reached));
    floor = reached;
    return counts;
  };
}

/** Tells listeners what changes in the database, while there are any. */
export interface ChangeFeed {
  /** Returns the function that ends it. */
  listen(listener: Listener): () => void;
  close(): Promise<void>;
}

/**
 * Reads the numbers and tables of new entries of the audit trail once a second: no notification, no value, no id of a person.
 * Each server reads for its own listeners, so that it does not matter which server made a change.
 */
export function createChangeFeed(db: Db, log: FastifyBaseLogger): ChangeFeed {
  const listeners = new Set<Listener>();
  let read = changeReader(db);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  async function readAndTell(): Promise<void> {
    try {
      const counts = await read();
      if (Object.keys(counts).length > 0) for (const listener of listeners) listener(counts);
    } catch (error) {
      log.warn({ err: error }, 'change feed');
    }
  }

  function readEverySecond(): void {
    running = readAndTell().then(() => {
      timer = listeners.size > 0 ? setTimeout(readEverySecond, intervalMs) : undefined;
      running = undefined;
    });
  }

  return {
    listen(listener) {
      listeners.add(listener);
      if (timer === undefined && running === undefined) {
        read = changeReader(db);
        readEverySecond();
      }
      return () => listeners.delete(listener);
    },
    async close() {
      listeners.clear();
      clearTimeout(timer);
      await running;
    },
  };
}
