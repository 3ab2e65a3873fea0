import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { AppContext } from '../context/app-context.ts';
import type { Config } from '../context/config.ts';
import { sendFeed } from '../lending/feed/send-feed.ts';
import { askIdentityService } from '../lending/identity/ask-service.ts';
import { sendNotice } from '../lending/notices/send-notice.ts';
import { decideOrder } from '../lending/origination/decision/decide-order.ts';
import { sendPayout } from '../lending/payouts/send-payout.ts';
import { sendMail } from '../messaging/mails.ts';
import { sendText } from '../messaging/messages.ts';
import { ClockSkewed } from '../platform/clock/clock-guard.ts';
import { ConfigError } from '../platform/errors/config-error.ts';
import { checkWritable } from '../platform/files/writable-folder.ts';
import { closeWithin } from '../platform/http/close.ts';
import { listen } from '../platform/http/listen.ts';
import type { SandboxProvider } from '../sandbox/provider.ts';
import { checkBooks, queryProviders, runDueWork, runLocalWork } from '../scheduler/scheduler.ts';
import { createApp } from './app.ts';
import { type RunningConsole, startConsole } from './console-app.ts';
import {
  type AppContextOptions,
  type CreatedAppContext,
  createAppContext,
  portOf,
  urlOf,
} from './create-context.ts';
import { checkBuild } from './web/check-build.ts';
import { buildId, markBuildSeen } from './web/stored-builds.ts';

export interface RunningServer {
  readonly app: FastifyInstance;
  readonly appContext: AppContext;
  readonly port: number;
  readonly hostUrl: string;
  /** The console of the lender's staff, on its own listener; undefined: there is none. */
  readonly console: RunningConsole | undefined;
  /** The folder of the embedded database if it is not DATA_DIR. */
  readonly otherDataFolder: string | undefined;
  /** Resolves when the work that began with the start is done, or after ten seconds. */
  readonly startWork: Promise<void>;
  /** Resolves with the reason when the server must stop; the caller then calls `stop`. */
  readonly stopReason: Promise<Error>;
  stop(): Promise<void>;
}

type Options = Omit<AppContextOptions, 'prepare'>;

/** The time in milliseconds that the last spans may take to the collector. */
const exportTimeoutMs = 2_000;
const schedulerIntervalMs = 30_000;
const feedIntervalMs = 1_000;

/**
 * Starts the server: brands, database, provider, jobs, then HTTP. `hiram migrate` of the same version has prepared the database.
 * Throws ConfigError for what the operator must change.
 */
export async function startServer(
  config: Config,
  log: FastifyBaseLogger,
  options: Options = {},
): Promise<RunningServer> {
  if (config.databaseOwnerUrl !== undefined)
    throw new ConfigError(
      'DATABASE_OWNER_URL must not be in the environment of a server: who takes the server over could rewrite the books. Only hiram migrate and the operators’ commands may have it',
    );
  checkBuild(config);
  if (!config.s3 || config.databaseUrl === undefined) checkWritable(config.dataDir);
  const created = await createAppContext(config, log, { ...options, prepare: true });
  try {
    const server = await serve(config, log, created);
    if (!config.telemetry) return server;
    // Loaded only here: a server without a collector neither reads nor keeps any of it.
    const { exportSpans } = await import('../platform/tracing/open-telemetry.ts');
    const stopExport = exportSpans(config.telemetry);
    return {
      ...server,
      async stop() {
        await server.stop();
        await Promise.race([stopExport(), pause(exportTimeoutMs, undefined, { ref: false })]);
      },
    };
  } catch (error) {
    await created.close();
    throw error;
  }
}

async function serve(
  config: Config,
  log: FastifyBaseLogger,
  created: CreatedAppContext,
): Promise<RunningServer> {
  const { appContext, provider, ownUrl, otherDataFolder: elsewhere, guard, close } = created;
  const { app, staffConsole } = await startListeners(config, log, created);
  ownUrl.current = urlOf(app);
  await workJobs(appContext, provider);
  await runLocalWork(appContext);
  const background = new Set<Promise<void>>();
  const inBackground = (work: Promise<void>) => {
    const settled = work
      .catch((error: unknown) => log.warn({ err: error }, 'scheduler'))
      .finally(() => background.delete(settled));
    background.add(settled);
  };
  inBackground(checkBooks(appContext));
  inBackground(queryProviders(appContext));
  const startWork = Promise.race([
    Promise.all(background).then(() => undefined),
    pause(stopTimeoutMs, undefined, { ref: false }),
  ]);
  const build = buildId(config.webDir);
  const stopReason = Promise.withResolvers<Error>();
  const runScheduler = async () => {
    try {
      await guard.verify(appContext.db);
    } catch (error) {
      if (!(error instanceof ClockSkewed)) throw error;
      log.fatal(error.message);
      app.leave();
      stopReason.resolve(error);
      return;
    }
    await Promise.all([runDueWork(appContext), markBuildSeen(appContext.db, build)]);
  };
  guard.onJump(() => inBackground(runScheduler()));
  // A run that takes longer than the interval is not joined by a second one.
  let isRunning = false;
  const timer = setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    inBackground(runScheduler().finally(() => (isRunning = false)));
  }, schedulerIntervalMs);
  let isSending = false;
  const feedTimer = setInterval(() => {
    if (isSending) return;
    isSending = true;
    inBackground(sendFeed(appContext).finally(() => (isSending = false)));
  }, feedIntervalMs);
  return {
    app,
    appContext,
    port: portOf(app),
    hostUrl: `http://127.0.0.1:${portOf(app)}/host`,
    console: staffConsole,
    otherDataFolder: elsewhere,
    startWork,
    stopReason: stopReason.promise,
    async stop() {
      clearInterval(timer);
      clearInterval(feedTimer);
      app.leave();
      // Background work still needs the database, so the database is closed afterwards.
      const timeout = pause(stopTimeoutMs, undefined, { ref: false });
      const consoleClosed = staffConsole ? closeWithin(staffConsole.app, stopTimeoutMs) : undefined;
      await Promise.all([
        closeWithin(app, stopTimeoutMs),
        consoleClosed,
        Promise.race([Promise.all(background), timeout]),
      ]);
      await close();
    },
  };
}

/** Starts the public listener, and the console's if it is configured. */
async function startListeners(
  config: Config,
  log: FastifyBaseLogger,
  { appContext, webhooks, provider, consoleDb }: CreatedAppContext,
): Promise<{ app: FastifyInstance; staffConsole: RunningConsole | undefined }> {
  let staffConsole: RunningConsole | undefined;
  const app: FastifyInstance = await createApp(appContext, {
    log,
    webhooks,
    sandbox: provider,
    // The same listener under another host name: another origin to a browser, so that origin checks are real.
    hostOrigin: () => (config.sandbox ? `http://127.0.0.1:${portOf(app)}` : ''),
    consoleUrl: () => staffConsole?.url ?? '',
    consoleDb,
  });
  await listen(app, { port: config.port, host: config.host, setting: 'PORT' });
  if (!config.console || !consoleDb) return { app, staffConsole };
  try {
    staffConsole = await startConsole(appContext, consoleDb, config.console, app);
    return { app, staffConsole };
  } catch (error) {
    await closeWithin(app, stopTimeoutMs);
    throw error;
  }
}

/** The time in milliseconds that requests and background work in progress may take after the stop began. */
const stopTimeoutMs = 10_000;

async function workJobs(appContext: AppContext, provider: SandboxProvider | undefined): Promise<void> {
  await appContext.jobs.work('decide', ({ borrowerId, orderId }) =>
    decideOrder(appContext, borrowerId, orderId),
  );
  await appContext.jobs.work('ask-identity', ({ borrowerId, brand }) =>
    askIdentityService(appContext, { borrower_id: borrowerId, brand }),
  );
  await appContext.jobs.work('payout', ({ payoutId }) => sendPayout(appContext, payoutId));
  await appContext.jobs.work('notice', (notice) => sendNotice(appContext, notice));
  await appContext.jobs.work('sms', ({ smsId }) => sendText(appContext, smsId));
  await appContext.jobs.work('mail', ({ mailId }) => sendMail(appContext, mailId));
  await appContext.jobs.work('remove-file', ({ file }) => appContext.ports.files.remove(file));
  if (provider) await appContext.jobs.work('sandbox-notify', ({ id }) => provider.notifyPayout(id));
}
