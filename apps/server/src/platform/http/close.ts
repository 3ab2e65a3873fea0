import type { FastifyInstance } from 'fastify';

/** The interval at which idle connections are closed during the shutdown. */
const idleCheckMs = 50;

/**
 * Stops accepting requests and answers those in progress. Idle connections are closed every 50 ms: Fastify closes them only
 * once, and would then wait for a client that keeps its connection open. After `timeoutMs` every connection is closed, even
 * if a client never reads its answer.
 */
export async function closeWithin(app: FastifyInstance, timeoutMs: number): Promise<void> {
  const idleCheck = setInterval(() => app.server.closeIdleConnections(), idleCheckMs);
  const forceClose = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
  try {
    await app.close();
  } finally {
    clearInterval(idleCheck);
    clearTimeout(forceClose);
  }
}
