import { createHash } from 'node:crypto';
import type { Call, CallInput } from '@hiram/contract/call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { translateToEnglish } from '../brands/texts/translate.ts';
import type { AppContext } from '../context/app-context.ts';
import { withFixedToday } from '../platform/clock/clock.ts';
import { actAs } from '../platform/database/actor.ts';
import { type Db, inTransaction } from '../platform/database/connection/connect.ts';
import { BadRequest, isRejection, type Rejection } from '../platform/errors/rejection.ts';
import { replayByKey, withIdempotencyKey } from '../platform/http/idempotency.ts';
import { readInput } from '../platform/http/input.ts';
import type { QueuedRequest, RequestQueue } from '../platform/http/queue/request-queue.ts';
import { type Borrower, readSession } from '../platform/http/sessions/session.ts';
import { PlaceTakenAway, readFile } from '../platform/http/uploads/upload.ts';
import { uploadPlaces } from '../platform/http/uploads/upload-places.ts';
import { addLogFields } from '../platform/logs/log.ts';
import { answerOf, send } from './answer.ts';
import { answerFault } from './fault.ts';
import { countedKey } from './key-usage.ts';
import { BorrowerMoved, openCell, type ServedCells } from './open-cell.ts';
import type {
  BorrowerRequest,
  Handler,
  ReadWithSession,
  RequestContext,
  Server,
  UploadHandler,
} from './serve.ts';
import { inTransactionOf, requestContextOf } from './serve.ts';

/** The dependencies of the calls' routes: their app, and the queue and upload places that callers share. */
interface RouteDependencies {
  readonly app: FastifyInstance;
  readonly appContext: AppContext;
  readonly queue: RequestQueue;
  readonly places: ReturnType<typeof uploadPlaces>;
  readonly cells: ServedCells | undefined;
}

/** One request of a call while it has its turn. */
interface ActiveRequest {
  readonly request: FastifyRequest;
  readonly requestContext: RequestContext;
  readonly turn: QueuedRequest;
}

export function createServer(
  app: FastifyInstance,
  appContext: AppContext,
  { queue, cells }: { readonly queue: RequestQueue; readonly cells: ServedCells | undefined },
): Server {
  const dependencies: RouteDependencies = { app, appContext, queue, places: uploadPlaces(), cells };
  return {
    appContext,
    serveOpen(call, handler) {
      addRoute(dependencies, call, async ({ request, requestContext }) =>
        answerOf(call, handler(readInput(call, request, appContext.mask).input, requestContext)),
      );
    },
    serve(call, handler) {
      addRoute(dependencies, call, (active) => runInTransaction(active, call, handler));
    },
    serveRead(call, read, handler) {
      addRoute(dependencies, call, (active) => runRead(active, call, read, handler));
    },
    serveWithoutTransaction(call, handler) {
      addRoute(dependencies, call, (active) => runWithoutTransaction(active, call, handler));
    },
    serveUpload(call, handler) {
      addRoute(dependencies, call, (active) => runUpload(active, dependencies.places, call, handler));
    },
  };
}

/** Adds the route of a call: takes the caller's turn, runs the call with one business day, and answers in the envelope. */
function addRoute(
  { app, appContext, queue, cells }: RouteDependencies,
  call: Call,
  run: (active: ActiveRequest) => Promise<object>,
): void {
  const answer =
    (request: FastifyRequest, reply: FastifyReply) =>
    async (own: AppContext, isElsewhere = async () => false): Promise<FastifyReply> => {
      // Faults before the language is known are in English.
      let translate = translateToEnglish;
      let turn: QueuedRequest | undefined;
      try {
        const requestContext = requestContextOf(own, request);
        translate = requestContext.translate;
        const acquired = await queue.start(requestContext.address);
        turn = acquired;
        const result = await actAs(`call ${call.name}`, () =>
          withFixedToday(() => run({ request, requestContext, turn: acquired })),
        );
        if (isRejection(result) && (await isElsewhere())) throw new BorrowerMoved();
        addLogFields(request, { outcome: isRejection(result) ? result.rejected : 'done' });
        return send(result, { call, reply, appContext, translate });
      } catch (error) {
        if (error instanceof BorrowerMoved || (!(error instanceof BadRequest) && (await isElsewhere())))
          throw new BorrowerMoved();
        return answerFault(error, { call, request, reply, appContext, translate });
      } finally {
        turn?.end();
      }
    };
  app.route({
    method: call.method,
    url: call.path,
    config: { call: call.name },
    async handler(request, reply) {
      if (!cells) return answer(request, reply)(appContext);
      return openCell(cells, { call, request }, answer(request, reply)).catch((error: unknown) =>
        answerFault(error, { call, request, reply, appContext, translate: translateToEnglish }),
      );
    },
  });
}

async function runInTransaction<C extends Call>(
  active: ActiveRequest,
  call: C,
  handler: Handler<C>,
): Promise<object> {
  const { request, requestContext } = active;
  const { appContext } = requestContext;
  const borrower = await readBorrower(active);
  const { input, wireInput } = readInput(call, request, appContext.mask);
  const handle = (db: Db) =>
    answerOf(call, handler(input, inTransactionOf(db, { ...requestContext, borrower })));
  if (!call.idempotent) return handle(requestContext.db);
  const key = await keyOf(active, borrower);
  return inTransaction(appContext.db, async (trx) => {
    const effect = async () => rollingBackRejections(await handle(trx));
    if (key === undefined) return effect();
    return withIdempotencyKey(
      trx,
      idempotentRequest(active, borrower, { call, key, input: wireInput }),
      effect,
    );
  }).catch(rejectionOf);
}

async function runRead<C extends Call, Row>(
  active: ActiveRequest,
  call: C,
  read: ReadWithSession<C>,
  handler: Handler<C, BorrowerRequest & { readonly row: Row }>,
): Promise<object> {
  const { request, requestContext } = active;
  let parsed: { readonly input: CallInput<C>; readonly values: readonly unknown[] };
  try {
    const { input } = readInput(call, request, requestContext.appContext.mask);
    parsed = { input, values: read.values(input) };
  } catch (error) {
    // A caller without a session learns nothing about the input.
    await readBorrower(active);
    throw error;
  }
  const { borrower, row } = await readBorrowerWith<Row>(active, { read, values: parsed.values });
  return answerOf(call, handler(parsed.input, { ...requestContext, borrower, row }));
}

async function runWithoutTransaction<C extends Call>(
  active: ActiveRequest,
  call: C,
  handler: Handler<C>,
): Promise<object> {
  const { request, requestContext } = active;
  const { appContext } = requestContext;
  const borrower = await readBorrower(active);
  const { input, wireInput } = readInput(call, request, appContext.mask);
  const key = await keyOf(active, borrower);
  const effect = async () => answerOf(call, handler(input, { ...requestContext, borrower }));
  if (key === undefined) return effect();
  const repeatable = idempotentRequest(active, borrower, { call, key, input: wireInput });
  return replayByKey(appContext.db, repeatable, effect, { shouldStore: (answer) => !isRejection(answer) });
}

async function runUpload<C extends Call>(
  active: ActiveRequest,
  places: RouteDependencies['places'],
  call: C,
  handler: UploadHandler<C>,
): Promise<object> {
  const { request, requestContext, turn } = active;
  const { db } = requestContext.appContext;
  const borrower = await readBorrower(active);
  const key = await keyOf(active, borrower);
  const caller = { borrowerId: borrower.id, address: requestContext.address };
  const tooSlow = new PlaceTakenAway('the sender was too slow');
  const place = places.occupy(caller, () => request.raw.destroy(tooSlow));
  try {
    const file = await turn.without(() => readFile(call, request, place));
    place.complete();
    const effect = async () => answerOf(call, handler({ file, key }, { ...requestContext, borrower }));
    if (key === undefined) return await effect();
    // The handler finds a stored picture by its key and returns a new URL for it, so the answer is not stored.
    const input = { sha256: createHash('sha256').update(file).digest('hex') };
    const shouldStore = (answer: object) => !isRejection(answer);
    return await replayByKey(db, idempotentRequest(active, borrower, { call, key, input }), effect, {
      shouldStore,
      fresh: true,
    });
  } finally {
    place.leave();
  }
}

async function readBorrower(active: ActiveRequest): Promise<Borrower> {
  return (await readBorrowerWith(active)).borrower;
}

/** The borrower of the session, and what was read with it. Also fixes the request's business day. */
async function readBorrowerWith<Row>(
  { requestContext, turn }: ActiveRequest,
  more?: Parameters<typeof readSession>[3],
): Promise<{ readonly borrower: Borrower; readonly row: Row }> {
  const { appContext, brand, now } = requestContext;
  const read = await readSession<Row>(appContext.db, requestContext, { brand: brand.id, now }, more);
  appContext.clock.fixToday(brand.timeZone, read.offsetDays);
  requestContext.addLogFields({ borrower: read.borrower.id });
  await turn.ofAccount(read.borrower.id);
  return read;
}

function keyOf({ request, requestContext }: ActiveRequest, borrower: Borrower): Promise<string | undefined> {
  const { appContext, brand, address, now } = requestContext;
  return countedKey(appContext, request.headers['idempotency-key'], {
    brand: brand.id,
    borrowerId: borrower.id,
    address,
    now,
  });
}

function idempotentRequest<C extends Call>(
  { requestContext }: ActiveRequest,
  borrower: Borrower,
  repeatable: { readonly call: C; readonly key: string; readonly input: unknown },
) {
  const { appContext, now } = requestContext;
  return { ...repeatable, cipher: appContext.cipher, borrowerId: borrower.id, now };
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
