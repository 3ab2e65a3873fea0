import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Call, WireInput, WireOutput } from '@hiram/contract/call';
import { type Context, headerPairs } from '@hiram/contract/context';
import type { Envelope } from '@hiram/contract/envelope';
import { sandboxBorrower, sandboxSetClock } from '@hiram/contract/sandbox';
import { Kysely, PostgresDialect } from 'kysely';
import { type RunningServer, startServer } from '../../src/app/start.ts';
import { readConfig } from '../../src/context/config.ts';
import { openPool } from '../../src/platform/database/connect.ts';
import type { Tables } from '../../src/platform/database/schema.ts';
import { createLogger } from '../../src/platform/logs/log.ts';
import {
  asOwner,
  type Cluster,
  createDatabase,
  dropDatabase,
  ownerEndpoint,
  serverEndpoint,
} from './throwaway-cluster.ts';

export interface Answer<Data> extends Envelope<Data> {
  readonly status: number;
  readonly headers: Headers;
}

export interface SendOptions {
  readonly key?: string;
  readonly form?: boolean;
  readonly headers?: Record<string, string>;
}

export interface DemoBorrower {
  readonly context: Context;
  readonly productId: string;
  readonly orderId: string;
  readonly phone: string;
}

/** The real server on a database of its own, called over HTTP. */
export interface Hiram {
  readonly server: RunningServer;
  readonly origin: string;
  /** The name of its database. */
  readonly database: string;
  send<C extends Call>(
    call: C,
    input: WireInput<C> | Record<string, unknown>,
    context?: Context,
    options?: SendOptions,
  ): Promise<Answer<WireOutput<C>>>;
  /** `brand`: another than the first that the server has. */
  borrower(options: WireInput<typeof sandboxBorrower>, brand?: string): Promise<DemoBorrower>;
  days(days: number): Promise<string>;
  /** Asks until the answer is as wanted; fails after `maxTries` with the last one. */
  until<T>(ask: () => Promise<T>, wanted: (answer: T) => boolean): Promise<T>;
  /** The database by its owner's login, for rows that a test puts into a state that the server's login could not. */
  readonly owner: Kysely<Tables>;
  /** From now on, what the server changes in nobody's name, the audit trail refuses. */
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

/** Ten seconds on a machine at rest. Tries are counted, so that a busy machine has as many. */
const maxTries = 500;

const root = fileURLToPath(new URL('../../../..', import.meta.url));

export async function startHiram(
  cluster: Cluster,
  environment: Record<string, string> = {},
  database?: string,
  /** Where the log goes instead of the standard output, by the line. */
  logTo?: { write(line: string): void },
  /** The machine's clock. */
  now?: () => Date,
): Promise<Hiram> {
  const name = database ?? (await createDatabase(cluster));
  const dataDir = mkdtempSync(join(tmpdir(), 'hiram-data-'));
  const config = readConfig(
    {
      SANDBOX: '1',
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
      DATA_KEY: 'ab'.repeat(32),
      ...environment,
    },
    root,
  );
  const server = await startServer(config, createLogger(config.logLevel, logTo), {
    endpoints: { owner: ownerEndpoint(cluster, name), server: serverEndpoint(cluster, name) },
    ...(now ? { now } : {}),
  });
  const origin = `http://127.0.0.1:${server.port}`;

  const send: Hiram['send'] = async (call, input, context = {}, options = {}) => {
    const query = new URLSearchParams({ ...context });
    const body = Object.fromEntries(
      Object.entries<unknown>(input as Record<string, unknown>).filter(([, value]) => value !== undefined),
    );
    if (call.method === 'GET')
      for (const [field, value] of Object.entries(body)) query.set(field, String(value));
    const form = options.form ?? call.encoding === 'form';
    const pair = form ? headerPairs.form : headerPairs.json;
    const headers: Record<string, string> = { 'x-requested-with': 'XMLHttpRequest', ...options.headers };
    for (const [header, field] of Object.entries(pair)) if (context[field]) headers[header] = context[field];
    if (options.key) headers['idempotency-key'] = options.key;
    if (call.method === 'POST')
      headers['content-type'] = form ? 'application/x-www-form-urlencoded' : 'application/json';
    const response = await fetch(`${origin}/api${call.path}?${query}`, {
      method: call.method,
      headers,
      ...(call.method === 'POST'
        ? { body: form ? new URLSearchParams(body as Record<string, string>) : JSON.stringify(body) }
        : {}),
    });
    const envelope: Envelope<never> = JSON.parse(await response.text());
    return { ...envelope, status: response.status, headers: response.headers };
  };

  const owner = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: openPool(ownerEndpoint(cluster, name), 2) }),
  });

  return {
    server,
    origin,
    owner,
    database: name,
    send,
    async borrower(options, brand) {
      const named = brand ? { appName: brand } : {};
      const { data } = await send(sandboxBorrower, options, named);
      return {
        context: { sessionId: data.sessionId, deviceId: 'device-1', ...named },
        productId: data.productId,
        orderId: data.orderId ?? '',
        phone: data.phone,
      };
    },
    async days(days) {
      return (await send(sandboxSetClock, { days })).data.date;
    },
    async until(ask, wanted) {
      for (let tries = 1; ; tries += 1) {
        const answer = await ask();
        if (wanted(answer)) return answer;
        if (tries === maxTries) throw new Error(`never came: ${JSON.stringify(answer)}`);
        await setTimeout(20);
      }
    },
    async refuseUnnamed() {
      await asOwner(cluster, name, (owner) => owner.query(refuseUnnamed));
    },
    async stop() {
      await server.stop();
      await owner.destroy();
      rmSync(dataDir, { recursive: true, force: true });
      if (!database) await dropDatabase(cluster, name);
    },
  };
}
