import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { endSpan, newTrace, runInTrace, type Trace } from './trace.ts';

const requestIdPattern = /^[\w-]{8,64}$/;

const only = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined);

/**
 * The request's id in the log. A load balancer in front, if TRUST_PROXY names one, chooses it by `X-Request-Id`, and its own log
 * has the same; a caller without one in between cannot.
 */
export function requestIdOf(isBehindProxy: boolean): (request: Pick<IncomingMessage, 'headers'>) => string {
  return ({ headers }) => {
    const given = isBehindProxy ? only(headers['x-request-id']) : undefined;
    return given !== undefined && requestIdPattern.test(given) ? given : randomUUID();
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace | undefined;
  }
}

/** Runs each request in a span of its own, in the trace that `traceparent` names if a load balancer is in front. */
export function traceRequests(app: FastifyInstance, isBehindProxy: boolean): void {
  app.decorateRequest('trace', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    const trace = newTrace(isBehindProxy ? only(request.headers.traceparent) : undefined);
    request.trace = trace;
    runInTrace(trace, done);
  });
  app.addHook('onResponse', async (request, reply) => {
    if (!request.trace) return;
    const { config, url = 'other' } = request.routeOptions;
    endSpan(request.trace, {
      // The route's pattern, never the address: that contains tokens.
      name: `${request.method} ${config.call ?? url}`,
      kind: 'server',
      startedAt: Date.now() - reply.elapsedTime,
      ms: reply.elapsedTime,
      isFailed: reply.statusCode >= 500,
      attributes: {
        'http.request.method': request.method,
        'http.route': url,
        'http.response.status_code': reply.statusCode,
        'hiram.request_id': request.id,
      },
    });
  });
}
