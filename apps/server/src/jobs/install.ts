import type pg from 'pg';
import { PgBoss } from 'pg-boss';

export const jobSchema = 'jobs';

/** Every queue, with how its jobs are tried again: growing pauses, for about a day. */
const queues = ['decide', 'payout', 'sms', 'remove-file', 'sandbox-notify'] as const;
const retries = {
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 7_200,
  // Longer than any job takes: one that a killed server held is another's after this.
  expireInSeconds: 30,
};

/** Makes the queue's tables and its queues, as the schema's owner; the server itself may only use them. */
export async function installJobs(
  owner: pg.PoolConfig,
  serverRole: string,
  run: (sql: string) => Promise<unknown>,
): Promise<void> {
  const boss = new PgBoss({ ...bossConnection(owner), schema: jobSchema, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  for (const name of queues) {
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
