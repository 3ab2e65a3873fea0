import { createHash } from 'node:crypto';
import type { Call, CallInput, CallOutput, RefusalOf } from '@hiram/contract/call';
import type { Context } from '@hiram/contract/context';
import { commonCodes, type Envelope } from '@hiram/contract/envelope';
import { maskAnswer } from '@hiram/contract/mask';
import { isMasked } from '@hiram/contract/masked';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Brand, brandIn } from '../brands/brand.ts';
import { languageFor } from '../brands/language.ts';
import { markets } from '../brands/markets/markets.ts';
import { plainSpeak, refusalText, type Speak, speakerFor } from '../brands/texts/speak.ts';
import type { House } from '../context/app-context.ts';
import { withOneToday } from '../platform/clock/clock.ts';
import { actAs } from '../platform/database/actor.ts';
import { type Db, inTransaction } from '../platform/database/connect.ts';
import { BadRequest, isRefused, type Refused } from '../platform/errors/rejection.ts';
import { againByKey, onceByKey } from '../platform/http/idempotency.ts';
import { readContext, readInput } from '../platform/http/input.ts';
import { networkOf } from '../platform/http/network.ts';
import { type Proof, readProof } from '../platform/http/proof.ts';
import { type Borrower, readSession } from '../platform/http/session.ts';
import type { CallTurn, CallTurns } from '../platform/http/turns.ts';
import { PlaceTakenAway, readFile } from '../platform/http/upload.ts';
import { uploadPlaces } from '../platform/http/upload-places.ts';
import { type Told, tell } from '../platform/logs/log.ts';
import { declaredOutput } from './declared-output.ts';
import { answerFault } from './fault.ts';
import { takeKey } from './key-usage.ts';

/** What every handler is given beside its input. */
export interface Visit {
  readonly brand: Brand;
  readonly context: Context;
  /** What the caller shows beside the session. */
  readonly proof: Proof;
  readonly speak: Speak;
  /** The language in which we write to the caller: one of the brand's, or one in which texts are given. */
  readonly lang: string;
  /** In a `once` call the transaction that also keeps the idempotency key; else the pool. */
  readonly db: Db;
  readonly now: Date;
  /** Where it comes from, as caps count it: of IPv6 the network. */
  readonly address: string;
  readonly log: FastifyBaseLogger;
  /** Adds to what the log's line of this call says. */
  tell(more: Told): void;
}
export interface BorrowerVisit extends Visit {
  readonly borrower: Borrower;
}

export type Handler<C extends Call, V extends Visit> = (
  input: CallInput<C>,
  visit: V,
) => Promise<CallOutput<C> | Refused<RefusalOf<C>>>;

/** Serves calls of the contract: reads, checks, signs in, runs once per key, masks and answers in the envelope. */
export interface Server {
  readonly house: House;
  /** For a signed-in borrower. */
  serve<C extends Call>(call: C, handler: Handler<C, BorrowerVisit>): void;
  /** For anyone, or for whoever tries the sandbox out. */
  serveOpen<C extends Call>(call: C, handler: Handler<C, Visit>): void;
  /** As `serve`, for a `once` call that asks a provider on its way and so cannot be one transaction; repeats must be harmless by themselves. */
  serveLong<C extends Call>(call: C, handler: Handler<C, BorrowerVisit>): void;
  /**
   * For a signed-in borrower who sends one file: `file` is the bytes of the part that the call names, empty where there was
   * none. The session is checked before the body is read; `key` names the attempt.
   */
  serveUpload<C extends Call>(call: C, handler: UploadHandler<C>): void;
}

export type UploadHandler<C extends Call> = (
  upload: { readonly file: Buffer; readonly key: string | undefined },
  visit: BorrowerVisit,
) => Promise<CallOutput<C> | Refused<RefusalOf<C>>>;

export function createServer(app: FastifyInstance, house: House, callers: CallTurns): Server {
  const signedIn = async (visit: Visit, turn: CallTurn): Promise<Borrower> => {
    const borrower = await readSession(house.db, visit, visit.brand.id, visit.now);
    visit.tell({ borrower: borrower.id });
    await turn.ofAccount(borrower.id);
    return borrower;
  };
  const keyOf = (request: FastifyRequest, visit: Visit, borrower: Borrower) =>
    takeKey(house, request.headers['idempotency-key'], {
      brand: visit.brand.id,
      borrowerId: borrower.id,
      address: visit.address,
      now: visit.now,
    });
  const places = uploadPlaces();
  const route = (
    call: Call,
    run: (request: FastifyRequest, visit: Visit, turn: CallTurn) => Promise<object>,
  ) =>
    app.route({
      method: call.method,
      url: call.path,
      config: { call: call.name },
      handler: async (request, reply) => {
        // Until its language is known, an answer is in English.
        let speak = plainSpeak;
        let turn: CallTurn | undefined;
        try {
          const visit = visitOf(house, request);
          speak = visit.speak;
          const taken = await callers.of(visit.address);
          turn = taken;
          const result = await actAs(`call ${call.name}`, () =>
            withOneToday(() => run(request, visit, taken)),
          );
          tell(request, { outcome: isRefused(result) ? result.refused : 'done' });
          return send(call, reply, house, result, speak);
        } catch (error) {
          return answerFault(call, request, reply, house, error, speak);
        } finally {
          turn?.end();
        }
      },
    });

  return {
    house,
    serveOpen(call, handler) {
      route(call, async (request, visit) => handler(readInput(call, request, house.mask), visit));
    },
    serve(call, handler) {
      route(call, async (request, visit, turn) => {
        const borrower = await signedIn(visit, turn);
        const input = readInput(call, request, house.mask);
        if (!call.once) return handler(input, { ...visit, borrower });
        const key = await keyOf(request, visit, borrower);
        return inTransaction(house.db, async (trx) => {
          const effect = async () =>
            rollingBackRefusals(await handler(input, { ...visit, borrower, db: trx }));
          if (key === undefined) return effect();
          return onceByKey(
            trx,
            { seal: house.seal, borrowerId: borrower.id, call, key, input, now: visit.now },
            effect,
          );
        }).catch(refusalOf);
      });
    },
    serveLong(call, handler) {
      route(call, async (request, visit, turn) => {
        const borrower = await signedIn(visit, turn);
        const input = readInput(call, request, house.mask);
        const key = await keyOf(request, visit, borrower);
        const effect = async () => handler(input, { ...visit, borrower });
        if (key === undefined) return effect();
        const use = { seal: house.seal, borrowerId: borrower.id, call, key, input, now: visit.now };
        return againByKey(house.db, use, effect, { isKept: (answer) => !isRefused(answer) });
      });
    },
    serveUpload(call, handler) {
      route(call, async (request, visit, turn) => {
        const borrower = await signedIn(visit, turn);
        const key = await keyOf(request, visit, borrower);
        const caller = { borrowerId: borrower.id, address: visit.address };
        const slow = new PlaceTakenAway('its sender was too slow');
        const place = places.take(caller, () => request.raw.destroy(slow));
        try {
          const file = await turn.without(() => readFile(call, request, place));
          place.complete();
          const effect = async () => handler({ file, key }, { ...visit, borrower });
          if (key === undefined) return await effect();
          // The picture itself is found again by its key, at an address that is given afresh: its answer is not kept.
          const input = { sha256: createHash('sha256').update(file).digest('hex') };
          const use = { seal: house.seal, borrowerId: borrower.id, call, key, input, now: visit.now };
          const isKept = (answer: object) => !isRefused(answer);
          return await againByKey(house.db, use, effect, { isKept, fresh: true });
        } finally {
          place.leave();
        }
      });
    },
  };
}

/** Who calls, in which language, of which brand. Throws BadRequest for a brand that this server does not have. */
export function visitOf(house: House, request: FastifyRequest): Visit {
  const context = readContext(request);
  const brand = brandOf(house, context);
  const lang = languageFor(brand, context.lang);
  return {
    brand,
    context,
    proof: readProof(request, house.config.publicUrl.startsWith('https:')),
    // Whatever text says whom to call has the brand's own number.
    speak: (id, values) =>
      speakerFor(lang, markets[brand.market])(id, { phone: brand.servicePhone, ...values }),
    lang,
    db: house.db,
    now: house.clock.now(),
    address: networkOf(request.ip),
    log: request.log,
    tell: (more) => tell(request, more),
  };
}

/** Carries a refusal out of a transaction, so that nothing of it stays. */
class RefusedInTransaction extends Error {
  readonly answer: Refused;
  constructor(answer: Refused) {
    super(answer.refused);
    this.answer = answer;
  }
}

function rollingBackRefusals<Answer extends object>(answer: Answer | Refused): Answer {
  if (isRefused(answer)) throw new RefusedInTransaction(answer);
  return answer;
}

function refusalOf(error: unknown): Refused {
  if (error instanceof RefusedInTransaction) return error.answer;
  throw error;
}

function brandOf(house: House, context: Context): Brand {
  const brand = context.appName ? house.brands.get(context.appName) : house.defaultBrand;
  if (!brand) throw new BadRequest('appName', 'appName names no brand of this server');
  return brandIn(brand, context.lang);
}

function send(call: Call, reply: FastifyReply, house: House, result: object, speak: Speak): FastifyReply {
  const answer = envelope(call, isRefused(result) ? result : declaredOutput(call, result, reply.log), speak);
  reply.header('cache-control', 'no-store');
  return reply.send(
    isMasked(call, 'answer', house.mask.scope) ? maskAnswer(call, answer, house.mask.table) : answer,
  );
}

function envelope(call: Call, result: object, speak: Speak): Envelope<unknown> {
  if (!isRefused(result)) return { success: true, code: call.success, message: '', data: result };
  const message = result.text ?? speak(refusalText(result.refused, result.textId), result.values);
  const code = call.refusals[result.refused] ?? commonCodes.badRequest;
  return { success: false, code, message, data: {}, ...(result.field ? { field: result.field } : {}) };
}
