import type pg from 'pg';
import { PgBoss } from 'pg-boss';

export const jobSchema = 'jobs';

/**
 * Every queue, and the longest pause between two tries of a job: seconds. What a borrower waits for is done soon after a
 * provider is back, however long it was away.
 */
const queues = { decide: 300, payout: 300, sms: 30, 'remove-file': 7_200, 'sandbox-notify': 7_200 } as const;
const daySeconds = 86_400;
/** Pauses double from a second to the longest one; each is drawn from its upper half. Tried for about a day. */
const retriesOf = (retryDelayMax: number) => ({
  retryLimit: Math.ceil(Math.log2(retryDelayMax) + daySeconds / retryDelayMax),
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax,
  // Longer than any job takes: one that a killed server held is another's after this.
  expireInSeconds: 30,
});

/** Makes the queue's tables and its queues, as the schema's owner; the server itself may only use them. */
export async function installJobs(
  owner: pg.PoolConfig,
  serverRole: string,
  run: (sql: string) => Promise<unknown>,
): Promise<void> {
  const boss = new PgBoss({ ...bossConnection(owner), schema: jobSchema, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  for (const [name, longest] of Object.entries(queues)) {
    const retries = retriesOf(longest);
    await boss.createQueue(name, retries);
    // One that stood already keeps what it was made with, unless it is told.
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

/** A pool's endpoint in pg-boss's words. */
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
