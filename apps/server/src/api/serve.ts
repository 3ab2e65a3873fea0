import type { Call, CallInput, CallOutput, RejectionOf } from '@hiram/contract/call';
import type { Context } from '@hiram/contract/context';
import type { LocalDate } from '@hiram/loan';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { type Brand, brandIn } from '../brands/brand.ts';
import { languageFor } from '../brands/language.ts';
import { markets } from '../brands/markets/markets.ts';
import { type Translate, translatorFor } from '../brands/texts/translate.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Db } from '../platform/database/connection/connect.ts';
import { BadRequest, type Rejection } from '../platform/errors/rejection.ts';
import { readContext } from '../platform/http/input.ts';
import { networkOf } from '../platform/http/network.ts';
import { type Proof, readProof } from '../platform/http/sessions/proof.ts';
import type { Borrower } from '../platform/http/sessions/session.ts';
import type { WithSession } from '../platform/http/sessions/session-statement.ts';
import { addLogFields, type LogFields } from '../platform/logs/log.ts';

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
  /** The business day in the brand's time zone. It stays the same for the whole request, even past midnight. */
  today(): Promise<LocalDate>;
  /** The caller's address as limits count it: the /64 network of an IPv6 address. */
  readonly address: string;
  readonly log: FastifyBaseLogger;
  /** Adds fields to this call's log line. */
  addLogFields(fields: LogFields): void;
}
export interface BorrowerRequest extends RequestContext {
  readonly borrower: Borrower;
}

/** A call's handler: checks, acts and answers, or rejects. */
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
  /** Like `serve`, for a call whose rows are read with the session in one statement: one round trip to the database. */
  serveRead<C extends Call, Row>(
    call: C,
    read: ReadWithSession<C>,
    handler: Handler<C, BorrowerRequest & { readonly row: Row }>,
  ): void;
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

/**
 * The query that a call reads with its session. `values`: those of its statement, from `$2` on; throws for
 * input that names nothing.
 */
export interface ReadWithSession<C extends Call> extends WithSession {
  values(input: CallInput<C>): readonly unknown[];
}

export type UploadHandler<C extends Call> = (
  upload: { readonly file: Buffer; readonly key: string | undefined },
  requestContext: BorrowerRequest,
) => Promise<CallOutput<C> | Rejection<RejectionOf<C>>>;

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
    today: () => appContext.clock.today(appContext.db, brand.timeZone),
    address: networkOf(request.ip),
    log: request.log,
    addLogFields: (fields) => addLogFields(request, fields),
  };
}

/**
 * The same request inside a transaction. In the sandbox `today` reads the database: it uses the transaction's connection,
 * because a second connection could wait for ever while all others wait too.
 */
export function inTransactionOf<V extends RequestContext>(trx: Db, requestContext: V): V {
  const { appContext, brand } = requestContext;
  return { ...requestContext, db: trx, today: () => appContext.clock.today(trx, brand.timeZone) };
}

function brandOf(appContext: AppContext, context: Context): Brand {
  const brand = context.appName ? appContext.brands.get(context.appName) : appContext.defaultBrand;
  if (!brand) throw new BadRequest('appName', 'appName is not a brand of this server');
  return brandIn(brand, context.lang);
}
