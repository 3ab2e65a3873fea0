import { allBrands } from '@hiram/contract/console/rights';
import {
  awayHeader,
  idleHeader,
  olderHeader,
  requestHeader,
  type StaffCall,
  type StaffInput,
  type StaffOutput,
  type StaffRejectionOf,
} from '@hiram/contract/console/staff-call';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { declaredOutput } from '../../api/declared-output.ts';
import { isDatabaseAway } from '../../api/fault.ts';
import { cellOfToken } from '../../platform/cells/marks.ts';
import { withFixedToday } from '../../platform/clock/clock.ts';
import { actAs, staffIs } from '../../platform/database/actor.ts';
import { BadRequest, CellAway, isRejection, type Rejection } from '../../platform/errors/rejection.ts';
import { networkOf } from '../../platform/http/network.ts';
import type { RequestQueue } from '../../platform/http/queue/request-queue.ts';
import type { StreamedFile } from '../../platform/http/streamed-file.ts';
import { addLogFields } from '../../platform/logs/log.ts';
import { chosenCell, inConsoleCell, runInCells, ticketLength } from './cells/run-in-cells.ts';
import { type ConsoleCells, type ConsoleContext, isSecure } from './console-context.ts';
import { MissingRight, NoLimit, PasskeyNeeded, SessionLocked } from './errors.ts';
import { answerRejection, answerStaffFault } from './fault.ts';
import { checkOrigin, checkSite } from './origin.ts';
import { type Authority, authorityOf, type HeldRight, hasRight, rightsOf } from './rights.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './sign-in/cookie.ts';
import { markUsed, readStaffSession, type StaffSession } from './sign-in/sessions.ts';
import type { ConsoleRequest, StaffRequest } from './staff-request.ts';

/** A query as it arrives: of each name a text, or several. */
type QueryString = Readonly<Record<string, unknown>>;

export type { StaffRequest };

type Answer<C extends StaffCall> = Promise<StaffOutput<C> | Rejection<StaffRejectionOf<C>>>;
export type OpenStaffHandler<C extends StaffCall> = (
  input: StaffInput<C>,
  request: ConsoleRequest,
) => Answer<C>;
export type StaffHandler<C extends StaffCall> = (input: StaffInput<C>, request: StaffRequest) => Answer<C>;

/** Serves calls of the console's contract. */
export interface StaffServer {
  readonly context: ConsoleContext;
  /** Without a session. */
  serveOpen<C extends StaffCall>(call: C, handler: OpenStaffHandler<C>): void;
  /** For a member of staff with the call's right in the call's brand. */
  serveStaff<C extends StaffCall>(call: C, handler: StaffHandler<C>): void;
  /** `GET <path>/file?brand=…&ticket=…`: a file of the call, which a browser downloads, with the call's session and right. */
  serveFile(call: StaffCall, open: OpenFile): void;
}

/** Opens the file of a ticket. Throws NotFound. */
export type OpenFile = (ticket: string, request: StaffRequest) => Promise<StreamedFile>;

/** The result of `onRequest` about the caller, before the body is read. */
interface Access {
  readonly brand: string;
  readonly session: StaffSession;
  readonly rights: readonly HeldRight[];
  readonly authority: Authority | undefined;
}

/** `texts`: English by reason of rejection. */
export function createStaffServer(
  app: FastifyInstance,
  context: ConsoleContext,
  queue: RequestQueue,
  texts: Readonly<Record<string, string>>,
): StaffServer {
  const { appContext } = context;
  const accesses = new WeakMap<FastifyRequest, Access>();
  const requestOf = (reply: FastifyReply, brand: string): ConsoleRequest => ({
    context,
    db: appContext.db,
    now: appContext.clock.now(),
    brand,
    setSession: (token) =>
      token === undefined
        ? clearSessionCookie(reply, isSecure(context))
        : setSessionCookie(reply, isSecure(context), token),
  });
  const staffRequestOf = (reply: FastifyReply, access: Access): StaffRequest => {
    staffIs(access.session.staffId);
    return { ...requestOf(reply, access.brand), ...access };
  };
  const route = routeAdder(app, queue, texts);
  return {
    context,
    serveOpen(call, handler) {
      route(
        call,
        async (request) => checkOrigin(context, request),
        (request, reply) => handler(readInput(call, request), requestOf(reply, allBrands)),
      );
    },
    serveStaff(call, handler) {
      route(
        call,
        async (request) => {
          checkOrigin(context, request);
          accesses.set(request, await authorize(context, call, request).catch(namingHome(context)));
        },
        (request, reply) => {
          const access = accesses.get(request);
          if (!access) throw new Error(`${call.name} ran without authorization`);
          const staffRequest = staffRequestOf(reply, access);
          const input = readInput(call, request);
          return context.cells
            ? answerOfCells(context.cells, { call, input, request: staffRequest }, handler, {
                request,
                reply,
              })
            : handler(input, staffRequest);
        },
      );
    },
    serveFile(call, open) {
      addFileRoute(app, queue, call, async (request, reply) => {
        // A browser sends no Origin with a GET. What no other site knows is the ticket.
        checkSite(request);
        const access = await authorize(context, call, request).catch(namingHome(context));
        const ticket = String((request.query as QueryString).ticket);
        const staffRequest = staffRequestOf(reply, access);
        const { cells } = context;
        if (!cells) return open(ticket, staffRequest);
        const cell = cellOfToken(ticket, ticketLength) ?? cells.home;
        return inConsoleCell(cells, cells.all().has(cell) ? cell : cells.home, staffRequest, (own) =>
          open(ticket, own),
        );
      });
    },
  };
}

/**
 * Answers a call in the cells of its data. The answer's headers name the cells that are missing in it, and
 * those with an older copy of the reference data.
 */
async function answerOfCells<C extends StaffCall>(
  cells: ConsoleCells,
  parsed: { readonly call: C; readonly input: StaffInput<C>; readonly request: StaffRequest },
  handler: StaffHandler<C>,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Answer<C> {
  const chosen = chosenCell(cells, (request.query as QueryString).cell);
  const { call, input } = parsed;
  const { result, away } = await runInCells(
    cells,
    { call, input: input as Readonly<Record<string, unknown>>, request: parsed.request },
    (given, own) => handler(given as StaffInput<C>, own),
    chosen,
  );
  if (call.cells === 'reference' || call.name === 'approveRequest') await cells.copyReference();
  // A call of one cell says nothing about the others.
  if (away) reply.header(awayHeader, away.join(','));
  reply.header(
    olderHeader,
    cells
      .older()
      .filter((cell) => !away?.includes(cell))
      .join(','),
  );
  return result as Awaited<Answer<C>>;
}

type Authorize = (request: FastifyRequest) => Promise<void>;
type Run = (request: FastifyRequest, reply: FastifyReply) => Promise<object>;

/** Adds a call's route: it authorizes, runs the handler and answers in the envelope. */
function routeAdder(app: FastifyInstance, queue: RequestQueue, texts: Readonly<Record<string, string>>) {
  return (call: StaffCall, authorizeCaller: Authorize, run: Run) =>
    app.route({
      method: 'POST',
      url: call.path,
      config: { call: call.name },
      ...(call.maxBodyBytes === undefined ? {} : { bodyLimit: call.maxBodyBytes }),
      // Runs before the body is read, so that a caller without the right learns nothing about the input.
      onRequest: (request) => {
        logRequestNumber(request);
        return actAs(`call ${call.name}`, () => authorizeCaller(request));
      },
      handler: async (request, reply) => {
        const turn = await queue.start(networkOf(request.ip));
        try {
          const result = await actAs(`call ${call.name}`, () => withFixedToday(() => run(request, reply)));
          addLogFields(request, { outcome: isRejection(result) ? result.rejected : 'done' });
          if (isRejection(result)) return answerRejection(call, reply, result, texts);
          const data = declaredOutput(call, result, reply.log);
          return reply
            .header('cache-control', 'no-store')
            .send({ success: true, code: 'done', message: '', data });
        } catch (error) {
          return answerStaffFault(request, reply, error);
        } finally {
          turn.end();
        }
      },
    });
}

/** Adds the page's number of the request to its log line, so that a person can name a request that was not answered. */
function logRequestNumber(request: FastifyRequest): void {
  const number = request.headers[requestHeader];
  if (typeof number === 'string' && /^[0-9a-f]{6}$/.test(number)) addLogFields(request, { page: number });
}

type Open = (request: FastifyRequest, reply: FastifyReply) => Promise<StreamedFile>;

/** Adds the route of a call's file. The file keeps its caller's turn until it is sent or cut off. */
function addFileRoute(app: FastifyInstance, queue: RequestQueue, call: StaffCall, open: Open): void {
  app.get(`${call.path}/file`, { config: { call: `${call.name}File` } }, async (request, reply) => {
    const turn = await queue.start(networkOf(request.ip));
    try {
      const file = await actAs(`call ${call.name}`, () => open(request, reply));
      addLogFields(request, { outcome: 'done' });
      return reply.headers(file.headers()).send(file.open().once('close', () => turn.end()));
    } catch (error) {
      turn.end();
      return answerStaffFault(request, reply, error);
    }
  });
}

/** Says of a failure that it is the cell of staff and rights that does not answer. */
const namingHome =
  ({ cells }: ConsoleContext) =>
  (error: unknown): never => {
    throw cells && isDatabaseAway(error) ? new CellAway(cells.home, { cause: error }) : error;
  };

/** Finds the caller and checks session, right, brand and limit. Throws what the caller lacks. */
async function authorize(
  { appContext, ...context }: ConsoleContext,
  call: StaffCall,
  request: FastifyRequest,
): Promise<Access> {
  const { db, clock } = appContext;
  const now = clock.now();
  const token = readSessionCookie(request, isSecure({ appContext, ...context }));
  const session = await readStaffSession(db, token, now);
  addLogFields(request, { staff: session.staffId });
  if (call.session === 'open' && session.isLocked) throw new SessionLocked('locked');
  const usedAt = readLastUse(request, now);
  if (usedAt && !session.isLocked) await markUsed(db, session, usedAt);
  const brand = call.scope === 'all' ? allBrands : readBrand(request);
  const rights = await rightsOf(db, session.staffId);
  if (call.right !== undefined && !hasRight(rights, call.right, brand)) throw new MissingRight(call.right);
  if (brand !== allBrands && !appContext.brands.has(brand))
    throw new BadRequest('brand', 'names no brand of this server');
  if (call.action !== undefined && session.isByDirectory) throw new PasskeyNeeded('no passkey opened it');
  const authority =
    call.action === undefined
      ? undefined
      : await authorityOf(appContext, session.staffId, call.action, brand);
  if (call.action !== undefined && authority === undefined) throw new NoLimit(call.action);
  return { brand, session, rights, authority };
}

/** When the caller's person last used the page; undefined: the page does not say so. */
function readLastUse(request: FastifyRequest, now: Date): Date | undefined {
  const idleSeconds = request.headers[idleHeader];
  if (typeof idleSeconds !== 'string' || !/^\d{1,9}$/.test(idleSeconds)) return undefined;
  return new Date(now.getTime() - Number(idleSeconds) * 1000);
}

function readBrand(request: FastifyRequest): string {
  const { brand } = request.query as QueryString;
  if (typeof brand !== 'string' || !/^([a-z0-9-]{1,40}|\*)$/.test(brand))
    throw new BadRequest('brand', 'the query must name a brand');
  return brand;
}

/** Reads and validates the body. Throws BadRequest with the first field that breaks the contract. */
function readInput<C extends StaffCall>(call: C, request: FastifyRequest): StaffInput<C> {
  const parsed = v.safeParse(call.input as C['input'], request.body ?? {});
  if (parsed.success) return parsed.output;
  const field = v.getDotPath(parsed.issues[0]) ?? 'body';
  throw new BadRequest(field, `${field}: ${parsed.issues[0].message}`);
}
