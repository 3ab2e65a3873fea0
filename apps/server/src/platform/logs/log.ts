import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import { safeMessage } from './safe-message.ts';

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
        err: (error: Error & { code?: string; constraint?: string }) => {
          const message = safeMessage(error, '');
          return {
            type: error.name,
            message,
            code: error.code,
            constraint: error.constraint,
            stack: error.stack?.replace(error.message, () => message),
          };
        },
      },
    },
    to,
  );
}

/** What a line says of a request beside its call: who, how it ended, and what an investigation joins lines by. */
export interface LogFields {
  /** `done`, or the refusal's reason, or what kind of fault it was. */
  readonly outcome?: string;
  readonly borrower?: string;
  /** A keyed digest of the number that somebody tried: equal for equal numbers, and says nothing else. */
  readonly mark?: string;
  /** How somebody tried to sign in: `code`, `password`, `ticket`. */
  readonly how?: string;
  /** The field that was refused, as its sender named it. */
  readonly field?: string;
}

/** Adds to what the request's line will say. */
export function addLogFields(request: FastifyRequest, more: LogFields): void {
  request.told = { ...request.told, ...more };
}

declare module 'fastify' {
  interface FastifyRequest {
    told: LogFields | undefined;
  }
  interface FastifyContextConfig {
    /** The contract's name of the call that a route serves. */
    call?: string;
  }
}

/**
 * One line an answer: which call, from where, by whom, how it ended, how long it took. Documents and assets are not worth a
 * line, save where something was refused.
 */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('told', undefined);
  app.addHook('onResponse', async (request, reply) => {
    const { config, url } = request.routeOptions;
    if (config.call === undefined && request.told === undefined) return;
    const what = config.call === undefined ? { route: url } : { call: config.call };
    const ms = Math.round(reply.elapsedTime);
    request.log.info(
      { ...what, status: reply.statusCode, ms, from: request.ip, ...request.told },
      'answered',
    );
  });
}
