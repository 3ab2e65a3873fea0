/**
 * Loaded before a server (`node --import`): every call of its API takes `BENCH_CALL_MS` milliseconds more,
 * also those that the server begins for a document. The server then decides what to send first as it does
 * with a slow database. Calls of the sandbox, with which a benchmark prepares its borrowers, take no longer.
 */
import { subscribe } from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';

const callMs = Number(process.env.BENCH_CALL_MS);

/** The used part of a server that Fastify has just created. */
interface Created {
  addHook(name: 'onRequest', hook: (request: { readonly url: string }) => Promise<void>): void;
}

subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { readonly fastify: Created };
  fastify.addHook('onRequest', async ({ url }) => {
    if (/^\/api\/(?!sandbox)/.test(url)) await pause(callMs);
  });
});
