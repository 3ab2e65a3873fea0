import rateLimit from '@fastify/rate-limit';
import { consolePrefix } from '@hiram/contract/console/staff-call';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { answerUnparsed, applySecurityHeaders, securityHeaders } from '../../api/headers.ts';
import type { ConsoleContext } from '../../console/access/console-context.ts';
import { answerStaffFault } from '../../console/access/fault.ts';
import { consoleHeaders } from '../../console/access/headers.ts';
import { createStaffServer } from '../../console/access/serve-staff.ts';
import { staffTexts } from '../../console/access/texts.ts';
import type { Action } from '../../console/actions/action.ts';
import type { Actions } from '../../console/actions/approve.ts';
import { changeStream } from '../../console/changes/stream.ts';
import { directoryRoutes } from '../../console/directory/directory-routes.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { ConsoleSettings } from '../../context/console-config.ts';
import { ConfigError } from '../../platform/errors/config-error.ts';
import { BadRequest, NotFound, TooMany } from '../../platform/errors/rejection.ts';
import { listen } from '../../platform/http/listen.ts';
import { requestQueue } from '../../platform/http/queue/request-queue.ts';
import { logRequests } from '../../platform/logs/log.ts';
import { requestIdOf, traceRequests } from '../../platform/tracing/trace-requests.ts';
import { consoleCells } from '../cells/cell-reference.ts';
import type { Cells } from '../cells/cells.ts';
import { portOf } from '../create-context.ts';
import { areas } from './console-areas.ts';
import type { ConsoleDatabase } from './console-database.ts';
import { consolePages } from './console-pages.ts';
import { orderPageOf } from './order-page.ts';

const bodyLimit = 128 * 1024;
/** Requests a minute from one address: an office shares one, and robots send more. */
const maxRequestsPerMinute = 3_000;

const timeouts = {
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, requireHostHeader: false },
  requestTimeout: 30_000,
  connectionTimeout: 60_000,
} as const;

/** Every action that a second person can approve. */
const actions: Actions = new Map<string, Action>(
  areas.flatMap((area) => area.actions.map((action) => [action.name, action])),
);

const approvalRights = new Map([...actions].map(([name, { approvalRight }]) => [name, approvalRight]));

/** The text of every rejection, by its reason. */
const texts: Readonly<Record<string, string>> = Object.assign(
  { ...staffTexts },
  ...areas.map((area) => area.texts),
);

/** Builds the console's app for its own listener; it does not listen yet. No route of it is on the public port. */
async function createConsoleApp(
  context: ConsoleContext,
  { log, countCallsOf }: Pick<FastifyInstance, 'log' | 'countCallsOf'>,
  isHttps: boolean,
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    genReqId: requestIdOf(context.appContext.config.trustProxy !== false),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: context.appContext.config.trustProxy,
    bodyLimit,
    ...timeouts,
    return503OnClosing: false,
    clientErrorHandler: answerUnparsed(isHttps),
    // No hook runs for a malformed URL.
    frameworkErrors: (_error, request, reply) => {
      applySecurityHeaders(reply, isHttps);
      answerStaffFault(request, reply, new BadRequest('address', 'is no address'));
    },
  });
  securityHeaders(app, isHttps);
  consoleHeaders(app);
  traceRequests(app, context.appContext.config.trustProxy !== false);
  logRequests(app);
  countCallsOf(app);
  // JSON is the only type of body: a form of another site cannot send it.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler((error, request, reply) => answerStaffFault(request, reply, error));
  app.setNotFoundHandler((request, reply) => answerStaffFault(request, reply, new NotFound('no route')));
  await app.register(
    async (api) => {
      await api.register(rateLimit, {
        max: maxRequestsPerMinute,
        timeWindow: '1 minute',
        errorResponseBuilder: (_request, { ttl }) => new TooMany(Math.ceil(ttl / 1000)),
      });
      const server = createStaffServer(api, context, requestQueue(), texts);
      for (const area of areas) area.routes(server, actions);
      changeStream(api, context);
      directoryRoutes(api, context);
    },
    { prefix: consolePrefix },
  );
  await consolePages(app, context.appContext.config);
  return app;
}

export interface RunningConsole {
  readonly app: FastifyInstance;
  readonly port: number;
  readonly url: string;
}

/**
 * Starts the console on its own port, beside the public app, with its log and its counters. Throws
 * ConfigError if the port is not available.
 */
export async function startConsole(
  appContext: AppContext,
  { db, reports }: ConsoleDatabase,
  settings: ConsoleSettings,
  publicApp: Pick<FastifyInstance, 'log' | 'countCallsOf'>,
  cells?: Cells,
): Promise<RunningConsole> {
  const url = (): string => settings.url ?? `http://localhost:${portOf(app)}`;
  const contextOf = (of: AppContext, own: Pick<ConsoleDatabase, 'db' | 'reports'>): ConsoleContext => {
    const ownContext = { ...of, db: own.db };
    const { reports: ownReports } = own;
    return {
      appContext: ownContext,
      reports: ownReports,
      cells: undefined,
      approvalRights,
      origin: url,
      orderPage: orderPageOf(ownContext),
    };
  };
  const home = contextOf(appContext, { db, reports });
  const context = cells ? { ...home, cells: consoleCells(cells, home, contextOf) } : home;
  const isHttps = settings.url?.startsWith('https:') ?? false;
  let app = await createConsoleApp(context, publicApp, isHttps);
  try {
    await listen(app, { port: settings.port, host: settings.host, setting: 'CONSOLE_PORT' });
  } catch (error) {
    await app.close();
    if (settings.isPortFixed || !(error instanceof ConfigError)) throw error;
    app = await createConsoleApp(context, publicApp, isHttps);
    await listen(app, { port: 0, host: settings.host, setting: 'CONSOLE_PORT' });
  }
  return { app, port: portOf(app), url: url() };
}
