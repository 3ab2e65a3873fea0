import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import Fastify from 'fastify';
import { startServer } from './app/start.ts';
import { startFailureMessage } from './app/start-failure.ts';
import { readConfig } from './context/config.ts';
import { closeWithin } from './platform/http/close.ts';
import { listen } from './platform/http/listen.ts';
import { createLogger } from './platform/logs/log.ts';

/** Signals that come so soon after the first are the same one, handed on. */
const sameSignalMs = 1_000;
/** A scrape that is under way may take so long after we were told to stop. */
const metricsPatienceMs = 2_000;

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * A signal to stop that comes while the server starts. With a PostgreSQL of our own the start is finished first, since what is
 * half started could not end that PostgreSQL; with the lender's own database the process ends at once.
 * `end` gives the signals back and answers whether one came.
 */
function signalsUntilStarted(hasOwnDatabase: boolean): { end(): boolean } {
  let since: number | undefined;
  const note = () => {
    if (!hasOwnDatabase) process.exit(0);
    if (since !== undefined && performance.now() - since > sameSignalMs) process.exit(1);
    since ??= performance.now();
  };
  for (const signal of stopSignals) process.on(signal, note);
  return {
    end() {
      for (const signal of stopSignals) process.off(signal, note);
      return since !== undefined;
    },
  };
}

async function main(): Promise<void> {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const config = readConfig(process.env, root);
  const log = createLogger(config.logLevel);
  const early = signalsUntilStarted(config.databaseUrl === undefined);
  const server = await startServer(config, log);
  let metrics: FastifyInstance | undefined;
  if (config.metricsPort !== undefined) {
    metrics = Fastify({ logger: false });
    metrics.get('/metrics', async (_request, reply) =>
      reply.type('text/plain; charset=utf-8').send(await server.app.metricsText()),
    );
    await listen(metrics, { port: config.metricsPort, host: config.host, setting: 'METRICS_PORT' }).catch(
      async (error: unknown) => {
        await server.stop();
        throw error;
      },
    );
  }
  let stoppingSince: number | undefined;
  const stop = async (code = 0) => {
    // Ctrl-C reaches us from the terminal and again from npm and the start script, all at once: that is one signal. A later one
    // is somebody in a hurry: what is under way is lost to its callers, who will ask again.
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > sameSignalMs) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    server.app.leave();
    await pause(config.drainSeconds * 1000);
    if (metrics) await closeWithin(metrics, metricsPatienceMs);
    await server.stop();
    process.exit(code);
  };
  for (const signal of stopSignals) process.on(signal, () => void stop());
  if (early.end()) return void stop();
  void server.ended.then((error) => {
    console.error(error.message);
    void stop(1);
  });
  const shown =
    config.sandbox && !process.env.PUBLIC_URL ? `http://localhost:${server.port}` : config.publicUrl;
  if (server.elsewhere)
    console.log(
      `The database lies in ${server.elsewhere}: DATA_DIR cannot be entered by the user that PostgreSQL runs as.`,
    );
  if (config.sandbox) console.log(`Try it out: ${server.hostUrl}`);
  console.log(`Hiram is ready: ${shown}/`);
}

main().catch((error: unknown) => {
  console.error(startFailureMessage(error));
  process.exit(1);
});
