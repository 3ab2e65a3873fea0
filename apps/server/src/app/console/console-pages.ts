import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { screenRoots } from '@hiram/contract/console/screen-roots';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { consolePagePolicy } from '../../console/access/headers.ts';
import type { Config } from '../../context/config.ts';

const built = fileURLToPath(new URL('../../../../console/dist', import.meta.url));

/** Serves the console's web app, if it is built. Its document holds nothing about anybody. */
export async function consolePages(
  app: FastifyInstance,
  { sandbox, console: settings }: Pick<Config, 'sandbox' | 'console'>,
): Promise<void> {
  const file = join(built, 'index.html');
  if (!existsSync(file)) return;
  const data = `data-sandbox="${sandbox}" data-directory="${settings?.directory !== undefined}"`;
  const html = readFileSync(file, 'utf8').replace('<html ', `<html ${data} `);
  await app.register(fastifyStatic, {
    root: join(built, 'assets'),
    // Its own route lists the folder at each request, to compare the spelling of the name.
    serve: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // Names carry a digest of the content.
    setHeaders: (reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable');
    },
  });
  app.get<{ Params: { name: string } }>('/assets/:name', ({ params: { name } }, reply) =>
    /^\w[\w.-]*$/.test(name) ? reply.sendFile(name) : reply.callNotFound(),
  );
  const showDocument = (_request: FastifyRequest, reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', consolePagePolicy).send(html);
  app.get('/', showDocument);
  for (const screen of screenRoots)
    for (const path of [`/${screen}`, `/${screen}/*`]) app.get(path, showDocument);
  // An address that names no screen is a page that says so; what is no page, a call or a file, is answered as such.
  app.get('/*', (request, reply) =>
    isPage(request) ? showDocument(request, reply.code(404)) : reply.callNotFound(),
  );
}

/** Reports whether a browser asks for a document of an address that is none of a call or a file. */
const isPage = ({ url, headers }: FastifyRequest) =>
  !/^\/(api|assets)(\/|$)/.test(url) && headers.accept?.includes('text/html') === true;
