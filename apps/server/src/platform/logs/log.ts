import { hostname } from 'node:os';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type DestinationStream, pino } from 'pino';
import { release } from '../release.ts';
import { traceNow } from '../tracing/trace.ts';
import { safeMessage } from './safe-message.ts';

/**
 * The server's logger. A line names the call, never the URL with its query and never a body, because they contain tokens,
 * phones, codes and account numbers. Fields that handlers add are also redacted by name.
 */
export function createLogger(
  level: string,
  to: DestinationStream = pino.destination(1),
): ReturnType<typeof pino> {
  return pino(
    {
      level,
      // Each line of a call or a job, whoever writes it, names its trace.
      mixin: () => {
        const trace = traceNow();
        return trace ? { traceId: trace.traceId } : {};
      },
      base: { pid: process.pid, hostname: hostname(), version: release.version },
      redact: {
        paths: [
          'sessionId',
          'phone',
          'smsCode',
          'ticket',
          'password',
          'cardNo',
          'cardNumber',
          'account',
          'number',
          '*.sessionId',
          '*.phone',
          '*.smsCode',
          '*.ticket',
          '*.password',
          '*.cardNo',
          '*.cardNumber',
          '*.account',
          '*.number',
        ],
        censor: '(hidden)',
      },
      serializers: {
        // A database error's detail quotes the row that violates a constraint; its code and constraint are enough.
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

/** Fields of a request's log line: who, the outcome, and what an investigation correlates lines by. */
export interface LogFields {
  /** `done`, the rejection's reason, or the kind of fault. */
  readonly outcome?: string;
  readonly borrower?: string;
  /** The member of staff who called. */
  readonly staff?: string;
  /** A keyed digest of the phone number of an attempt: equal for equal numbers, and reveals nothing else. */
  readonly mark?: string;
  /** The way in which the caller tried to sign in: `code`, `password`, `ticket`. */
  readonly how?: string;
  /** The rejected field, as the client named it. */
  readonly field?: string;
  /** The number by which a page of the console names its request. */
  readonly page?: string;
}

/** Adds fields to the request's log line. */
export function addLogFields(request: FastifyRequest, fields: LogFields): void {
  request.logFields = { ...request.logFields, ...fields };
}

declare module 'fastify' {
  interface FastifyRequest {
    logFields: LogFields | undefined;
  }
  interface FastifyContextConfig {
    /** The contract's name of the call that a route serves. */
    call?: string;
  }
}

/** Logs one line an answer: call, caller, outcome, duration. Documents and assets are logged only if a request was rejected. */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('logFields', undefined);
  app.addHook('onResponse', async (request, reply) => {
    const { config, url } = request.routeOptions;
    if (config.call === undefined && request.logFields === undefined) return;
    const target = config.call === undefined ? { route: url } : { call: config.call };
    const ms = Math.round(reply.elapsedTime);
    request.log.info(
      {
        ...target,
        status: reply.statusCode,
        ms,
        from: request.ip,
        traceId: request.trace?.traceId,
        ...request.logFields,
      },
      'answered',
    );
  });
}
