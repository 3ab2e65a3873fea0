import cors from '@fastify/cors';
import formbody from '@fastify/formbody';
import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit';
import { headerPairs, proofHeaders } from '@hiram/contract/context';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { createServer } from '../api/create-server.ts';
import { docsRoutes } from '../api/docs.ts';
import { answerFault } from '../api/fault.ts';
import { answerUnparsed, applySecurityHeaders, securityHeaders } from '../api/headers.ts';
import { healthRoutes } from '../api/health.ts';
import { cellOfRequest, type ServedCells } from '../api/open-cell.ts';
import type { Server } from '../api/serve.ts';
import type { CellDatabases } from '../api/server-metrics.ts';
import { translateToEnglish } from '../brands/texts/translate.ts';
import type { AppContext } from '../context/app-context.ts';
import { accountRoutes } from '../features/account/routes.ts';
import { arrangementRoutes } from '../features/arrangement/routes.ts';
import { bankRoutes } from '../features/bank/routes.ts';
import { calculatorRoutes } from '../features/calculator/routes.ts';
import { certifyRoutes } from '../features/certify/routes.ts';
import { complaintRoutes } from '../features/complaint/routes.ts';
import { agreementView } from '../features/confirm/agreement-page.ts';
import { confirmRoutes } from '../features/confirm/routes.ts';
import { deviceRoutes } from '../features/device/routes.ts';
import { feedRoutes } from '../features/feed/routes.ts';
import { logoImages } from '../features/home/logo-images.ts';
import { homeRoutes } from '../features/home/routes.ts';
import { contractRoutes } from '../features/info/contracts.ts';
import { infoRoutes } from '../features/info/routes.ts';
import { jointLoginRoutes } from '../features/joint-login/routes.ts';
import { legacyRoutes } from '../features/legacy/routes.ts';
import { messageRoutes } from '../features/messages/routes.ts';
import { orderRoutes } from '../features/order/routes.ts';
import { pictureRoutes } from '../features/pictures/routes.ts';
import { captchaImages } from '../features/promotion/captcha-image.ts';
import type { Promotion } from '../features/promotion/promotion.ts';
import { promotionRoutes } from '../features/promotion/routes.ts';
import { codeImages } from '../features/repay/code-image.ts';
import { repayRoutes } from '../features/repay/routes.ts';
import { trackingRoutes } from '../features/tracking/routes.ts';
import { webhookRoutes } from '../features/webhooks/routes.ts';
import { inCell } from '../platform/cells/current-cell.ts';
import { BadRequest, TooMany } from '../platform/errors/rejection.ts';
import { requestPriority } from '../platform/http/queue/request-priority.ts';
import { queuePages, queueRequests, requestQueue } from '../platform/http/queue/request-queue.ts';
import { acceptUploads } from '../platform/http/uploads/upload.ts';
import { logRequests } from '../platform/logs/log.ts';
import { requestIdOf, traceRequests } from '../platform/tracing/trace-requests.ts';
import type { WebhookReader } from '../providers/ports/webhook.ts';
import { serveHost } from '../sandbox/host.ts';
import type { SandboxProvider } from '../sandbox/provider/provider.ts';
import { sandboxRoutes } from '../sandbox/routes/routes.ts';
import { basePrefix } from './base-prefix.ts';
import { visitorRoutes } from './visitor-pages/routes.ts';
import { serveWebApp } from './web/routes.ts';

/** The only headers that the two clients send (NET-03). */
const corsHeaders = [
  'Content-Type',
  'X-Requested-With',
  'Idempotency-Key',
  ...Object.keys({ ...headerPairs.json, ...headerPairs.form }),
  proofHeaders.page,
];

const bodyLimit = 64 * 1024;

/**
 * Requests a minute from one address before a server rejects more. It is high because many phones share an address; it stops
 * robots.
 */
const floodLimit = 6_000;

const floodLimitOptions: RateLimitPluginOptions = {
  max: floodLimit,
  timeWindow: '1 minute',
  errorResponseBuilder: (_request, { ttl }) => new TooMany(Math.ceil(ttl / 1000)),
};

/**
 * Timeouts in milliseconds: for a request's headers, for the whole request (a picture over a slow connection), and without
 * activity. Slower clients are disconnected, so that they cannot occupy our connections.
 */
const timeouts = {
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, requireHostHeader: false },
  requestTimeout: 60_000,
  connectionTimeout: 90_000,
} as const;

/** Dependencies of the app besides the AppContext. */
export interface AppOptions {
  readonly log: FastifyBaseLogger;
  readonly webhooks: ReadonlyMap<string, WebhookReader>;
  /** The sandbox's provider; undefined in production, where none of its routes exist. */
  readonly sandbox: SandboxProvider | undefined;
  /** The simulated host's origin, or empty. Called only once the server listens. */
  readonly hostOrigin: () => string;
  /** The address of the console, or empty. Called only once the console listens. */
  readonly consoleUrl: () => string;
  /** The pools of each cell that answers, for the metrics. */
  readonly databases: () => readonly CellDatabases[];
  /** The cells that this server serves; undefined: one. */
  readonly cells: ServedCells | undefined;
}

/** Builds the whole app; it does not listen yet. */
export async function createApp(appContext: AppContext, options: AppOptions): Promise<FastifyInstance> {
  const { sandbox, hostOrigin, cells } = options;
  const app = createFastify(appContext, options.log);
  healthRoutes(app, appContext, options.databases, cells);
  // A call chooses its cell by its input.
  if (cells)
    app.addHook('preHandler', (request, _reply, done) => {
      if ('call' in request.routeOptions.config) done();
      else cellOfRequest(cells, request).then((cell) => inCell(cell, done), done);
    });
  const order = requestPriority();
  const queue = requestQueue(order);
  // Turns of their own: a page is sent while its address's calls wait for the database.
  const pageHooks = queuePages(requestQueue(order));
  let promotion: Promotion | undefined;
  await app.register(
    async (api) => {
      await acceptCalls(api, appContext);
      const server = createServer(api, appContext, { queue, cells });
      promotion = featureRoutes(server);
      logoImages(api, appContext);
      if (sandbox) {
        sandboxRoutes(server, sandbox, () => ({ origin: hostOrigin(), consoleUrl: options.consoleUrl() }));
        docsRoutes(api);
      }
      await api.register(async (scope) => {
        queueRequests(scope, queue);
        pictureRoutes(scope, appContext);
        captchaImages(scope, appContext);
        contractRoutes(scope, appContext);
        agreementView(scope, appContext);
        codeImages(scope, appContext);
      });
      await api.register(async (scope) => feedRoutes(scope, appContext, cells));
      await api.register(async (scope) => webhookRoutes(scope, appContext, options.webhooks));
    },
    { prefix: basePrefix },
  );
  const settings = () => ({
    apiBase: basePrefix,
    sandbox: appContext.config.sandbox,
    hostOrigin: hostOrigin(),
    cachesPages: appContext.config.cachesOnPhone,
  });
  await serveWebApp(app, appContext, { settings, pageHooks });
  if (!promotion) throw new Error('the promotion has no routes');
  const landing = promotion;
  await app.register(async (scope) => {
    await scope.register(formbody);
    await scope.register(rateLimit, floodLimitOptions);
    scope.addHook('onRequest', pageHooks.onRequest).addHook('onSend', pageHooks.onSend);
    await visitorRoutes(scope, appContext, landing, settings);
  });
  if (sandbox) await serveHost(app, appContext, { hostOrigin, consoleUrl: options.consoleUrl });
  return app;
}

/** The HTTP server: limits, log lines, security headers, and an answer for every error. */
function createFastify(appContext: AppContext, log: FastifyBaseLogger): FastifyInstance {
  const https = appContext.config.publicUrl.startsWith('https:');
  const app = Fastify({
    loggerInstance: log,
    genReqId: requestIdOf(appContext.config.trustProxy !== false),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: appContext.config.trustProxy,
    bodyLimit,
    ...timeouts,
    // On a slow machine a press that fills the sandbox is answered after minutes.
    ...(appContext.config.sandbox ? { connectionTimeout: 600_000 } : {}),
    // Requests that arrive during the stop are answered normally, and their connections close.
    return503OnClosing: false,
    clientErrorHandler: answerUnparsed(https),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 600 },
    // No hook runs for a malformed URL, and the router's own answer would contain the URL with its query.
    frameworkErrors: (_error, request, reply) => {
      applySecurityHeaders(reply, https);
      const error = new BadRequest('address', 'is no address');
      answerFault(error, { request, reply, appContext, translate: translateToEnglish });
    },
  });
  securityHeaders(app, https);
  traceRequests(app, appContext.config.trustProxy !== false);
  logRequests(app);
  app.setErrorHandler((error, request, reply) =>
    answerFault(error, { request, reply, appContext, translate: translateToEnglish }),
  );
  return app;
}

/** Prepares an app for calls: other origins, forms, uploads, the limit of requests. */
async function acceptCalls(api: FastifyInstance, { config }: AppContext): Promise<void> {
  if (config.corsOrigins.length > 0)
    await api.register(cors, {
      origin: [...config.corsOrigins],
      methods: ['GET', 'POST'],
      allowedHeaders: corsHeaders,
      exposedHeaders: ['Retry-After'],
      maxAge: 86_400,
    });
  await api.register(formbody);
  await acceptUploads(api);
  await api.register(rateLimit, floodLimitOptions);
}

/** The calls of every feature. Returns the promotion, which the visitors' pages use too. */
function featureRoutes(server: Server): Promotion {
  accountRoutes(server);
  arrangementRoutes(server);
  homeRoutes(server);
  deviceRoutes(server);
  confirmRoutes(server);
  certifyRoutes(server);
  complaintRoutes(server);
  messageRoutes(server);
  orderRoutes(server);
  repayRoutes(server);
  legacyRoutes(server);
  infoRoutes(server);
  bankRoutes(server);
  trackingRoutes(server);
  jointLoginRoutes(server);
  calculatorRoutes(server);
  return promotionRoutes(server);
}
