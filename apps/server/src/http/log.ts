import type { FastifyInstance } from 'fastify';
import { type DestinationStream, pino } from 'pino';

/**
 * The server's logger. A line names the call, never the address with its query, never a body: tokens, phones, codes and
 * account numbers travel there. What handlers add is redacted by name besides.
 */
export function createLogger(
  level: string,
  to: DestinationStream = pino.destination(1),
): ReturnType<typeof pino> {
  return pino(
    {
      level,
      redact: {
        paths: [
          'sessionId',
          'phone',
          'smsCode',
          'ticket',
          'password',
          'cardNo',
          'account',
          'number',
          '*.sessionId',
          '*.phone',
          '*.smsCode',
          '*.ticket',
          '*.password',
          '*.cardNo',
          '*.account',
          '*.number',
        ],
        censor: '(hidden)',
      },
      serializers: {
        // A database error's detail quotes the row that broke a rule; its code and constraint say enough.
        err: (error: Error & { code?: string; constraint?: string }) => ({
          type: error.name,
          message: error.message,
          code: error.code,
          constraint: error.constraint,
          stack: error.stack,
        }),
      },
    },
    to,
  );
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract's name of the call that a route serves. */
    call?: string;
  }
}

/** One line an answer: which call, how it ended, how long it took. Documents and assets are not worth a line. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config;
    if (call)
      request.log.info({ call, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, 'answered');
  });
}
