import { createServer, request as httpRequest, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

/** The line's treatment of the requests that pass it. A test changes it while pages use it. */
export interface ChangingLine {
  readonly origin: string;
  /** From now on documents and calls wait, until `release`. */
  hold(): void;
  release(): void;
  /** From now on each answer is changed by this function. Its scripts are not. */
  change(how: (body: string, path: string) => string): void;
  /** From now on this path has this script. */
  serve(path: string, script: string): void;
  close(): void;
}

const unchanged = /^\/assets\//;

/** A line between the browser and a server, which can become silent and change what passes it. */
export async function changingLine(origin: string): Promise<ChangingLine> {
  let held: PromiseWithResolvers<void> | undefined;
  let how: ((body: string, path: string) => string) | undefined;
  const scripts = new Map<string, string>();

  const sendScript = (response: ServerResponse, script: string) =>
    response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(script);

  const server = createServer(async (incoming, response) => {
    const path = incoming.url?.split('?')[0] ?? '';
    const script = scripts.get(path);
    if (script !== undefined) return sendScript(response, script);
    const isUnchanged = unchanged.test(path);
    if (!isUnchanged) await held?.promise;
    const headers = { ...incoming.headers, 'accept-encoding': 'identity' };
    const forwarded = httpRequest(
      origin + incoming.url,
      { method: incoming.method, headers },
      async (answer) => {
        const { 'content-length': _, ...rest } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, rest);
        if (isUnchanged || !how) answer.pipe(response);
        else response.end(how(await text(answer), path));
      },
    );
    forwarded.on('error', () => response.destroy());
    return incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return {
    origin: `http://localhost:${address.port}`,
    hold: () => {
      held ??= Promise.withResolvers<void>();
    },
    release: () => {
      held?.resolve();
      held = undefined;
    },
    change: (newHow) => {
      how = newHow;
    },
    serve: (path, script) => {
      scripts.set(path, script);
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
