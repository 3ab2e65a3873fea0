import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { SentInput } from '@hiram/contract/call';
import type { Context } from '@hiram/contract/context';
import { asId, type OrderId, type ProductId } from '@hiram/contract/ids';
import { sandboxBorrower, sandboxSetClock } from '@hiram/contract/sandbox';
import { Kysely, PostgresDialect } from 'kysely';
import { migrateInstallation } from '../../../src/app/migrate-installation.ts';
import { loadBrands } from '../../../src/app/served-brands.ts';
import { type RunningServer, startServer } from '../../../src/app/start/start.ts';
import type { AppContext } from '../../../src/context/app-context.ts';
import { type Config, readConfig } from '../../../src/context/config.ts';
import { type Db, openPool } from '../../../src/platform/database/connection/connect.ts';
import type { Database } from '../../../src/platform/database/schema/schema.ts';
import { createLogger } from '../../../src/platform/logs/log.ts';
import { signature } from '../../../src/providers/gateway/webhooks.ts';
import {
  asOwner,
  type Cluster,
  createDatabase,
  dropDatabase,
  ownerEndpoint,
  serverEndpoint,
} from '../database/throwaway-cluster.ts';
import { type Send, sendTo } from '../inputs/send.ts';

export interface DemoBorrower {
  readonly context: Context;
  readonly productId: ProductId;
  readonly orderId: OrderId;
  readonly phone: string;
}

/** The real server on its own database, called over HTTP. */
export interface Hiram {
  readonly server: RunningServer;
  readonly origin: string;
  /** The name of its database. */
  readonly database: string;
  readonly send: Send;
  /** `brand`: another brand than the server's first. */
  borrower(options: SentInput<typeof sandboxBorrower>, brand?: string): Promise<DemoBorrower>;
  days(days: number): Promise<string>;
  /** Reports to the webhook as the sandbox's provider does, signed. A message without an id gets one. */
  report(message: object): Promise<{ readonly status: number; readonly outcome?: string }>;
  /** Repeats the request until the answer is as expected; fails after `maxTries` with the last one. */
  until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T>;
  /** The database with its owner's login, for rows that the server's login could not write. */
  readonly owner: Kysely<Database>;
  /** The same login for the queries of the product, as an operator's command runs them. */
  readonly operator: Db;
  /** From now on the audit trail rejects every change of the server without an actor. */
  refuseUnnamed(): Promise<void>;
  stop(): Promise<void>;
}

const refuseUnnamed = `
select pg_advisory_xact_lock(4711);
create or replace function refuse_unnamed() returns trigger language plpgsql as $$ begin
  raise exception 'nobody was named for % of %', new.action, new.subject;
end $$;
create or replace trigger audit_entry_named before insert on audit_entry for each row
  when (new.actor is null and new.login like '%hiram_app') execute function refuse_unnamed()`;

const root = fileURLToPath(new URL('../../../../..', import.meta.url));

export interface HiramOptions {
  /** An existing database. `stop` keeps it. Without it, the server gets a new one, which `stop` drops. */
  readonly database?: string | undefined;
  /** Receives the log lines instead of the standard output. */
  readonly logTo?: { write(line: string): void } | undefined;
  /** The machine's clock. */
  readonly now?: (() => Date) | undefined;
}

/** The environment of a server of every brand. One brand alone starts in two thirds of the time. */
export const everyBrand = { BRAND: 'spec,id,in,ph' };

/** Starts a server of the brand `spec`, or of those that `BRAND` of the environment lists. */
export async function startHiram(
  cluster: Cluster,
  environment: Record<string, string> = {},
  { database, logTo, now }: HiramOptions = {},
): Promise<Hiram> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hiram-data-'));
  const defaults = {
    SANDBOX: '1',
    BRAND: 'spec',
    PORT: '0',
    DATA_DIR: dataDir,
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    DATA_KEY: 'ab'.repeat(32),
  };
  const config = readConfig({ ...defaults, ...environment }, root);
  const name =
    database ?? (await newDatabase(cluster, config, environment.DATA_KEY !== undefined || now !== undefined));
  // A copy of a template is migrated, with the build of the web app that tests serve.
  if (database !== undefined || environment.WEB_DIR !== undefined)
    await migrateInstallation(ownerEndpoint(cluster, name), config);
  const server = await startServer(config, createLogger(config.logLevel, logTo), {
    endpoint: serverEndpoint(cluster, name),
    ...(now ? { now } : {}),
    ...(environment.BRANDS_DIR === undefined && config.sandbox && !logTo
      ? { brands: loadedBrands(config) }
      : {}),
  });
  const origin = `http://127.0.0.1:${server.port}`;
  const send = sendTo(origin);
  const dialect = new PostgresDialect({ pool: openPool(ownerEndpoint(cluster, name), 2) });
  const owner = new Kysely<Database>({ dialect });
  return {
    server,
    origin,
    owner,
    operator: new Kysely<Database>({ dialect }),
    database: name,
    send,
    borrower: (options, brand) => createBorrower(send, options, brand),
    days: async (days) => (await send(sandboxSetClock, { days })).data.date,
    async report(message) {
      const body = JSON.stringify({ id: `m-${randomUUID()}`, ...message });
      const sign = signature(server.appContext.cipher.sign('webhook'), Math.floor(Date.now() / 1000), body);
      const headers = { 'content-type': 'application/json', 'x-sandbox-signature': sign };
      const answer = await fetch(`${origin}/api/webhook/sandbox`, { method: 'POST', headers, body });
      return { status: answer.status, ...JSON.parse(await answer.text()) };
    },
    until,
    async refuseUnnamed() {
      await asOwner(cluster, name, (connection) => connection.query(refuseUnnamed));
    },
    async stop() {
      await server.stop();
      await owner.destroy();
      rmSync(dataDir, { recursive: true, force: true });
      if (!database) await dropDatabase(cluster, name);
    },
  };
}

const loaded = new Map<string, AppContext['brands']>();

/** The shipped brands: to load and check one takes a third of a server's start, so a worker does it once. */
function loadedBrands(config: Config): AppContext['brands'] {
  const key = config.brands.join();
  const brands = loaded.get(key) ?? loadBrands(config, createLogger('silent'));
  loaded.set(key, brands);
  return brands;
}

/** The brands whose servers are started often enough for a template of their own. */
const startedTemplates = new Map([
  ['spec', 'hiram_started'],
  ['ph', 'hiram_started_ph'],
  ['spec,ph', 'hiram_started_two'],
  [everyBrand.BRAND, 'hiram_started_every'],
]);
const startedLock = 4712;
/** The templates of each cluster that this worker knows to exist. */
const knownTemplates = new Set<string>();

/** An installation of a lender. */
const lendersTemplate = 'hiram_lender';

/**
 * A new database. For servers of some brands it is a copy of one on which such a server has run: the start
 * finds its products, its keys and its work of the day done, which is a third of its processor time. `isOwn`:
 * with a key or a clock of the test's own.
 */
async function newDatabase(cluster: Cluster, config: Config, isOwn: boolean): Promise<string> {
  const { sandbox } = config;
  const BRAND = config.brands.join();
  const started = isOwn ? undefined : startedTemplates.get(BRAND);
  if (sandbox && started === undefined) return createDatabase(cluster);
  const template = (sandbox && started) || lendersTemplate;
  const known = `${cluster.socketDir} ${template}`;
  if (!knownTemplates.has(known))
    await makeTemplate(cluster, template, async () => {
      const name = await createDatabase(cluster, sandbox ? undefined : 'template1');
      if (sandbox) await (await startHiram(cluster, { BRAND }, { database: name })).stop();
      else await migrateInstallation(ownerEndpoint(cluster, name), config);
      return name;
    });
  knownTemplates.add(known);
  return createDatabase(cluster, template);
}

/** The first worker that needs the template makes it. */
async function makeTemplate(cluster: Cluster, template: string, make: () => Promise<string>): Promise<void> {
  await asOwner(cluster, 'postgres', async (client) => {
    await client.query('select pg_advisory_lock($1)', [startedLock]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template]);
    if (rowCount) return;
    await client.query(`alter database ${await make()} rename to ${template}`);
  });
}

/** Ten seconds on an idle machine. Tries are counted, so that a busy machine has as many. */
const maxTries = 110;
/** Most answers come at once. Who waits for a pause of the sandbox asks less often: each request costs processor time. */
const pauseMs = (tries: number) => (tries <= 12 ? 20 : 100);

async function createBorrower(
  send: Hiram['send'],
  options: SentInput<typeof sandboxBorrower>,
  brand: string | undefined,
): Promise<DemoBorrower> {
  const brandContext = brand ? { appName: brand } : {};
  const { data } = await send(sandboxBorrower, options, brandContext);
  return {
    context: { sessionId: data.sessionId, deviceId: 'device-1', ...brandContext },
    productId: data.productId,
    orderId: data.orderId ?? asId(''),
    phone: data.phone,
  };
}

async function until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (wanted(answer)) return answer;
    if (tries === maxTries) throw new Error(`never came: ${JSON.stringify(answer)}`);
    await setTimeout(pauseMs(tries));
  }
}
