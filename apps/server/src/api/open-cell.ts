import type { Call } from '@hiram/contract/call';
import type { FastifyRequest } from 'fastify';
import { mobileNumber } from '../brands/phone.ts';
import type { AppContext } from '../context/app-context.ts';
import { inCell } from '../platform/cells/current-cell.ts';
import { cellInText, cellOfCode, cellOfToken } from '../platform/cells/marks.ts';
import { idsInText } from '../platform/cells/moved.ts';
import { BadRequest } from '../platform/errors/rejection.ts';
import { readContext, readInput } from '../platform/http/input.ts';
import { tokenHash } from '../platform/http/sessions/session.ts';

/** The cells that a server serves; undefined where there is one, which needs no choice. */
export interface ServedCells {
  /** The cell of DATABASE_URL: that of everything without a mark. */
  readonly home: AppContext;
  /** Every cell of the settings, by number; undefined: it does not answer, or does not fit this release. */
  readonly all: () => ReadonlyMap<number, AppContext | undefined>;
  /** The cell in which the current work runs. Throws Unavailable if it does not answer. */
  current(): AppContext;
  /** The cell of a number's account or, for a new number, the one that shall take it. Throws Unavailable if nobody knows. */
  cellOfMobile(brand: string, phone: string): Promise<number>;
  /**
   * Where the borrower of one of these values is, who may have left this cell. Waits while they are on their way. Throws
   * Unavailable if they do not arrive.
   */
  follow(cell: number, values: readonly string[]): Promise<number>;
  /** A cell for a visitor who has no number yet. */
  cellForVisitor(): Promise<number>;
}

/** Lengths of tokens and codes without a mark. */
const lengths = { token: 43, change: 22, image: 24, certificate: 16 } as const;
/** Calls that a mobile number leads to its cell. Every other call of a visitor names the visitor. */
const byNumber = new Set([
  'smsCode',
  'voiceCode',
  'login',
  'resetPassword',
  'sandboxSms',
  'sandboxCodes',
  'sandboxComplaints',
  'sandboxTransfers',
]);
/** Calls that begin something without a number. */
const beginning = new Set(['getSid', 'sandboxBorrower']);

/** A token as a cell knows it. */
const hashed = (token: string): string => tokenHash(token).toString('hex');

/** The cell of a call by its own marks, and the values by which it may ask for somebody who left that cell. */
interface CalledCell {
  readonly cell: number;
  readonly values: readonly string[];
}

/** The cell of a call. A mark of no cell leads home, where its value is unknown. */
async function cellOfCall(cells: ServedCells, call: Call, request: FastifyRequest): Promise<CalledCell> {
  const { home } = cells;
  const context = readContext(request);
  const brand = context.appName === undefined ? home.defaultBrand : home.brands.get(context.appName);
  const hasSession = context.sessionId !== undefined && !byNumber.has(call.name);
  // Only the session leads on: ids beside it may be another borrower's.
  if (hasSession) {
    const session = context.sessionId ?? '';
    return { cell: cellOfToken(session, lengths.token) ?? home.cell.id, values: [hashed(session)] };
  }
  if (beginning.has(call.name)) return { cell: await cells.cellForVisitor(), values: [] };
  const input: Readonly<Record<string, unknown>> = Object(readInput(call, request, home.mask).input);
  const text = (name: string) => (typeof input[name] === 'string' ? input[name] : undefined);
  const phone = byNumber.has(call.name) && brand ? mobileNumber(brand, text('phone') ?? '') : undefined;
  if (brand && phone !== undefined) return { cell: await cells.cellOfMobile(brand.id, phone), values: [] };
  const token = text('ticket') ?? text('visitorId');
  const all = JSON.stringify(input);
  const cell =
    cellOfToken(token ?? '', lengths.token) ??
    cellOfToken(text('token') ?? '', lengths.change) ??
    cellInText(all) ??
    home.cell.id;
  return {
    cell,
    values: [...[token, text('token')].flatMap((each) => each ?? []).map(hashed), ...idsInText(all)],
  };
}

/** A call that failed in the cell that its borrower has left: it runs again where they are. */
export class BorrowerMoved extends Error {}

/**
 * Runs a call in its cell. Malformed input is refused by the call itself, at home. `work` asks `isElsewhere` before it answers a
 * failure: if the borrower has moved, it throws BorrowerMoved, and the call runs once more in their cell.
 */
export async function openCell<Result>(
  cells: ServedCells,
  { call, request }: { readonly call: Call; readonly request: FastifyRequest },
  work: (appContext: AppContext, isElsewhere: () => Promise<boolean>) => Promise<Result>,
): Promise<Result> {
  const choose = async (): Promise<CalledCell> => {
    const chosen = await cellOfCall(cells, call, request).catch((error: unknown) => {
      if (error instanceof BadRequest) return { cell: cells.home.cell.id, values: [] };
      throw error;
    });
    return cells.all().has(chosen.cell) ? chosen : { ...chosen, cell: cells.home.cell.id };
  };
  const { cell, values } = await choose();
  let elsewhere = cell;
  const isElsewhere = async () => {
    elsewhere = byNumber.has(call.name) ? (await choose()).cell : await cells.follow(cell, values);
    return elsewhere !== cell;
  };
  try {
    return await inCell(cell, () => work(cells.current(), isElsewhere));
  } catch (error) {
    if (!(error instanceof BorrowerMoved)) throw error;
    return inCell(elsewhere, () => work(cells.current(), async () => false));
  }
}

/** A token of a session, a change of account or a picture, with a cell's mark or without. */
const aToken = /(?<![\w-])(?:[\w-]{43}|[\w-]{45}|[\w-]{22}|[\w-]{24}|[\w-]{26})(?![\w-])/g;

/** The cell of a token with a mark. */
const cellOfMarked = (token: string, length: number): number | undefined =>
  token.length === length ? undefined : cellOfToken(token, length);

/** The fields of a form; none of any other body. */
const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? { ...body } : {};

/**
 * The number of the cell of a request that is no call: a page, a picture, a provider's message. A visitor without a number or a
 * token, on a page without scripts, gets a cell that takes new borrowers.
 */
export async function cellOfRequest(
  cells: ServedCells,
  { url, body, method }: Pick<FastifyRequest, 'url' | 'body' | 'method'>,
): Promise<number> {
  const sent = Buffer.isBuffer(body)
    ? body.toString('latin1')
    : body === undefined
      ? ''
      : JSON.stringify(body);
  const text = `${url} ${sent}`;
  const code = new URLSearchParams(url.split('?')[1]).get('code') ?? '';
  const typed = code.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const tokens = [...text.matchAll(aToken)].map(([token]) => token);
  const candidates = [
    cellInText(text),
    ...tokens.map((token) => cellOfMarked(token, lengths.token) ?? cellOfMarked(token, lengths.image)),
    typed === '' ? undefined : cellOfCode(typed, lengths.certificate),
  ];
  const served = cells.all();
  const found = candidates.find((id) => id !== undefined && served.has(id));
  const { mobile, sid = '' } = fieldsOf(body);
  const isNewVisitor = /^\/promotion\b/.test(url) && (method === 'GET' || mobile !== undefined) && sid === '';
  if (found === undefined && isNewVisitor) return cells.cellForVisitor().catch(() => cells.home.cell.id);
  const cell = found ?? cells.home.cell.id;
  const values = tokens.flatMap((token) => [hashed(token), token]);
  if (typed !== '') values.push(typed);
  // On a page an id beside the session may be another borrower's. Elsewhere an address is signed, or a provider's.
  if (values.length === 0 || url.startsWith('/api/')) values.push(...idsInText(text));
  return cells.follow(cell, values);
}
