import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { House } from '../house.ts';
import { fillPages, type Page, type PageSettings, pageNames } from './pages.ts';

function acceptedEncoding(request: FastifyRequest): 'brotli' | 'gzip' | 'plain' {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) return 'brotli';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'plain';
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page, status: number): FastifyReply {
  const encoding = acceptedEncoding(request);
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', page.policy)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding');
  if (encoding !== 'plain') reply.header('content-encoding', encoding === 'brotli' ? 'br' : 'gzip');
  return reply.send(page[encoding]);
}

/** Documents per brand and route, and the hashed assets that never change. */
export async function serveWebApp(
  app: FastifyInstance,
  house: House,
  settings: () => PageSettings,
): Promise<void> {
  const { webDir } = house.config;
  if (!existsSync(join(webDir, 'build.json')))
    throw new Error('the web app is not built: run `npm run build`');
  const built: { mask: string } = JSON.parse(readFileSync(join(webDir, 'build.json'), 'utf8'));
  if (built.mask !== house.config.maskScope)
    throw new Error(
      `the web app was built with mask ${built.mask}, the server runs with MASK=${house.config.maskScope}`,
    );

  // In the sandbox filled at the first request: only then is the port known under which the simulated host is reached.
  let filled: ReadonlyMap<string, ReadonlyMap<string, Page>> | undefined;
  const documents = () => {
    filled ??= new Map(
      [...house.brands.values()].map((brand) => [brand.id, fillPages(webDir, brand, settings())]),
    );
    return filled;
  };
  // A lender's server is ready when it is: the first page must not keep it from answering the load balancer.
  if (!house.config.sandbox) documents();
  const documentsOf = (request: FastifyRequest) => {
    const query = request.query;
    const asked =
      typeof query === 'object' && query !== null && 'appName' in query ? query.appName : undefined;
    return documents().get(typeof asked === 'string' ? asked : '') ?? documents().get(house.defaultBrand.id);
  };

  await app.register(fastifyStatic, {
    root: join(webDir, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    preCompressed: true,
    index: false,
  });
  for (const name of pageNames(webDir))
    app.get(`/${name}`, (request, reply) => {
      const page = documentsOf(request)?.get(name);
      return page ? sendPage(request, reply, page, 200) : reply.callNotFound();
    });
  app.setNotFoundHandler((request, reply) => {
    const page = documentsOf(request)?.get('error');
    if (request.method === 'GET' && page && !request.url.startsWith('/api/'))
      return sendPage(request, reply, page, 404);
    return reply.code(404).send({ success: false, code: '40400', message: 'Not found.', data: {} });
  });
}
