import type pg from 'pg';
import { PgBoss } from 'pg-boss';

export const jobSchema = 'jobs';

/**
 * Every queue with the longest pause between two attempts of a job, in seconds. Jobs that a borrower waits for run soon
 * after a provider is back, however long it was away.
 */
const queues = { decide: 300, payout: 300, sms: 30, 'remove-file': 7_200, 'sandbox-notify': 7_200 } as const;
const daySeconds = 86_400;
/** Pauses double from one second to the longest one, each drawn from its upper half. Attempts end after about a day. */
const retriesOf = (retryDelayMax: number) => ({
  retryLimit: Math.ceil(Math.log2(retryDelayMax) + daySeconds / retryDelayMax),
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax,
  // Longer than any job takes: afterwards another server takes over a job of a killed server.
  expireInSeconds: 30,
});

/** Creates the job queue's tables and queues, as the schema's owner. Grants the server's role their use only. */
export async function installJobs(
  owner: pg.PoolConfig,
  serverRole: string,
  run: (sql: string) => Promise<unknown>,
): Promise<void> {
  const boss = new PgBoss({ ...bossConnection(owner), schema: jobSchema, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  for (const [name, maxDelay] of Object.entries(queues)) {
    const retries = retriesOf(maxDelay);
    await boss.createQueue(name, retries);
    // `createQueue` does not change an existing queue.
    await boss.updateQueue(name, retries);
  }
  await boss.stop({ graceful: false });
  await run(`grant usage on schema ${jobSchema} to ${serverRole}`);
  await run(`grant select, insert, update, delete on all tables in schema ${jobSchema} to ${serverRole}`);
  await run(`grant execute on all functions in schema ${jobSchema} to ${serverRole}`);
}

interface BossConnection {
  host?: string;
  port?: number;
  user?: string;
  password?: string;
  database?: string;
  connectionString?: string;
  options?: string;
}

/** A pool's connection settings in pg-boss's form. */
export function bossConnection(endpoint: pg.PoolConfig): BossConnection {
  const { host, port, user, password, database, connectionString, options } = endpoint;
  return {
    ...(host ? { host } : {}),
    ...(port ? { port } : {}),
    ...(user ? { user } : {}),
    ...(typeof password === 'string' ? { password } : {}),
    ...(database ? { database } : {}),
    ...(connectionString ? { connectionString } : {}),
    ...(options ? { options } : {}),
  };
}
