import { randomUUID } from 'node:crypto';
import type { Call } from '@hiram/contract/call';
import { commonCodes, type Envelope } from '@hiram/contract/envelope';
import { maskAnswer } from '@hiram/contract/mask';
import { isMasked } from '@hiram/contract/masked';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Translate } from '../brands/texts/translate.ts';
import type { AppContext } from '../context/app-context.ts';
import { ClockSkewed } from '../platform/clock/clock-guard.ts';
import {
  BadRequest,
  KeyConflict,
  NotFound,
  NotSignedIn,
  NotYet,
  TooMany,
  Unavailable,
} from '../platform/errors/rejection.ts';
import { addLogFields } from '../platform/logs/log.ts';

interface Fault {
  /** The outcome in the log. */
  readonly outcome: string;
  readonly status: number;
  readonly envelope: Envelope<object>;
  readonly retryAfter?: number;
}

function fault(
  outcome: keyof typeof commonCodes,
  status: number,
  message: string,
  details: { field?: string; id?: string } = {},
): Fault {
  return {
    outcome,
    status,
    envelope: { success: false, code: commonCodes[outcome], message, data: {}, ...details },
  };
}

/** Maps an error to the caller's answer. An unexpected error is a defect: its id appears in the answer and in the log. */
function faultOf(error: unknown, request: FastifyRequest, translate: Translate): Fault {
  if (error instanceof NotSignedIn) return fault('notSignedIn', 401, translate('common.notSignedIn'));
  if (error instanceof NotFound) return fault('notFound', 404, translate('common.notFound'));
  if (error instanceof BadRequest)
    return fault('badRequest', 400, translate('common.badRequest', { field: error.field }), {
      field: error.field,
    });
  if (error instanceof KeyConflict) return fault('conflict', 409, translate('common.conflict'));
  if (error instanceof TooMany)
    return {
      ...fault('tooMany', 429, translate('common.tooMany', { seconds: error.seconds })),
      retryAfter: error.seconds,
    };
  if (error instanceof Unavailable || error instanceof ClockSkewed || isDatabaseAway(error)) {
    if (error instanceof NotYet) request.log.info({ reason: error.message }, 'not yet');
    else request.log.warn({ err: error }, 'unavailable');
    return { ...fault('unavailable', 503, translate('common.unavailable')), retryAfter: 5 };
  }
  if (isUnreadable(error))
    return fault('badRequest', 400, translate('common.badRequest', { field: 'body' }), {
      field: 'body',
    });
  const id = randomUUID();
  request.log.error({ err: error, id }, 'fault');
  return fault('fault', 500, translate('common.fault', { id }), { id });
}

/** Reports whether the HTTP layer rejected the body: invalid JSON, too large, of an unknown type. */
export function isUnreadable(error: unknown): boolean {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' && status >= 400 && status < 500;
}

/**
 * Reports whether the database is unavailable: connection refused or lost, too many connections, shutting
 * down (PostgreSQL's classes 08, 53 and 57P, and socket errors). A database that is too slow counts too: a
 * statement or lock timeout (57014, 55P03), a transaction that was ended meanwhile (25P03), or repeated
 * conflicts (40001, 40P01).
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return (
    /^(08|53|57P|57014|55P03|25P03|40001|40P01)/.test(code) ||
    /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT)$/.test(code) ||
    // A local socket that does not exist; a missing file is our own fault.
    (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') ||
    /connection terminated|not queryable|timeout exceeded when trying to connect/i.test(error.message)
  );
}

/** Sets an error's status and headers and adds its log fields. Returns the envelope in the caller's language. */
export function beginFault(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  translate: Translate,
): Envelope<object> {
  const { outcome, status, envelope, retryAfter } = faultOf(error, request, translate);
  addLogFields(request, {
    outcome,
    ...(envelope.field === undefined ? {} : { field: envelope.field.slice(0, 64) }),
  });
  reply.code(status).header('cache-control', 'no-store');
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return envelope;
}

interface AnsweredCall {
  /** Undefined before the call is known. */
  readonly call?: Call;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly appContext: AppContext;
  readonly translate: Translate;
}

/** Answers an error in the envelope, in the caller's language, masked if the call is masked. */
export function answerFault(
  error: unknown,
  { call, request, reply, appContext, translate }: AnsweredCall,
): FastifyReply {
  const envelope = beginFault(request, reply, error, translate);
  return reply.send(
    call && isMasked(call, 'answer', appContext.mask.scope)
      ? maskAnswer(call, envelope, appContext.mask.table)
      : envelope,
  );
}
