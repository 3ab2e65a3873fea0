import { readFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { extname, resolve, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
};
const compressible = /^(?:text|application\/json|image\/svg)/;

export interface FolderServer {
  readonly origin: string;
  stop(): void;
}

/**
 * Serves a front end's build folder on loopback, compressed as our server compresses. A page's address without a file is
 * `index.html`. If `api` is given, a request for anything else without a file goes to this address, `apiMs` milliseconds later.
 */
export async function serveFolder(
  dir: string,
  { api, apiMs }: { readonly api?: string | undefined; readonly apiMs: number },
): Promise<FolderServer> {
  const root = resolve(dir);
  const index = await readFile(resolve(root, 'index.html'));
  const compressed = new Map<string, Buffer>();
  const send = (outgoing: ServerResponse, name: string, content: Buffer) => {
    const type = types[extname(name)] ?? 'application/octet-stream';
    if (!compressible.test(type)) return outgoing.writeHead(200, { 'content-type': type }).end(content);
    const body = compressed.get(name) ?? gzipSync(content, { level: 9 });
    compressed.set(name, body);
    return outgoing.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body);
  };
  const server = createServer(async (incoming, outgoing) => {
    const path = decodeURIComponent(new URL(incoming.url ?? '/', 'http://localhost').pathname);
    const file = resolve(root, `.${path}`);
    const content =
      incoming.method === 'GET' && file.startsWith(root + sep)
        ? await readFile(file).catch(() => undefined)
        : undefined;
    if (content) return send(outgoing, file, content);
    if (incoming.method === 'GET' && incoming.headers.accept?.includes('text/html'))
      return send(outgoing, 'index.html', index);
    if (api === undefined) return outgoing.writeHead(404).end();
    await pause(apiMs);
    return forward(incoming, outgoing, api);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return {
    origin: `http://localhost:${address.port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, api: string): void {
  const target = new URL(incoming.url ?? '/', api);
  const headers = { ...incoming.headers, host: target.host };
  const ask = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const forwarded = ask(target, { method: incoming.method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  forwarded.on('error', () => outgoing.destroy());
  incoming.pipe(forwarded);
}
