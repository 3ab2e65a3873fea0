import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { createMetricsServer } from './api/metrics-server.ts';
import { startServer } from './app/start/start.ts';
import { startFailureMessage } from './app/start/start-failure.ts';
import { readConfig } from './context/config.ts';
import { closeWithin } from './platform/http/close.ts';
import { listen } from './platform/http/listen.ts';
import { createLogger } from './platform/logs/log.ts';
import { terminalLog } from './platform/logs/terminal-log.ts';
import { release, versionLine } from './platform/release.ts';

/** Signals within this time of the first one count as the same signal. */
const sameSignalMs = 1_000;
/** The time that a metrics request in progress may take after the stop began. */
const metricsCloseTimeoutMs = 2_000;

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Handles stop signals that arrive while the server starts. With an embedded PostgreSQL the start is finished first, because
 * a half-started server cannot shut that PostgreSQL down. With the lender's own database the process exits at once.
 *
 * `end` removes the handlers and returns whether a signal arrived.
 */
function signalsUntilStarted(hasOwnDatabase: boolean): { end(): boolean } {
  let signalledAt: number | undefined;
  const onSignal = () => {
    if (!hasOwnDatabase) process.exit(0);
    if (signalledAt !== undefined && performance.now() - signalledAt > sameSignalMs) process.exit(1);
    signalledAt ??= performance.now();
  };
  for (const signal of stopSignals) process.on(signal, onSignal);
  return {
    end() {
      for (const signal of stopSignals) process.off(signal, onSignal);
      return signalledAt !== undefined;
    },
  };
}

async function main(): Promise<void> {
  const root = fileURLToPath(new URL('../../..', import.meta.url));
  const config = readConfig(process.env, root);
  // A program reads what is piped: JSON, one line each.
  const log = createLogger(config.logLevel, process.stdout.isTTY ? terminalLog : undefined);
  log.info({ commit: release.commit }, 'starting');
  const startSignals = signalsUntilStarted(config.databaseUrl === undefined);
  const server = await startServer(config, log);
  let metrics: FastifyInstance | undefined;
  if (config.metricsPort !== undefined) {
    metrics = createMetricsServer(() => server.app.metricsText());
    await listen(metrics, {
      port: config.metricsPort,
      host: config.metricsHost,
      setting: 'METRICS_PORT',
    }).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
  }
  let stoppingAt: number | undefined;
  const stop = async (code = 0) => {
    // Ctrl-C arrives from the terminal and again from npm and the start script, all at once: that counts as one signal.
    // A later one exits at once; clients repeat the calls that were in progress.
    if (stoppingAt !== undefined) {
      if (performance.now() - stoppingAt > sameSignalMs) process.exit(1);
      return;
    }
    stoppingAt = performance.now();
    server.app.leave();
    await pause(config.drainSeconds * 1000);
    if (metrics) await closeWithin(metrics, metricsCloseTimeoutMs);
    await server.stop();
    process.exit(code);
  };
  for (const signal of stopSignals) process.on(signal, () => void stop());
  if (startSignals.end()) return void stop();
  void server.stopReason.then((error) => {
    console.error(error.message);
    void stop(1);
  });
  const baseUrl =
    config.sandbox && !process.env.PUBLIC_URL ? `http://localhost:${server.port}` : config.publicUrl;
  // At a terminal the addresses are the last lines, and not among those of the start's work.
  if (process.stdout.isTTY) {
    await server.startWork;
    if (stoppingAt !== undefined) return;
    console.log();
  }
  if (server.otherDataFolder)
    console.log(
      `The database is in ${server.otherDataFolder}, because the user that PostgreSQL runs as cannot enter DATA_DIR.`,
    );
  if (config.sandbox) console.log(`Try it out: ${server.hostUrl}`);
  if (server.console) console.log(`The console of the staff: ${server.console.url}/`);
  console.log(`Hiram is ready: ${process.stdout.isTTY ? styleText('bold', `${baseUrl}/`) : `${baseUrl}/`}`);
}

if (process.argv[2] === '--version') console.log(versionLine);
else
  main().catch((error: unknown) => {
    console.error(startFailureMessage(error));
    process.exit(1);
  });
