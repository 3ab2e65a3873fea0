import Fastify, { type FastifyInstance } from 'fastify';
import { answerUnparsed, securityHeaders } from './headers.ts';

/**
 * Creates the listener of METRICS_PORT, which answers `/metrics` alone. It has no TLS: it is reached inside
 * the lender's network.
 */
export function createMetricsServer(metricsText: () => Promise<string>): FastifyInstance {
  const app = Fastify({
    logger: false,
    clientErrorHandler: answerUnparsed(false),
    http: { requireHostHeader: false },
  });
  securityHeaders(app, false);
  app.get('/metrics', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(await metricsText()),
  );
  return app;
}
