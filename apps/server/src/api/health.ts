import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { AppContext } from '../context/app-context.ts';
import { databaseProbe } from '../platform/http/database-probe.ts';
import { countCalls } from '../platform/metrics/call-metrics.ts';
import { watch } from './metrics.ts';

/** Liveness, readiness and metrics. Metrics stay off the public port in production; METRICS_PORT serves them. */
export function healthRoutes(app: FastifyInstance, appContext: AppContext): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'hiram_' });
  countCalls(app, registry);
  const databaseState = databaseProbe(appContext.db);
  watch(registry, appContext, async () => ((await databaseState()) === 'well' ? 1 : 0));
  const isClockTrusted = () => {
    try {
      return appContext.clock.now() !== undefined;
    } catch {
      return false;
    }
  };
  app.get('/health/live', async () => ({ status: 'live' }));
  let leaving = false;
  app.decorate('leave', () => {
    leaving = true;
  });
  // A proxy that keeps connections opens its next one elsewhere, and none is left when we are gone.
  app.addHook('onSend', async (_request, reply) => {
    if (leaving) reply.header('connection', 'close');
  });
  app.get('/health/ready', async (_request, reply) => {
    // To HAProxy 404 means: nothing new, and what is under way goes on: we answer it clearly, whatever is away. To every
    // other balancer it is as good a no as any.
    if (leaving) return reply.code(404).send({ status: 'leaving' });
    if (!isClockTrusted()) return reply.code(404).send({ status: 'clock wrong' });
    const state = await databaseState();
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

declare module 'fastify' {
  interface FastifyInstance {
    metricsText(): Promise<string>;
    /** From now on readiness says no, so that a load balancer sends nothing more; what comes is still answered. */
    leave(): void;
  }
}
