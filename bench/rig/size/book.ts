import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import {
  type EmbeddedDatabase,
  startEmbedded,
} from '@hiram/server/src/platform/database/embedded/embedded.ts';
import pg from 'pg';
import { type DataFolder, makeDataFolder, startProduct } from '../product.ts';
import { fillEvents, fillTrails, multiply, relaxDurability } from './clone.ts';
import type { Book } from './measure.ts';
import { copiesOf, type Kind, makeKinds } from './people.ts';

/** PostgreSQL's own memory for each book. It holds all tables and indexes of the larger one except the visitors' events. */
const memory = '10GB';

/** The resources that must be closed at the end, whatever happens. */
export interface Opened {
  readonly owners: pg.Client[];
  readonly databases: EmbeddedDatabase[];
  readonly folders: DataFolder[];
}

/** Prints a line with the time. */
export const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

/** The facts stored beside a filled book. */
interface FillResult {
  readonly kinds: readonly Kind[];
  readonly orders: number;
  readonly events: number;
  readonly fillSeconds: number;
}

/** Connects as the owner of the database. */
async function connect(folder: DataFolder): Promise<pg.Client> {
  const owner = new pg.Client({ host: folder.socketDir, user: 'hiram_owner', database: 'hiram' });
  await owner.connect();
  return owner;
}

/**
 * Opens a book of a size and starts its server. `existing` is the folder of an earlier run's book, which is used again;
 * without one a new book is filled. What is opened is added to `opened`, to be closed at the end.
 */
export async function openBook(
  name: string,
  size: { readonly orders: number; readonly events: number },
  opened: Opened,
  existing?: string,
) {
  const folder = makeDataFolder(existing);
  if (!existing) opened.folders.push(folder);
  const marker = join(folder.dataDir, 'filled.json');
  // The server uses a PostgreSQL that is already running: this one has as much memory as a lender's.
  opened.databases.push(await startEmbedded(folder.dataDir, { shared_buffers: memory }));
  const product = await startProduct(folder);
  const owner = await connect(folder);
  opened.owners.push(owner);
  if (!existsSync(marker)) {
    const started = performance.now();
    const kinds = await makeKinds(product, owner);
    await relaxDurability(owner, true);
    for (const kind of kinds)
      await multiply(owner, kind.template, { from: 0, copies: copiesOf(kind, size.orders) }, say);
    await fillTrails(owner, size.orders, say);
    await fillEvents(owner, size.events, say);
    await relaxDurability(owner, false);
    // Write everything to disk, so that nothing is being written during the measurement.
    await owner.query('vacuum analyze');
    await owner.query('checkpoint');
    const fillSeconds = Math.round((performance.now() - started) / 1000);
    writeFileSync(marker, JSON.stringify({ kinds, ...size, fillSeconds } satisfies FillResult));
  }
  // The first call after an hour updates its session. This must happen in neither book during the measurement.
  await owner.query('update session set used_at = now()');
  await owner.query('vacuum analyze session');
  await owner.query('checkpoint');
  await warm(owner);
  const filled: FillResult = JSON.parse(readFileSync(marker, 'utf8'));
  say(`${name}: ${filled.orders} orders, ${filled.events} events, filled in ${filled.fillSeconds} s`);
  const book: Book = {
    product,
    kinds: filled.kinds,
    orders: filled.orders,
    spent: new Map(),
    begin: existing ? Math.floor(Math.random() * 1e6) : 0,
  };
  return { folder, owner, book, filled };
}

/**
 * Reads a book into PostgreSQL's own memory, as that of a database in production is. The operating system's cache of files is
 * not enough, because it may be dropped within minutes.
 */
async function warm(owner: pg.Client): Promise<void> {
  await owner.query('create extension if not exists pg_prewarm');
  await owner.query(`
    select sum(pg_prewarm(c.oid::regclass, 'buffer')) from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'i') and c.relname not like 'tracking_event%'`);
}

export type OpenedBook = Awaited<ReturnType<typeof openBook>>;
