import { extname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { House } from '../house.ts';
import { giveProof } from '../http/proof.ts';
import { gzipOnce } from './gzip-once.ts';
import { keptAssets } from './kept-builds.ts';
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
    .header('vary', 'accept-encoding');
  if (encoding !== 'plain') reply.header('content-encoding', encoding === 'brotli' ? 'br' : 'gzip');
  return reply.send(page[encoding]);
}

const assetTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};

/** What an asset's name ends in, also where it lies compressed. */
const assetEnding = (name: string) => extname(name.replace(/\.(?:br|gz)$/, '')).slice(1);

/** Another build's asset, as the own ones are answered. */
function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  content: Buffer,
): FastifyReply {
  reply
    .type(assetTypes[assetEnding(name)] ?? 'application/octet-stream')
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('vary', 'accept-encoding');
  const encoding = acceptedEncoding(request);
  if (encoding === 'plain') return reply.send(content);
  reply.header('content-encoding', 'gzip');
  return reply.send(gzipOnce(content));
}

/** Documents per brand and route, and the hashed assets that never change. */
export async function serveWebApp(
  app: FastifyInstance,
  house: House,
  settings: () => PageSettings,
): Promise<void> {
  const { webDir } = house.config;
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
    setHeaders: (reply, path) => {
      const type = assetTypes[assetEnding(path)];
      if (type !== undefined) reply.type(type);
    },
  });
  for (const name of pageNames(webDir))
    app.get(`/${name}`, (request, reply) => {
      const page = documentsOf(request)?.get(name);
      if (!page) return reply.callNotFound();
      reply.header('cache-control', 'no-cache');
      giveProof(request, reply, house.config.publicUrl.startsWith('https:'));
      return sendPage(request, reply, page, 200);
    });
  app.setNotFoundHandler(notFound(keptAssets(house.db), (request) => documentsOf(request)?.get('error')));
}

/** What no route answers: another build's asset, the page that says so, or for programs an answer in the envelope. */
function notFound(
  assetOf: (name: string) => Promise<Buffer | undefined>,
  pageFor: (request: FastifyRequest) => Page | undefined,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  return async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const [, asset] = /^\/assets\/([\w.-]+)(?:\?|$)/.exec(request.url) ?? [];
    if (isRead && asset !== undefined) {
      const content = await assetOf(asset);
      if (content) return sendAsset(request, reply.code(200), asset, content);
      return reply
        .code(404)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('Not found.');
    }
    const page = pageFor(request);
    if (request.method === 'GET' && page && !request.url.startsWith('/api/'))
      return sendPage(request, reply.header('cache-control', 'no-cache'), page, 404);
    return reply.code(404).send({ success: false, code: '40400', message: 'Not found.', data: {} });
  };
}
