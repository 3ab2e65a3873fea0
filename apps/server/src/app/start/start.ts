import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { CellDatabases } from '../../api/server-metrics.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { Config } from '../../context/config.ts';
import { sendFeed } from '../../lending/feed/send-feed.ts';
import { askIdentityService } from '../../lending/identity/ask-service.ts';
import { sendNotice } from '../../lending/notices/send-notice.ts';
import { decideOrder } from '../../lending/origination/decision/decide-order.ts';
import { sendPayout } from '../../lending/payouts/send-payout.ts';
import { sendMail } from '../../messaging/mails.ts';
import { sendText } from '../../messaging/messages.ts';
import { routed } from '../../platform/cells/routed.ts';
import { ClockSkewed } from '../../platform/clock/clock-guard.ts';
import { ConfigError } from '../../platform/errors/config-error.ts';
import { checkWritable } from '../../platform/files/writable-folder.ts';
import { closeWithin } from '../../platform/http/close.ts';
import { listen } from '../../platform/http/listen.ts';
import { repeatEvery } from '../../platform/jobs/repeat-every.ts';
import type { SandboxProvider } from '../../sandbox/provider/provider.ts';
import { checkBooks, queryProviders, runDueWork, runLocalWork } from '../../scheduler/scheduler.ts';
import { createApp } from '../app.ts';
import { copyRegularly } from '../cells/cell-reference.ts';
import { type Cells, openCells } from '../cells/cells.ts';
import { type RunningConsole, startConsole } from '../console/console-app.ts';
import { type AppContextOptions, type CreatedAppContext, portOf, urlOf } from '../create-context.ts';
import { checkBuild } from '../web/check-build.ts';
import { buildId, markBuildSeen } from '../web/stored-builds.ts';

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

type Options = Omit<AppContextOptions, 'prepare' | 'otherCells' | 'home'>;

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
  const [ownersSetting] = config.ownersSettings;
  if (ownersSetting !== undefined)
    throw new ConfigError(
      `${ownersSetting} must not be in the environment of a server: who takes the server over could rewrite the books. Only hiram migrate and the operators’ commands may have it`,
    );
  checkBuild(config);
  if (!config.s3 || config.databaseUrl === undefined) checkWritable(config.dataDir);
  const { home, cells } = await openCells(config, log, options);
  const close = () => (cells ?? home).close();
  try {
    const server = await serve(config, log, { home, cells, close });
    if (!config.telemetry) return server;
    // Loaded only here: a server without a collector neither reads nor keeps any of it.
    const { exportSpans } = await import('../../platform/tracing/open-telemetry.ts');
    const stopExport = exportSpans(config.telemetry);
    return {
      ...server,
      async stop() {
        await server.stop();
        await Promise.race([stopExport(), pause(exportTimeoutMs, undefined, { ref: false })]);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The opened cells of a server: that of DATABASE_URL, and all of them if there are several. */
interface Opened {
  readonly home: CreatedAppContext;
  readonly cells: Cells | undefined;
  close(): Promise<void>;
}

async function serve(
  config: Config,
  log: FastifyBaseLogger,
  { home, cells, close }: Opened,
): Promise<RunningServer> {
  const { appContext, otherDataFolder: elsewhere } = home;
  const { app, staffConsole } = await startListeners(config, log, { home, cells });
  const background = new Set<Promise<void>>();
  const inBackground = (work: Promise<void>): Promise<void> => {
    const settled = work
      .catch((error: unknown) => log.warn({ err: error }, 'scheduler'))
      .finally(() => background.delete(settled));
    background.add(settled);
    return settled;
  };
  const stopReason = Promise.withResolvers<Error>();
  const leave = (error: ClockSkewed) => {
    log.fatal(error.message);
    app.leave();
    stopReason.resolve(error);
  };
  const timers: NodeJS.Timeout[] = [];
  const begin = async (created: CreatedAppContext): Promise<void> => {
    created.ownUrl.current = urlOf(app);
    timers.push(...(await startWork(config, created, { inBackground, leave })));
  };
  await (cells ? cells.each(begin) : begin(home));
  if (cells) timers.push(copyRegularly(cells, inBackground));
  const startWorkDone = Promise.race([
    Promise.all(background).then(() => undefined),
    pause(stopTimeoutMs, undefined, { ref: false }),
  ]);
  return {
    app,
    appContext,
    port: portOf(app),
    hostUrl: `http://127.0.0.1:${portOf(app)}/host`,
    console: staffConsole,
    otherDataFolder: elsewhere,
    startWork: startWorkDone,
    stopReason: stopReason.promise,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      app.leave();
      // Background work still needs the database, so the database is closed afterwards.
      const timeout = pause(stopTimeoutMs, undefined, { ref: false });
      await Promise.all([
        closeWithin(app, stopTimeoutMs),
        staffConsole && closeWithin(staffConsole.app, stopTimeoutMs),
        Promise.race([Promise.all(background), timeout]),
      ]);
      await close();
    },
  };
}

interface WorkOptions {
  /** Logs a failure. The promise ends with the work and never rejects. */
  readonly inBackground: (work: Promise<void>) => Promise<void>;
  readonly leave: (error: ClockSkewed) => void;
}

/** Starts the jobs and the scheduler of a cell, after its daily work without providers. Returns the timers. */
async function startWork(
  config: Config,
  { appContext, provider, guard }: CreatedAppContext,
  { inBackground, leave }: WorkOptions,
): Promise<readonly NodeJS.Timeout[]> {
  await workJobs(appContext, provider);
  await runLocalWork(appContext);
  inBackground(checkBooks(appContext));
  inBackground(queryProviders(appContext));
  const build = buildId(config.webDir);
  const runScheduler = async () => {
    try {
      await guard.verify(appContext.db);
    } catch (error) {
      if (!(error instanceof ClockSkewed)) throw error;
      leave(error);
      return;
    }
    await Promise.all([runDueWork(appContext), markBuildSeen(appContext.db, build)]);
  };
  guard.onJump(() => inBackground(runScheduler()));
  return [
    repeatEvery(schedulerIntervalMs, () => inBackground(runScheduler())),
    repeatEvery(feedIntervalMs, () => inBackground(sendFeed(appContext))),
  ];
}

/** Starts the public listener, and the console's if it is configured. */
async function startListeners(
  config: Config,
  log: FastifyBaseLogger,
  { home, cells }: Pick<Opened, 'home' | 'cells'>,
): Promise<{ app: FastifyInstance; staffConsole: RunningConsole | undefined }> {
  const { appContext, consoleDb } = home;
  const provider = cells && home.provider ? routed(() => providerOf(cells.currentCreated())) : home.provider;
  let staffConsole: RunningConsole | undefined;
  const app: FastifyInstance = await createApp(cells ? routed(cells.current) : appContext, {
    log,
    webhooks: cells ? routed(() => cells.currentCreated().webhooks) : home.webhooks,
    sandbox: provider,
    cells,
    // The same listener under another host name: another origin to a browser, so that origin checks are real.
    hostOrigin: () => (config.sandbox ? `http://127.0.0.1:${portOf(app)}` : ''),
    consoleUrl: () => staffConsole?.url ?? '',
    databases: () => (cells ? [...cells.allCreated()].map(databasesOf) : [databasesOf([undefined, home])]),
  });
  await listen(app, { port: config.port, host: config.host, setting: 'PORT' });
  if (!config.console || !consoleDb) return { app, staffConsole };
  try {
    staffConsole = await startConsole(appContext, consoleDb, config.console, app, cells);
    return { app, staffConsole };
  } catch (error) {
    await closeWithin(app, stopTimeoutMs);
    throw error;
  }
}

/** The pools of a cell, none of one that does not answer. */
const databasesOf = ([cell, created]: readonly [
  number | undefined,
  CreatedAppContext | undefined,
]): CellDatabases => ({
  cell,
  pools: {
    borrowers: created?.appContext.db,
    console: created?.consoleDb?.db,
    reports: created?.consoleDb?.replica,
  },
});

/** The time in milliseconds that requests and background work in progress may take after the stop began. */
const stopTimeoutMs = 10_000;

/** The sandbox's provider of a cell. */
function providerOf({ provider }: CreatedAppContext): SandboxProvider {
  if (!provider) throw new Error('a cell outside the sandbox');
  return provider;
}

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
