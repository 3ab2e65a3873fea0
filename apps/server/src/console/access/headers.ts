import type { FastifyInstance } from 'fastify';

/**
 * Headers of the console's answers beside the server's own: nothing is stored by a cache, embedded by another page or given a
 * device. Calls keep the policy that allows nothing at all; the console's page sets `consolePagePolicy`.
 */
const headers = {
  'cache-control': 'no-store',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'permissions-policy':
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), publickey-credentials-get=(self)',
  'x-frame-options': 'DENY',
} as const;

/** The content security policy of the console's page: its own files alone, no inline script or style. */
export const consolePagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Adds the console's headers to every answer. */
export function consoleHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
}
