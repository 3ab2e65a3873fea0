import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
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
  countLatePromises(registry, house);
  countDifferences(registry, house);
  watch(registry, house);
  app.addHook('onResponse', async (request, reply) => {
    const { config, url } = request.routeOptions;
    const { call } = config;
    if (call) duration.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    const outcome = request.told?.outcome ?? 'done';
    if (outcome !== 'done') refusals.inc({ call: call ?? url ?? '', outcome });
  });
  const databaseAnswers = probeOf(house);
  app.get('/health/live', async () => ({ status: 'live' }));
  let leaving = false;
  app.decorate('leave', () => {
    leaving = true;
  });
  app.get('/health/ready', async (_request, reply) => {
    // To HAProxy 404 means: nothing new, and what is under way goes on: we answer it clearly, whatever is away. To every
    // other balancer it is as good a no as any.
    if (leaving) return reply.code(404).send({ status: 'leaving' });
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

/** What providers' statements and our books do not agree on, until somebody has made it good. */
function countDifferences(registry: Registry, house: House): void {
  new Gauge({
    name: 'hiram_reconciliation_differences',
    help: 'Open differences between the statements of providers and the books',
    labelNames: ['provider', 'reason'],
    registers: [registry],
    async collect() {
      this.reset();
      const rows = await house.db
        .selectFrom('reconciliation_difference')
        .select((eb) => ['provider', 'reason', eb.fn.countAll<number>().as('open')])
        .where('resolved_at', 'is', null)
        .groupBy(['provider', 'reason'])
        .execute();
      for (const { provider, reason, open } of rows) this.set({ provider, reason }, open);
    },
  });
}

/** TERM-02: decisions and payouts past their promised day, as the lender's alerts see them. */
function countLatePromises(registry: Registry, house: House): void {
  new Gauge({
    name: 'hiram_late_promises',
    help: 'Decisions and creditings past their promised day',
    labelNames: ['brand', 'promise'],
    registers: [registry],
    async collect() {
      for (const brand of house.brands.values()) {
        const today = await house.clock.today(house.db, brand.timeZone);
        const rows = await house.db
          .selectFrom('late_promise')
          .select((eb) => ['promise', eb.fn.countAll<number>().as('late')])
          .where('brand', '=', brand.id)
          .where('promised_by', '<', today)
          .groupBy('promise')
          .execute();
        for (const promise of ['decision', 'crediting'] as const)
          this.set({ brand: brand.id, promise }, rows.find((row) => row.promise === promise)?.late ?? 0);
      }
    },
  });
}
