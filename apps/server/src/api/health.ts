import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { AppContext } from '../context/app-context.ts';
import type { Db } from '../platform/database/connection/connect.ts';
import { type DatabaseState, databaseProbe } from '../platform/http/database-probe.ts';
import { countCalls } from '../platform/metrics/call-metrics.ts';
import { release } from '../platform/release.ts';
import { registerMetrics } from './metrics.ts';
import type { ServedCells } from './open-cell.ts';
import { type CellDatabases, measureServer } from './server-metrics.ts';

/** Liveness, readiness and metrics. In production the public port serves no metrics; METRICS_PORT serves them. */
export function healthRoutes(
  app: FastifyInstance,
  appContext: AppContext,
  databases: () => readonly CellDatabases[],
  cells: ServedCells | undefined,
): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'hiram_' });
  app.decorate('countCallsOf', countCalls(app, registry));
  countRelease(registry);
  const probes = new Map<Db, ReturnType<typeof databaseProbe>>();
  const stateOf = ({ db }: AppContext): Promise<DatabaseState> => {
    const probe = probes.get(db) ?? databaseProbe(db);
    probes.set(db, probe);
    return probe();
  };
  const home = cells?.home ?? appContext;
  measureServer(registry, appContext.config, databases);
  registerMetrics(registry, { appContext: home, cells }, async (own) =>
    (await stateOf(own)) === 'well' ? 1 : 0,
  );
  const isClockTrusted = () => {
    try {
      return appContext.clock.now() !== undefined;
    } catch {
      return false;
    }
  };
  app.get('/health/live', async () => ({ status: 'live' }));
  // `from`: whom the server takes the caller for, to try the load balancer with (`hiram doctor`).
  app.get('/health', async (request) => ({
    status: 'live',
    version: release.version,
    commit: release.commit,
    from: request.ip,
  }));
  let isLeaving = false;
  app.decorate('leave', () => {
    isLeaving = true;
  });
  // A proxy with persistent connections then opens its next connection to another server.
  app.addHook('onSend', async (_request, reply) => {
    if (isLeaving) reply.header('connection', 'close');
  });
  app.get('/health/ready', async (_request, reply) => {
    // To HAProxy, 404 means: no new requests, but requests in progress continue. To other load balancers it means not
    // ready, like any error status.
    if (isLeaving) return reply.code(404).send({ status: 'leaving' });
    if (!isClockTrusted()) return reply.code(404).send({ status: 'clock wrong' });
    if (cells) {
      // One cell that is away stops nobody else's: a server is ready while it can serve somebody.
      const states = await statesOf(cells, stateOf);
      const isReady = Object.values(states).includes('well');
      return reply.code(isReady ? 200 : 404).send({ status: isReady ? 'ready' : 'no cell', cells: states });
    }
    const state = await stateOf(home);
    if (state === 'well') return { status: 'ready' };
    return reply.code(404).send({ status: `database ${state}` });
  });
  const serveMetrics = async () => registry.metrics();
  if (appContext.config.sandbox && appContext.config.metricsPort === undefined)
    app.get('/metrics', async (_request, reply) =>
      reply.type(registry.contentType).send(await serveMetrics()),
    );
  app.decorate('metricsText', serveMetrics);
}

/** The state of each cell's database, by the cell's number. */
async function statesOf(
  cells: ServedCells,
  stateOf: (own: AppContext) => Promise<DatabaseState>,
): Promise<Readonly<Record<string, DatabaseState>>> {
  const states = [...cells.all()].map(async ([id, own]) => [id, own ? await stateOf(own) : 'away'] as const);
  return Object.fromEntries(await Promise.all(states));
}

/** The release as labels, so that a graph shows which servers run which one. */
function countRelease(registry: Registry): void {
  const gauge = new Gauge({
    name: 'hiram_build_info',
    help: 'Always 1; the labels say which release runs',
    labelNames: ['version', 'commit'],
    registers: [registry],
  });
  gauge.set({ version: release.version, commit: release.commit }, 1);
}

declare module 'fastify' {
  interface FastifyInstance {
    metricsText(): Promise<string>;
    /** Counts the calls of another listener in the same metrics. */
    countCallsOf(other: FastifyInstance): void;
    /**
     * Makes readiness fail from now on, so that a load balancer sends no more requests. Requests that still arrive are
     * answered.
     */
    leave(): void;
  }
}
