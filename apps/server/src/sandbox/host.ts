import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context/app-context.ts';

/**
 * The simulated native app at `/host` (sandbox only). It runs on 127.0.0.1 and frames the web app from
 * localhost: two origins, so that the bridge's checks of origins apply here too. The console of the staff
 * opens in a tab of its own: it lets no page frame it.
 */
export async function serveHost(
  app: FastifyInstance,
  appContext: AppContext,
  { hostOrigin, consoleUrl }: { readonly hostOrigin: () => string; readonly consoleUrl: () => string },
): Promise<void> {
  const folder = join(appContext.config.webDir, 'host');
  if (!existsSync(join(folder, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/host-files/',
    index: false,
    decorateReply: false,
  });
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  app.get('/host', (request, reply) => {
    if (request.hostname === 'localhost')
      return reply.redirect(`${hostOrigin()}/host${new URL(request.url, hostOrigin()).search}`);
    const framed = hostOrigin().replace('127.0.0.1', 'localhost');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header(
        'content-security-policy',
        `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; frame-src ${framed}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      )
      .send(html.replace('<html ', `<html data-console="${consoleUrl()}" `));
  });
}
