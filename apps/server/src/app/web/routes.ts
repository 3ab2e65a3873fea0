import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '../../brands/brand.ts';
import type { AppContext } from '../../context/app-context.ts';
import type { queuePages } from '../../platform/http/queue/request-queue.ts';
import { hasProofCookie, setProofCookie } from '../../platform/http/sessions/proof.ts';
import { gzipCached } from './gzip-once.ts';
import { namedBrand } from './named-brand.ts';
import { openedPages } from './opened-pages.ts';
import { readPackedScripts } from './packed-scripts.ts';
import { fillPage, type Page, type PageSettings, readPages } from './pages.ts';
import { storedAssets } from './stored-builds.ts';
import { piecesOf, type Streamed } from './streamed-page.ts';
import { serveWorker } from './worker.ts';

type PageHooks = ReturnType<typeof queuePages>;

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

/** Sends the shell of a document at once, and behind it what the server knows as soon as it knows it. Never stored. */
function sendStreamed(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  streamed: Pick<Streamed, 'scripts' | 'rest'>,
): FastifyReply {
  const isGzip = acceptedEncoding(request) !== 'plain';
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', page.policy)
    .header('vary', 'accept-encoding')
    .header('cache-control', 'no-store');
  if (isGzip) reply.header('content-encoding', 'gzip');
  return reply.send(Readable.from(piecesOf(page, { ...streamed, isGzip })));
}

const assetTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};

/** The name of a file of the build: never a path. */
const assetName = /^\w[\w.-]*$/;

/** The extension of an asset's name, without that of its compressed copy. */
const assetEnding = (name: string) => extname(name.replace(/\.(?:br|gz)$/, '')).slice(1);

/** The last `lang` of the address, as the page reads it. */
const requestedLanguage = (request: FastifyRequest): string =>
  new URL(request.url, 'http://page').searchParams.getAll('lang').findLast((each) => each !== '') ?? '';

/** Sends another build's asset with the same headers as this build's assets. */
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
  return reply.send(gzipCached(content));
}

/** Serves this build's hashed assets, compressed in advance. */
async function serveAssets(app: FastifyInstance, webDir: string, pageHooks: PageHooks): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(webDir, 'assets'),
    // Its own route lists the folder at each request, to compare the spelling of the name.
    serve: false,
    immutable: true,
    maxAge: '365d',
    // A name has one content for ever: nobody asks whether it changed. Each header is sent before the script of a page.
    etag: false,
    lastModified: false,
    acceptRanges: false,
    preCompressed: true,
    index: false,
    setHeaders: (reply, path) => {
      const type = assetTypes[assetEnding(path)];
      if (type !== undefined) reply.type(type);
    },
  });
  app.get<{ Params: { name: string } }>('/assets/:name', pageHooks, ({ params: { name } }, reply) =>
    assetName.test(name) ? reply.sendFile(name) : reply.callNotFound(),
  );
}

/** Serves the documents per brand and route, and the hashed assets that never change. */
export async function serveWebApp(
  app: FastifyInstance,
  appContext: AppContext,
  { settings, pageHooks }: { readonly settings: () => PageSettings; readonly pageHooks: PageHooks },
): Promise<void> {
  const { webDir, cachesOnPhone } = appContext.config;
  const isHttps = appContext.config.publicUrl.startsWith('https:');
  // Read at the start: a build may be replaced and deleted while the server runs.
  const built = readPages(webDir);
  const packed = readPackedScripts(webDir);
  const documents = new Map<string, Page>();
  const documentOf = (brand: Brand, name: string): Page | undefined => {
    const html = built.get(name);
    if (html === undefined) return undefined;
    const key = `${brand.id}/${name}`;
    const page = documents.get(key) ?? fillPage([name, html], brand, settings(), packed);
    documents.set(key, page);
    return page;
  };
  // In production all pages are filled before the server is ready, so that filling a page never delays the health check.
  // In the sandbox each page is filled at its first request, because the simulated host's port is known only then.
  if (!appContext.config.sandbox)
    for (const brand of appContext.brands.values()) for (const name of built.keys()) documentOf(brand, name);
  const brandFor = (request: FastifyRequest) => {
    const query = request.query;
    const appName =
      typeof query === 'object' && query !== null && 'appName' in query ? query.appName : undefined;
    return namedBrand(appContext, appName);
  };

  /** Every document sets the proof cookie, the error page too: its home link opens screens without loading another document. */
  const sendDocument = (request: FastifyRequest, reply: FastifyReply, page: Page, status: number) => {
    reply.header('cache-control', 'no-cache');
    setProofCookie(request, reply, isHttps);
    return sendPage(request, reply, page, status);
  };

  const begin = openedPages(app, appContext);
  await serveAssets(app, webDir, pageHooks);
  serveWorker(app, { webDir, cachesPages: cachesOnPhone });
  for (const name of built.keys())
    app.get(`/${name}`, pageHooks, (request, reply) => {
      const brand = brandFor(request);
      const page = brand && documentOf(brand, name);
      if (!page) return reply.callNotFound();
      const rest = begin(request, { name, brandId: brand.id, page });
      if (!rest) return sendDocument(request, reply, page, 200);
      const isNew = !hasProofCookie(request, isHttps);
      const scripts = isNew ? packed.pieceOf(name, brand, requestedLanguage(request)) : undefined;
      setProofCookie(request, reply, isHttps);
      return sendStreamed(request, reply, page, { scripts, rest });
    });
  app.setNotFoundHandler(
    notFound(storedAssets(appContext.db), (request, reply) => {
      const page = documentOf(brandFor(request) ?? appContext.defaultBrand, 'error');
      return page && sendDocument(request, reply, page, 404);
    }),
  );
}

/** Answers requests without a route: another build's asset, the error page, or the envelope for API clients. */
function notFound(
  assetOf: (name: string) => Promise<Buffer | undefined>,
  sendErrorPage: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined,
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
    if (request.method === 'GET' && !request.url.startsWith('/api/')) {
      const answer = sendErrorPage(request, reply);
      if (answer) return answer;
    }
    return reply.code(404).send({ success: false, code: '40400', message: 'Not found.', data: {} });
  };
}
