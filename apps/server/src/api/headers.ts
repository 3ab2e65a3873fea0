import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { commonCodes } from '@hiram/contract/envelope';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { translateToEnglish } from '../brands/texts/translate.ts';
import { BadRequest } from '../platform/errors/rejection.ts';

/**
 * The default content security policy of answers: a browser may load and run nothing. Documents and files that need more set
 * their own.
 */
const denyAll = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Header = readonly [name: string, value: string];
const baseHeaders: readonly Header[] = [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['content-security-policy', denyAll],
];
const tlsHeaders: readonly Header[] = [
  ...baseHeaders,
  ['strict-transport-security', 'max-age=31536000; includeSubDomains'],
];

/**
 * Sets the security headers of an answer. Setting them by hand is on purpose: a plugin costs as much as the rest of a small
 * request.
 */
export function applySecurityHeaders(reply: FastifyReply, https: boolean): void {
  for (const [name, value] of https ? tlsHeaders : baseHeaders) reply.header(name, value);
}

/** Adds the security headers to every answer, also to those that Node sends itself. */
export function securityHeaders(app: FastifyInstance, https: boolean): void {
  app.addHook('onRequest', async (request, reply) => {
    applySecurityHeaders(reply, https);
    // RFC 9112, section 3.2. Node's own rejection has no security headers, so `requireHostHeader` is off.
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new BadRequest('host', 'is missing');
  });
  app.server.on('checkExpectation', (_request, response) => {
    for (const [name, value] of https ? tlsHeaders : baseHeaders) response.setHeader(name, value);
    response.writeHead(417, { connection: 'close' }).end();
  });
}

const statusOf: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * Answers requests that cannot be parsed, have too large headers or arrive too slowly, and closes the connection. No Fastify
 * hook runs for them.
 */
export function answerUnparsed(https: boolean): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const message = translateToEnglish('common.badRequest', { field: 'request' });
  const body = JSON.stringify({ success: false, code: commonCodes.badRequest, message, data: {} });
  const headers: readonly Header[] = [
    ...(https ? tlsHeaders : baseHeaders),
    ['cache-control', 'no-store'],
    ['content-type', 'application/json; charset=utf-8'],
    ['content-length', String(Buffer.byteLength(body))],
    ['connection', 'close'],
  ];
  const tail = `${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`;
  return (error, socket) => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const status = statusOf[error.code ?? ''] ?? 400;
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${tail}`);
    socket.destroy(error);
  };
}
