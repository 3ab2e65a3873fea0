import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { commonCodes } from '@hiram/contract/envelope';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { translateToEnglish } from '../brands/texts/translate.ts';
import { BadRequest } from '../platform/errors/rejection.ts';

/** What an answer may do in a browser that shows it by itself: nothing. Documents and files that may do more say so in its place. */
const nothingAtAll = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Header = readonly [name: string, value: string];
const always: readonly Header[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['content-security-policy', nothingAtAll],
];
const overTls: readonly Header[] = [
  ...always,
  ['strict-transport-security', 'max-age=31536000; includeSubDomains'],
];

/** The headers of every answer, set by hand: a plugin for it costs as much as the rest of a small request. */
export function applySecurityHeaders(reply: FastifyReply, https: boolean): void {
  for (const [name, value] of https ? overTls : always) reply.header(name, value);
}

/** Puts the fence around every answer of a route, and around those that Node would otherwise give without it. */
export function securityHeaders(app: FastifyInstance, https: boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    applySecurityHeaders(reply, https);
    // RFC 9112, section 3.2. Node's own refusal bears no headers, so `requireHostHeader` is off.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new BadRequest('host', 'is missing');
  });
  app.server.on('checkExpectation', (_request, response) => {
    for (const [name, value] of https ? overTls : always) response.setHeader(name, value);
    response.writeHead(417, { connection: 'close' }).end();
  });
}

const statusOf: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers what is no HTTP request, has too large a head, or came too slowly, and hangs up. No hook runs for those. */
export function answerUnparsed(https: boolean): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const message = translateToEnglish('common.badRequest', { field: 'request' });
  const body = JSON.stringify({ success: false, code: commonCodes.badRequest, message, data: {} });
  const headers: readonly Header[] = [
    ...(https ? overTls : always),
    ['cache-control', 'no-store'],
    ['content-type', 'application/json; charset=utf-8'],
    ['content-length', String(Buffer.byteLength(body))],
    ['connection', 'close'],
  ];
  const rest = `${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const status = statusOf[error.code ?? ''] ?? 400;
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${rest}`);
    socket.destroy(error);
  };
}
