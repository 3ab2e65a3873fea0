import { createHash } from 'node:crypto';
import type { Call, CallInput, CallOutput, RejectionOf } from '@hiram/contract/call';
import type { Context } from '@hiram/contract/context';
import { commonCodes, type Envelope } from '@hiram/contract/envelope';
import { maskAnswer } from '@hiram/contract/mask';
import { isMasked } from '@hiram/contract/masked';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Brand, brandIn } from '../brands/brand.ts';
import { languageFor } from '../brands/language.ts';
import { markets } from '../brands/markets/markets.ts';
import {
  rejectionText,
  type Translate,
  translateToEnglish,
  translatorFor,
} from '../brands/texts/translate.ts';
import type { AppContext } from '../context/app-context.ts';
import { withOneToday } from '../platform/clock/clock.ts';
import { actAs } from '../platform/database/actor.ts';
import { type Db, inTransaction } from '../platform/database/connect.ts';
import { BadRequest, isRejection, type Rejection } from '../platform/errors/rejection.ts';
import { replayByKey, withIdempotencyKey } from '../platform/http/idempotency.ts';
import { readContext, readInput } from '../platform/http/input.ts';
import { networkOf } from '../platform/http/network.ts';
import { type Proof, readProof } from '../platform/http/proof.ts';
import { type Borrower, readSession } from '../platform/http/session.ts';
import type { CallTurn, CallTurns } from '../platform/http/turns.ts';
import { PlaceTakenAway, readFile } from '../platform/http/upload.ts';
import { uploadPlaces } from '../platform/http/upload-places.ts';
import { addLogFields, type LogFields } from '../platform/logs/log.ts';
import { declaredOutput } from './declared-output.ts';
import { answerFault } from './fault.ts';
import { takeKey } from './key-usage.ts';

/** What every handler is given beside its input. */
export interface RequestContext {
  readonly brand: Brand;
  readonly context: Context;
  /** What the caller shows beside the session. */
  readonly proof: Proof;
  readonly translate: Translate;
  /** The language in which we write to the caller: one of the brand's, or one in which texts are given. */
  readonly lang: string;
  /** In a `once` call the transaction that also keeps the idempotency key; else the pool. */
  readonly db: Db;
  readonly now: Date;
  /** Where it comes from, as caps count it: of IPv6 the network. */
  readonly address: string;
  readonly log: FastifyBaseLogger;
  /** Adds to what the log's line of this call says. */
  addLogFields(more: LogFields): void;
}
export interface BorrowerRequest extends RequestContext {
  readonly borrower: Borrower;
}

export type Handler<C extends Call, V extends RequestContext> = (
  input: CallInput<C>,
  requestContext: V,
) => Promise<CallOutput<C> | Rejection<RejectionOf<C>>>;

/** Serves calls of the contract: reads, checks, signs in, runs once per key, masks and answers in the envelope. */
export interface Server {
  readonly appContext: AppContext;
  /** For a signed-in borrower. */
  serve<C extends Call>(call: C, handler: Handler<C, BorrowerRequest>): void;
  /** For anyone, or for whoever tries the sandbox out. */
  serveOpen<C extends Call>(call: C, handler: Handler<C, RequestContext>): void;
  /** As `serve`, for a `once` call that asks a provider on its way and so cannot be one transaction; repeats must be harmless by themselves. */
  serveWithoutTransaction<C extends Call>(call: C, handler: Handler<C, BorrowerRequest>): void;
  /**
   * For a signed-in borrower who sends one file: `file` is the bytes of the part that the call names, empty where there was
   * none. The session is checked before the body is read; `key` names the attempt.
   */
  serveUpload<C extends Call>(call: C, handler: UploadHandler<C>): void;
}

export type UploadHandler<C extends Call> = (
  upload: { readonly file: Buffer; readonly key: string | undefined },
  requestContext: BorrowerRequest,
) => Promise<CallOutput<C> | Rejection<RejectionOf<C>>>;

export function createServer(app: FastifyInstance, appContext: AppContext, callers: CallTurns): Server {
  const signedIn = async (requestContext: RequestContext, turn: CallTurn): Promise<Borrower> => {
    const borrower = await readSession(
      appContext.db,
      requestContext,
      requestContext.brand.id,
      requestContext.now,
    );
    requestContext.addLogFields({ borrower: borrower.id });
    await turn.ofAccount(borrower.id);
    return borrower;
  };
  const keyOf = (request: FastifyRequest, requestContext: RequestContext, borrower: Borrower) =>
    takeKey(appContext, request.headers['idempotency-key'], {
      brand: requestContext.brand.id,
      borrowerId: borrower.id,
      address: requestContext.address,
      now: requestContext.now,
    });
  const places = uploadPlaces();
  const route = (
    call: Call,
    run: (request: FastifyRequest, requestContext: RequestContext, turn: CallTurn) => Promise<object>,
  ) =>
    app.route({
      method: call.method,
      url: call.path,
      config: { call: call.name },
      handler: async (request, reply) => {
        // Until its language is known, an answer is in English.
        let translate = translateToEnglish;
        let turn: CallTurn | undefined;
        try {
          const requestContext = requestContextOf(appContext, request);
          translate = requestContext.translate;
          const taken = await callers.of(requestContext.address);
          turn = taken;
          const result = await actAs(`call ${call.name}`, () =>
            withOneToday(() => run(request, requestContext, taken)),
          );
          addLogFields(request, { outcome: isRejection(result) ? result.rejected : 'done' });
          return send(call, reply, appContext, result, translate);
        } catch (error) {
          return answerFault(call, request, reply, appContext, error, translate);
        } finally {
          turn?.end();
        }
      },
    });

  return {
    appContext,
    serveOpen(call, handler) {
      route(call, async (request, requestContext) =>
        handler(readInput(call, request, appContext.mask), requestContext),
      );
    },
    serve(call, handler) {
      route(call, async (request, requestContext, turn) => {
        const borrower = await signedIn(requestContext, turn);
        const input = readInput(call, request, appContext.mask);
        if (!call.idempotent) return handler(input, { ...requestContext, borrower });
        const key = await keyOf(request, requestContext, borrower);
        return inTransaction(appContext.db, async (trx) => {
          const effect = async () =>
            rollingBackRejections(await handler(input, { ...requestContext, borrower, db: trx }));
          if (key === undefined) return effect();
          return withIdempotencyKey(
            trx,
            { cipher: appContext.cipher, borrowerId: borrower.id, call, key, input, now: requestContext.now },
            effect,
          );
        }).catch(rejectionOf);
      });
    },
    serveWithoutTransaction(call, handler) {
      route(call, async (request, requestContext, turn) => {
        const borrower = await signedIn(requestContext, turn);
        const input = readInput(call, request, appContext.mask);
        const key = await keyOf(request, requestContext, borrower);
        const effect = async () => handler(input, { ...requestContext, borrower });
        if (key === undefined) return effect();
        const use = {
          cipher: appContext.cipher,
          borrowerId: borrower.id,
          call,
          key,
          input,
          now: requestContext.now,
        };
        return replayByKey(appContext.db, use, effect, { isKept: (answer) => !isRejection(answer) });
      });
    },
    serveUpload(call, handler) {
      route(call, async (request, requestContext, turn) => {
        const borrower = await signedIn(requestContext, turn);
        const key = await keyOf(request, requestContext, borrower);
        const caller = { borrowerId: borrower.id, address: requestContext.address };
        const slow = new PlaceTakenAway('its sender was too slow');
        const place = places.take(caller, () => request.raw.destroy(slow));
        try {
          const file = await turn.without(() => readFile(call, request, place));
          place.complete();
          const effect = async () => handler({ file, key }, { ...requestContext, borrower });
          if (key === undefined) return await effect();
          // The picture itself is found again by its key, at an address that is given afresh: its answer is not kept.
          const input = { sha256: createHash('sha256').update(file).digest('hex') };
          const use = {
            cipher: appContext.cipher,
            borrowerId: borrower.id,
            call,
            key,
            input,
            now: requestContext.now,
          };
          const isKept = (answer: object) => !isRejection(answer);
          return await replayByKey(appContext.db, use, effect, { isKept, fresh: true });
        } finally {
          place.leave();
        }
      });
    },
  };
}

/** Who calls, in which language, of which brand. Throws BadRequest for a brand that this server does not have. */
export function requestContextOf(appContext: AppContext, request: FastifyRequest): RequestContext {
  const context = readContext(request);
  const brand = brandOf(appContext, context);
  const lang = languageFor(brand, context.lang);
  return {
    brand,
    context,
    proof: readProof(request, appContext.config.publicUrl.startsWith('https:')),
    // Whatever text says whom to call has the brand's own number.
    translate: (id, values) =>
      translatorFor(lang, markets[brand.market])(id, { phone: brand.servicePhone, ...values }),
    lang,
    db: appContext.db,
    now: appContext.clock.now(),
    address: networkOf(request.ip),
    log: request.log,
    addLogFields: (more) => addLogFields(request, more),
  };
}

/** Carries a refusal out of a transaction, so that nothing of it stays. */
class RefusedInTransaction extends Error {
  readonly answer: Rejection;
  constructor(answer: Rejection) {
    super(answer.rejected);
    this.answer = answer;
  }
}

function rollingBackRejections<Answer extends object>(answer: Answer | Rejection): Answer {
  if (isRejection(answer)) throw new RefusedInTransaction(answer);
  return answer;
}

function rejectionOf(error: unknown): Rejection {
  if (error instanceof RefusedInTransaction) return error.answer;
  throw error;
}

function brandOf(appContext: AppContext, context: Context): Brand {
  const brand = context.appName ? appContext.brands.get(context.appName) : appContext.defaultBrand;
  if (!brand) throw new BadRequest('appName', 'appName names no brand of this server');
  return brandIn(brand, context.lang);
}

function send(
  call: Call,
  reply: FastifyReply,
  appContext: AppContext,
  result: object,
  translate: Translate,
): FastifyReply {
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
  return { success: false, code, message, data: {}, ...(result.field ? { field: result.field } : {}) };
}
