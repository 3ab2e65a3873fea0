import type { FastifyRequest } from 'fastify';
import type { ConsoleContext } from './console-context.ts';
import { ForeignOrigin } from './errors.ts';

/** Checks `Sec-Fetch-Site` if the browser sends it. Throws ForeignOrigin. */
export function checkSite({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw new ForeignOrigin('a request from another site');
}

/**
 * Checks that a page of the console sent the request. A browser sends `Origin` with every POST and no script can change it.
 * `Sec-Fetch-Site` is checked if the browser sends it. Throws ForeignOrigin.
 */
export function checkOrigin(context: ConsoleContext, request: FastifyRequest): void {
  if (request.headers.origin !== new URL(context.origin()).origin) throw new ForeignOrigin('another origin');
  checkSite(request);
}
