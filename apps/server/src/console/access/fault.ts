import { randomUUID } from 'node:crypto';
import { awayHeader, type StaffCall } from '@hiram/contract/console/staff-call';
import { type StaffEnvelope, staffCodes } from '@hiram/contract/console/staff-envelope';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway, isUnreadable } from '../../api/fault.ts';
import { ClockSkewed } from '../../platform/clock/clock-guard.ts';
import {
  BadRequest,
  CellAway,
  NotFound,
  NotSignedIn,
  type Rejection,
  TooMany,
  Unavailable,
} from '../../platform/errors/rejection.ts';
import { addLogFields } from '../../platform/logs/log.ts';
import { ForeignOrigin, MissingRight, NoLimit, PasskeyNeeded, SessionLocked } from './errors.ts';
import { filledText, staffText } from './texts.ts';

type Details = Partial<Pick<StaffEnvelope<object>, 'field' | 'id' | 'right'>>;

interface Fault {
  readonly code: keyof typeof staffCodes;
  readonly status: number;
  readonly details?: Details;
  readonly retryAfterSeconds?: number;
}

/** Maps an error to the answer. An unexpected error is a defect: its id is in the answer and in the log. */
function faultOf(error: unknown, request: FastifyRequest): Fault {
  if (error instanceof NotSignedIn) return { code: 'notSignedIn', status: 401 };
  if (error instanceof SessionLocked) return { code: 'locked', status: 401 };
  if (error instanceof MissingRight)
    return { code: 'missingRight', status: 403, details: { right: error.right } };
  if (error instanceof PasskeyNeeded) return { code: 'passkeyNeeded', status: 403 };
  if (error instanceof NoLimit) return { code: 'noLimit', status: 403 };
  if (error instanceof ForeignOrigin) return { code: 'foreignOrigin', status: 403 };
  if (error instanceof NotFound) return { code: 'notFound', status: 404 };
  if (error instanceof BadRequest)
    return { code: 'badRequest', status: 400, details: { field: error.field } };
  if (error instanceof TooMany) return { code: 'tooMany', status: 429, retryAfterSeconds: error.seconds };
  if (error instanceof Unavailable || error instanceof ClockSkewed || isDatabaseAway(error)) {
    request.log.warn({ err: error }, 'unavailable');
    return { code: 'unavailable', status: 503, retryAfterSeconds: 5 };
  }
  if (isUnreadable(error)) return { code: 'badRequest', status: 400, details: { field: 'body' } };
  const id = randomUUID();
  request.log.error({ err: error, id }, 'fault');
  return { code: 'fault', status: 500, details: { id } };
}

/** Answers an error in the console's envelope. */
export function answerStaffFault(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const { code, status, details = {}, retryAfterSeconds } = faultOf(error, request);
  addLogFields(request, {
    outcome: code,
    ...(details.field === undefined ? {} : { field: details.field.slice(0, 64) }),
  });
  reply.code(status).header('cache-control', 'no-store');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  const away = error instanceof CellAway ? error.cell : undefined;
  if (away !== undefined) reply.header(awayHeader, String(away));
  const message = staffText(away === undefined ? (code === 'done' ? 'fault' : code) : 'cellAway', {
    ...details,
    ...(away === undefined ? {} : { cell: away }),
    ...(retryAfterSeconds === undefined ? {} : { seconds: retryAfterSeconds }),
  });
  const envelope: StaffEnvelope<object> = {
    success: false,
    code: staffCodes[code],
    message,
    data: {},
    ...details,
  };
  return reply.send(envelope);
}

/** Answers a rejection of a handler. `texts`: the text of each reason. */
export function answerRejection(
  call: StaffCall,
  reply: FastifyReply,
  { rejected, field, values }: Rejection,
  texts: Readonly<Record<string, string>>,
): FastifyReply {
  const envelope: StaffEnvelope<object> = {
    success: false,
    code: call.rejections.includes(rejected) ? rejected : staffCodes.badRequest,
    message: filledText(texts[rejected] ?? '', values),
    data: {},
    ...(field === undefined ? {} : { field }),
  };
  return reply.header('cache-control', 'no-store').send(envelope);
}
