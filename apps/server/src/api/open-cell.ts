import type { Call } from '@hiram/contract/call';
import type { FastifyRequest } from 'fastify';
import { mobileNumber } from '../brands/phone.ts';
import type { AppContext } from '../context/app-context.ts';
import { inCell } from '../platform/cells/current-cell.ts';
import { cellInText, cellOfCode, cellOfToken } from '../platform/cells/marks.ts';
import { BadRequest } from '../platform/errors/rejection.ts';
import { readContext, readInput } from '../platform/http/input.ts';

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

/** The number of the cell of a call, by its own marks. A mark of no cell leads home, where its value is unknown. */
async function cellOfCall(cells: ServedCells, call: Call, request: FastifyRequest): Promise<number> {
  const { home } = cells;
  const context = readContext(request);
  const brand = context.appName === undefined ? home.defaultBrand : home.brands.get(context.appName);
  const hasSession = context.sessionId !== undefined && !byNumber.has(call.name);
  if (hasSession) return cellOfToken(context.sessionId ?? '', lengths.token) ?? home.cell.id;
  if (beginning.has(call.name)) return cells.cellForVisitor();
  const input: Readonly<Record<string, unknown>> = Object(readInput(call, request, home.mask).input);
  const text = (name: string) => (typeof input[name] === 'string' ? input[name] : undefined);
  const phone = byNumber.has(call.name) && brand ? mobileNumber(brand, text('phone') ?? '') : undefined;
  if (brand && phone !== undefined) return cells.cellOfMobile(brand.id, phone);
  const token = text('ticket') ?? text('visitorId');
  return (
    cellOfToken(token ?? '', lengths.token) ??
    cellOfToken(text('token') ?? '', lengths.change) ??
    cellInText(JSON.stringify(input)) ??
    home.cell.id
  );
}

/** Runs a call in its cell. Malformed input is refused by the call itself, at home. */
export async function openCell<Result>(
  cells: ServedCells,
  { call, request }: { readonly call: Call; readonly request: FastifyRequest },
  work: (appContext: AppContext) => Promise<Result>,
): Promise<Result> {
  const chosen = await cellOfCall(cells, call, request).catch((error: unknown) => {
    if (error instanceof BadRequest) return cells.home.cell.id;
    throw error;
  });
  const id = cells.all().has(chosen) ? chosen : cells.home.cell.id;
  return inCell(id, () => work(cells.current()));
}

const marked = /(?<![\w-])(?:[\w-]{45}|[\w-]{26})(?![\w-])/g;

/** The number of the cell of a request that is no call: a page, a picture, a provider's message. */
export function cellOfRequest(
  cells: ServedCells,
  { url, body }: Pick<FastifyRequest, 'url' | 'body'>,
): number {
  const sent = Buffer.isBuffer(body)
    ? body.toString('latin1')
    : body === undefined
      ? ''
      : JSON.stringify(body);
  const text = `${url} ${sent}`;
  const code = new URLSearchParams(url.split('?')[1]).get('code') ?? '';
  const typed = code.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const candidates = [
    cellInText(text),
    ...[...text.matchAll(marked)].map(
      ([token]) => cellOfToken(token, lengths.token) ?? cellOfToken(token, lengths.image),
    ),
    typed === '' ? undefined : cellOfCode(typed, lengths.certificate),
  ];
  const served = cells.all();
  return candidates.find((id) => id !== undefined && served.has(id)) ?? cells.home.cell.id;
}
