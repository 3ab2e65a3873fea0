import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** The worker may read this origin and nothing else. */
const policy = "default-src 'none'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Serves the service worker that caches pages on the phone. With `cachesPages` false it serves the one that
 * removes everything: browsers compare the worker with the server's at each navigation, so each phone gets it
 * with its next visit.
 */
export function serveWorker(
  app: FastifyInstance,
  { webDir, cachesPages }: { readonly webDir: string; readonly cachesPages: boolean },
): void {
  const script = readFileSync(join(webDir, 'workers', cachesPages ? 'worker.js' : 'ended.js'));
  app.get('/hiram-worker.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .send(script),
  );
}
