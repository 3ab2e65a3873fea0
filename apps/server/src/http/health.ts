import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { House } from '../house.ts';

export interface Metrics {
  readonly registry: Registry;
}

/** Liveness, readiness and metrics. Metrics stay off the public port in production; METRICS_PORT serves them. */
export function healthRoutes(app: FastifyInstance, house: House): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'hiram_' });
  const duration = new Histogram({
    name: 'hiram_call_seconds',
    help: 'Time to answer a call, in seconds',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config;
    if (call) duration.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
  });
  app.get('/health/live', async () => ({ status: 'live' }));
  app.get('/health/ready', async (_request, reply) => {
    try {
      await sql`select 1`.execute(house.db);
      return { status: 'ready' };
    } catch {
      return reply.code(503).send({ status: 'database away' });
    }
  });
  const serveMetrics = async () => registry.metrics();
  if (house.config.sandbox && house.config.metricsPort === undefined)
    app.get('/metrics', async (_request, reply) =>
      reply.type(registry.contentType).send(await serveMetrics()),
    );
  app.decorate('metricsText', serveMetrics);
}

declare module 'fastify' {
  interface FastifyInstance {
    metricsText(): Promise<string>;
  }
}
