import type { BorrowerId, MailId, NoticeId, OrderId, PayoutId, SmsId } from '@hiram/contract/ids';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { fromKysely, type JobResult, PgBoss } from 'pg-boss';
import type { Cell } from '../cells/cell.ts';
import { inCell } from '../cells/current-cell.ts';
import { actAs } from '../database/actor.ts';
import { connectionsOfJobs } from '../database/connection/check-database.ts';
import { afterCommit, type Db, openServerPool } from '../database/connection/connect.ts';
import { jobSchemaOf } from '../database/install-queue.ts';
import { NotYet } from '../errors/rejection.ts';
import { safeMessage } from '../logs/safe-message.ts';
import { inSpan, newTrace, traceNow, traceparentOf } from '../tracing/trace.ts';
import { repeatEvery } from './repeat-every.ts';

/** The durable jobs and their data: ids only. A job reads what is due when it runs. */
interface JobData {
  decide: { borrowerId: BorrowerId; orderId: OrderId };
  'ask-identity': { borrowerId: BorrowerId; brand: string };
  payout: { payoutId: PayoutId };
  notice: { borrowerId: BorrowerId; noticeId: NoticeId };
  sms: { smsId: SmsId };
  mail: { mailId: MailId };
  'remove-file': { file: string };
  'sandbox-notify': { kind: 'payout'; id: string };
}
export type JobName = keyof JobData;

export interface Jobs {
  /**
   * Enqueues within the caller's transaction: the job exists exactly if the transaction commits. Without `afterMs` this server
   * takes it up at once, unless the transaction is not one of `inTransaction`.
   */
  send<Name extends JobName>(trx: Db, name: Name, data: JobData[Name], afterMs?: number): Promise<void>;
  /** Processes a queue. A job whose handler throws is tried again with growing pauses, for about a day. */
  work<Name extends JobName>(name: Name, handler: (data: JobData[Name]) => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

/** Jobs of a queue that one server processes in parallel. A full batch is followed by the next at once. */
const batchSize = 10;
/** Milliseconds until a server finds the jobs of others and those to try again. */
const pollMs = 500;
/**
 * `pollMs` wakes the workers that have jobs, with one cheap query for all queues. A worker that is never
 * woken asks this often.
 */
const pollingIntervalSeconds = 30;

const waitingQueues = (schema: string) => `
select queue from unnest($1::text[]) as queue where exists (
  select from ${schema}.job where name = queue and state < 'active' and not blocked and start_after <= now())`;

export async function startJobs(
  server: pg.PoolConfig,
  { id: cell, schema }: Cell,
  log: FastifyBaseLogger,
): Promise<Jobs> {
  // Our own pool drops a connection that falls silent. pg-boss's own would wait for as long as the network is silent, and
  // this server would process no job meanwhile.
  const pool = openServerPool(server, connectionsOfJobs);
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: jobSchemaOf(schema),
    migrate: false,
    createSchema: false,
    schedule: false,
    // How soon the jobs of a killed server are found.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'));
  await boss.start();
  const workers = new Map<JobName, string>();
  const wake = (name: JobName) => {
    const worker = workers.get(name);
    if (worker !== undefined) boss.notifyWorker(worker);
  };
  const poll = async () => {
    try {
      const { rows } = await pool.query<{ queue: JobName }>(waitingQueues(jobSchemaOf(schema)), [
        [...workers.keys()],
      ]);
      for (const { queue } of rows) wake(queue);
    } catch (error) {
      log.warn({ err: error }, 'job queue');
    }
  };
  const timer = repeatEvery(pollMs, poll);
  return {
    async send(trx, name, data, afterMs = 0) {
      // A number of seconds counts from the database's clock, so the machine's clock does not matter.
      const startAfter = afterMs > 0 ? { startAfter: Math.ceil(afterMs / 1000) } : {};
      const trace = traceNow();
      const traced = trace ? { ...data, traceparent: traceparentOf(trace) } : data;
      await boss.send(name, traced, { db: fromKysely(trx), ...startAfter });
      // Otherwise this server finds the job at its next poll, as the others do.
      if (afterMs <= 0) afterCommit(trx, () => wake(name));
    },
    async work(name, handler) {
      const worker = await boss.work<JobData[typeof name] & { traceparent?: string }>(
        name,
        { pollingIntervalSeconds, batchSize, burstWhenBatchFull: true, perJobResults: true },
        (jobs) =>
          Promise.all(
            jobs.map(async (job): Promise<JobResult> => {
              const { id } = job;
              // Goes on in the trace of the call that enqueued it.
              const trace = newTrace(job.data.traceparent);
              const span = {
                name: `job ${name}`,
                kind: 'consumer',
                attributes: { 'hiram.job_id': id },
              } as const;
              try {
                await inSpan(trace, span, () =>
                  inCell(cell, () => actAs(span.name, () => handler(job.data))),
                );
                return { id, status: 'completed' };
              } catch (error) {
                const reason = safeMessage(error, 'failed');
                const line = { job: name, id, traceId: trace.traceId };
                if (error instanceof NotYet) log.info({ ...line, reason }, 'job not yet');
                else log.warn({ ...line, err: error }, 'job');
                return { id, status: 'failed', output: { reason } };
              }
            }),
          ),
      );
      workers.set(name, worker);
    },
    async stop() {
      clearInterval(timer);
      await boss.stop({ graceful: true, timeout: 10_000 });
      await pool.end();
    },
  };
}
