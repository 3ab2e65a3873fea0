import { createHash } from 'node:crypto';
import type { Call, CallInput, CallOutput, RejectionOf, WireOutput } from '@hiram/contract/call';
import type { Context } from '@hiram/contract/context';
import { commonCodes, type Envelope } from '@hiram/contract/envelope';
import { maskAnswer } from '@hiram/contract/mask';
import { isMasked } from '@hiram/contract/masked';
import { toWire, wireName } from '@hiram/contract/wire';
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
import { withFixedToday } from '../platform/clock/clock.ts';
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

/** The context that every handler receives besides its input. */
export interface RequestContext {
  readonly appContext: AppContext;
  readonly brand: Brand;
  readonly context: Context;
  /** The caller's proofs besides the session. */
  readonly proof: Proof;
  readonly translate: Translate;
  /** The language of texts to the caller: one of the brand's, or one of the specified copy. */
  readonly lang: string;
  /** In an idempotent call the transaction that also stores the idempotency key; otherwise the pool. */
  readonly db: Db;
  readonly now: Date;
  /** The caller's address as limits count it: the /64 network of an IPv6 address. */
  readonly address: string;
  readonly log: FastifyBaseLogger;
  /** Adds fields to this call's log line. */
  addLogFields(fields: LogFields): void;
}
export interface BorrowerRequest extends RequestContext {
  readonly borrower: Borrower;
}

/** What serves a call: checks, acts and answers, or rejects. */
export type Handler<C extends Call, V extends RequestContext = BorrowerRequest> = (
  input: CallInput<C>,
  requestContext: V,
) => Promise<CallOutput<C> | Rejection<RejectionOf<C>>>;
/** A handler without a session. */
export type OpenHandler<C extends Call> = Handler<C, RequestContext>;

/**
 * Serves calls of the contract: validates input, checks the session, handles idempotency keys, masks, and answers in the
 * envelope.
 */
export interface Server {
  readonly appContext: AppContext;
  /** For a signed-in borrower. */
  serve<C extends Call>(call: C, handler: Handler<C>): void;
  /** Without a session: for anyone, or for testers of the sandbox. */
  serveOpen<C extends Call>(call: C, handler: OpenHandler<C>): void;
  /**
   * Like `serve`, for an idempotent call that queries a provider and therefore cannot run in one transaction. The handler
   * must be safe to repeat.
   */
  serveWithoutTransaction<C extends Call>(call: C, handler: Handler<C>): void;
  /**
   * For a signed-in borrower who uploads one file: `file` contains the bytes of the part that the call names, empty if there
   * is none. The session is checked before the body is read. `key` is the idempotency key.
   */
  serveUpload<C extends Call>(call: C, handler: UploadHandler<C>): void;
}

export type UploadHandler<C extends Call> = (
  upload: { readonly file: Buffer; readonly key: string | undefined },
  requestContext: BorrowerRequest,
) => Promise<CallOutput<C> | Rejection<RejectionOf<C>>>;

export function createServer(app: FastifyInstance, appContext: AppContext, callers: CallTurns): Server {
  const readBorrower = async (requestContext: RequestContext, turn: CallTurn): Promise<Borrower> => {
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
        // Faults before the language is known are in English.
        let translate = translateToEnglish;
        let turn: CallTurn | undefined;
        try {
          const requestContext = requestContextOf(appContext, request);
          translate = requestContext.translate;
          const acquired = await callers.of(requestContext.address);
          turn = acquired;
          const result = await actAs(`call ${call.name}`, () =>
            withFixedToday(() => run(request, requestContext, acquired)),
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
        answerOf(call, handler(readInput(call, request, appContext.mask).input, requestContext)),
      );
    },
    serve(call, handler) {
      route(call, async (request, requestContext, turn) => {
        const borrower = await readBorrower(requestContext, turn);
        const { input, wireInput } = readInput(call, request, appContext.mask);
        const handle = (db: Db) => answerOf(call, handler(input, { ...requestContext, borrower, db }));
        if (!call.idempotent) return handle(requestContext.db);
        const key = await keyOf(request, requestContext, borrower);
        return inTransaction(appContext.db, async (trx) => {
          const effect = async () => rollingBackRejections(await handle(trx));
          if (key === undefined) return effect();
          return withIdempotencyKey(
            trx,
            {
              cipher: appContext.cipher,
              borrowerId: borrower.id,
              call,
              key,
              input: wireInput,
              now: requestContext.now,
            },
            effect,
          );
        }).catch(rejectionOf);
      });
    },
    serveWithoutTransaction(call, handler) {
      route(call, async (request, requestContext, turn) => {
        const borrower = await readBorrower(requestContext, turn);
        const { input, wireInput } = readInput(call, request, appContext.mask);
        const key = await keyOf(request, requestContext, borrower);
        const effect = async () => answerOf(call, handler(input, { ...requestContext, borrower }));
        if (key === undefined) return effect();
        const idempotentRequest = {
          cipher: appContext.cipher,
          borrowerId: borrower.id,
          call,
          key,
          input: wireInput,
          now: requestContext.now,
        };
        return replayByKey(appContext.db, idempotentRequest, effect, {
          isKept: (answer) => !isRejection(answer),
        });
      });
    },
    serveUpload(call, handler) {
      route(call, async (request, requestContext, turn) => {
        const borrower = await readBorrower(requestContext, turn);
        const key = await keyOf(request, requestContext, borrower);
        const caller = { borrowerId: borrower.id, address: requestContext.address };
        const tooSlow = new PlaceTakenAway('the sender was too slow');
        const place = places.take(caller, () => request.raw.destroy(tooSlow));
        try {
          const file = await turn.without(() => readFile(call, request, place));
          place.complete();
          const effect = async () => answerOf(call, handler({ file, key }, { ...requestContext, borrower }));
          if (key === undefined) return await effect();
          // The handler finds a stored picture by its key and returns a new URL for it, so the answer is not
          // stored.
          const input = { sha256: createHash('sha256').update(file).digest('hex') };
          const idempotentRequest = {
            cipher: appContext.cipher,
            borrowerId: borrower.id,
            call,
            key,
            input,
            now: requestContext.now,
          };
          const isKept = (answer: object) => !isRejection(answer);
          return await replayByKey(appContext.db, idempotentRequest, effect, { isKept, fresh: true });
        } finally {
          place.leave();
        }
      });
    },
  };
}

/** Builds the context of a request: caller, language, brand. Throws BadRequest for a brand that this server does not run. */
export function requestContextOf(appContext: AppContext, request: FastifyRequest): RequestContext {
  const context = readContext(request);
  const brand = brandOf(appContext, context);
  const lang = languageFor(brand, context.lang);
  return {
    appContext,
    brand,
    context,
    proof: readProof(request, appContext.config.publicUrl.startsWith('https:')),
    // Texts that contain a phone number use the brand's own.
    translate: (id, values) =>
      translatorFor(lang, markets[brand.market])(id, { phone: brand.servicePhone, ...values }),
    lang,
    db: appContext.db,
    now: appContext.clock.now(),
    address: networkOf(request.ip),
    log: request.log,
    addLogFields: (fields) => addLogFields(request, fields),
  };
}

/** A handler's answer under its wire names, or its rejection. Stored answers have wire names too. */
async function answerOf<C extends Call>(
  call: C,
  answering: Promise<CallOutput<C> | Rejection<RejectionOf<C>>>,
): Promise<WireOutput<C> | Rejection<RejectionOf<C>>> {
  const answer = await answering;
  return isRejection(answer) ? answer : toWire(call.output as C['output'], answer);
}

/** Carries a rejection out of a transaction, so that the transaction rolls back. */
class RejectedInTransaction extends Error {
  readonly answer: Rejection;
  constructor(answer: Rejection) {
    super(answer.rejected);
    this.answer = answer;
  }
}

function rollingBackRejections<Answer extends object>(answer: Answer | Rejection): Answer {
  if (isRejection(answer)) throw new RejectedInTransaction(answer);
  return answer;
}

function rejectionOf(error: unknown): Rejection {
  if (error instanceof RejectedInTransaction) return error.answer;
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
  return {
    success: false,
    code,
    message,
    data: {},
    ...(result.field ? { field: wireName(call.input, result.field) } : {}),
  };
}
