import type { FastifyInstance } from 'fastify';

/** How often connections that came to rest are looked for. */
const lookMs = 50;

/**
 * Answers what is under way and takes nothing new. A connection is closed as soon as it rests: of itself the listener looks
 * once, and a client that keeps the connection of its last answer would be waited for. Nor does a client that never reads
 * its answer keep us for ever: after `ms` every connection is cut.
 */
export async function closeWithin(app: FastifyInstance, ms: number): Promise<void> {
  const look = setInterval(() => app.server.closeIdleConnections(), lookMs);
  const cut = setTimeout(() => app.server.closeAllConnections(), ms);
  try {
    await app.close();
  } finally {
    clearInterval(look);
    clearTimeout(cut);
  }
}
