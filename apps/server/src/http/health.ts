import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { House } from '../house.ts';
import { watch } from './watching.ts';

/** The database may take so long to say that it is there: less than a load balancer waits for us to say so. */
const patienceMs = 700;

/** Whether the database answers now. However often it is asked while the database is silent, one question is under way. */
function probeOf(house: House): () => Promise<boolean> {
  let probe: Promise<boolean> | undefined;
  return async () => {
    probe ??= sql`select 1`
      .execute(house.db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        probe = undefined;
      });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, patienceMs, false);
    });
    return Promise.race([probe, late]).finally(() => clearTimeout(timer));
  };
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
  const refusals = new Counter({
    name: 'hiram_refusals',
    help: 'Calls that were refused, by the reason',
    labelNames: ['call', 'outcome'],
    registers: [registry],
  });
  watch(registry, house);
  app.addHook('onResponse', async (request, reply) => {
    const { config, url } = request.routeOptions;
    const { call } = config;
    if (call) duration.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    const outcome = request.told?.outcome ?? 'done';
    if (outcome !== 'done') refusals.inc({ call: call ?? url ?? '', outcome });
  });
  const databaseAnswers = probeOf(house);
  const isClockTrusted = () => {
    try {
      return house.clock.now() !== undefined;
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
    if (await databaseAnswers()) return { status: 'ready' };
    return reply.code(404).send({ status: 'database away' });
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
    /** From now on readiness says no, so that a load balancer sends nothing more; what comes is still answered. */
    leave(): void;
  }
}
