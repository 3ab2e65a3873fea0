import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { onStatement } from '../database/statements/finished-statements.ts';
import { onProviderAnswer, providerOutcomes } from './provider-answers.ts';

/**
 * The part of an opened document behind its shell: the first view with the answer, the answer alone, or
 * nothing, because there was no answer in time, the visitor left, or too many waited already. Then the page
 * calls by itself.
 */
const pageEndings = ['view', 'answer', 'none', 'left', 'busy'] as const;

declare module 'fastify' {
  interface FastifyInstance {
    countPage(ending: (typeof pageEndings)[number]): void;
  }
}

const slowStatementMs = 1_000;
const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const;

/**
 * Counts incoming calls, requests to providers by outcome, and statements. Each call's counters start at 0 before the first
 * call, so that the first failure shows as an increase. Returns what counts the calls of another listener as well.
 */
export function countCalls(app: FastifyInstance, registry: Registry): (other: FastifyInstance) => void {
  const registers = [registry];
  const duration = new Histogram({
    name: 'hiram_call_seconds',
    help: 'Time to answer a call, in seconds',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5],
    registers,
  });
  const calls = new Counter({
    name: 'hiram_calls_total',
    help: 'Answered calls, webhooks and pages, by status class',
    labelNames: ['call', 'class'],
    registers,
  });
  const rejections = new Counter({
    name: 'hiram_refusals_total',
    help: 'Rejected calls, by reason',
    labelNames: ['call', 'outcome'],
    registers,
  });
  countOpenedPages(app, registers);
  const countCallsOf = (listener: FastifyInstance) => {
    listener.addHook('onRoute', ({ config, url, method }) => {
      if (method === 'HEAD' || method === 'OPTIONS') return;
      for (const statusClass of statusClasses)
        calls.inc({ call: config?.call ?? url, class: statusClass }, 0);
      rejections.inc({ call: config?.call ?? url, outcome: 'fault' }, 0);
    });
    listener.addHook('onResponse', async (request, reply) => {
      const { config, url } = request.routeOptions;
      const { call } = config;
      if (call) duration.observe({ call, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
      calls.inc({ call: call ?? url ?? 'other', class: `${Math.floor(reply.statusCode / 100)}xx` });
      const outcome = request.logFields?.outcome ?? 'done';
      if (outcome !== 'done') rejections.inc({ call: call ?? url ?? '', outcome });
    });
  };
  countCallsOf(app);
  const answers = new Counter({
    name: 'hiram_provider_answers_total',
    help: 'Requests to providers, by outcome',
    labelNames: ['provider', 'outcome'],
    registers,
  });
  const knownProviders = new Set<string>();
  const unsubscribe = onProviderAnswer(({ provider, outcome }) => {
    if (!knownProviders.has(provider))
      for (const initial of providerOutcomes) answers.inc({ provider, outcome: initial }, 0);
    knownProviders.add(provider);
    answers.inc({ provider, outcome });
  });
  app.addHook('onClose', async () => unsubscribe());
  countStatements(app, registers);
  return countCallsOf;
}

/** Times the statements, and logs each slow one without its values. */
function countStatements(app: FastifyInstance, registers: Registry[]): void {
  const seconds = new Histogram({
    name: 'hiram_statement_seconds',
    help: 'Time of a statement of the database, in seconds',
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 15],
    registers,
  });
  const unsubscribe = onStatement(({ text, ms, isFailed }) => {
    seconds.observe(ms / 1000);
    if (ms > slowStatementMs)
      app.log.warn({ ms: Math.round(ms), statement: text, isFailed }, 'slow statement');
  });
  app.addHook('onClose', async () => unsubscribe());
}

function countOpenedPages(app: FastifyInstance, registers: Registry[]): void {
  const pages = new Counter({
    name: 'hiram_opened_pages_total',
    help: 'Documents whose first call the server began, by what followed their shell',
    labelNames: ['ending'],
    registers,
  });
  for (const ending of pageEndings) pages.inc({ ending }, 0);
  app.decorate('countPage', (ending) => pages.inc({ ending }));
}
