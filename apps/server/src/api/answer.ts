import type { Call, CallOutput, RejectionOf, WireOutput } from '@hiram/contract/call';
import { commonCodes, type Envelope } from '@hiram/contract/envelope';
import { maskAnswer } from '@hiram/contract/mask';
import { isMasked } from '@hiram/contract/masked';
import { toWire, wireName } from '@hiram/contract/wire';
import type { FastifyReply } from 'fastify';
import { rejectionText, type Translate } from '../brands/texts/translate.ts';
import type { AppContext } from '../context/app-context.ts';
import { isRejection, type Rejection } from '../platform/errors/rejection.ts';
import { declaredOutput } from './declared-output.ts';

/** A handler's answer under its wire names, or its rejection. Stored answers have wire names too. */
export async function answerOf<C extends Call>(
  call: C,
  answering: Promise<CallOutput<C> | Rejection<RejectionOf<C>>>,
): Promise<WireOutput<C> | Rejection<RejectionOf<C>>> {
  const answer = await answering;
  return isRejection(answer) ? answer : toWire(call.output as C['output'], answer);
}

interface Answering {
  readonly call: Call;
  readonly reply: FastifyReply;
  readonly appContext: AppContext;
  readonly translate: Translate;
}

/** Answers a call's result in the envelope, masked if the call is masked. */
export function send(result: object, { call, reply, appContext, translate }: Answering): FastifyReply {
  const answer = envelope(
    call,
    isRejection(result) ? result : declaredOutput(call, result, reply.log),
    translate,
  );
  reply.header('cache-control', 'no-store');
  return reply.send(
    isMasked(call, 'answer', appContext.mask.scope)
      ? maskAnswer(call, answer, appContext.mask.table)
      : answer,
  );
}

function envelope(call: Call, result: object, translate: Translate): Envelope<unknown> {
  if (!isRejection(result)) return { success: true, code: call.success, message: '', data: result };
  const message = result.text ?? translate(rejectionText(result.rejected, result.textId), result.values);
  const code = call.rejections[result.rejected] ?? commonCodes.badRequest;
  return {
    success: false,
    code,
    message,
    data: {},
    ...(result.field ? { field: wireName(call.input, result.field) } : {}),
    ...(result.seconds === undefined ? {} : { seconds: result.seconds }),
  };
}
