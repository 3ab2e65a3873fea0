import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Faults of networks and providers: the request fails without effect; it has its effect, but the answer is
 * lost; the provider answers an error; the answer is truncated.
 */
export type Misbehaviour = 'gone' | 'lost' | 500 | 429 | 'half';

export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
  readonly headers: IncomingMessage['headers'];
}

export interface MisbehavingServer {
  readonly url: string;
  /** Requests that were answered, or would have been. */
  readonly requests: readonly RecordedRequest[];
  /** Each of the next requests with a matching path gets the next of these faults. */
  trouble(path: RegExp, ...troubles: Misbehaviour[]): void;
  close(): Promise<void>;
}

/** An HTTP server that works as documented, and misbehaves when a test requests it. */
export async function startMisbehavingServer(
  work: (request: RecordedRequest) => { status: number; body: unknown },
): Promise<MisbehavingServer> {
  const requests: RecordedRequest[] = [];
  const ahead: { path: RegExp; trouble: Misbehaviour }[] = [];

  function answer(request: IncomingMessage, response: ServerResponse, text: string): void {
    const url = new URL(request.url ?? '/', 'http://x');
    const item: RecordedRequest = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      body: text ? JSON.parse(text) : {},
      headers: request.headers,
    };
    const index = ahead.findIndex(({ path }) => path.test(item.path));
    const trouble = index < 0 ? undefined : ahead.splice(index, 1)[0]?.trouble;
    if (trouble === 'gone') {
      response.socket?.destroy();
      return;
    }
    if (trouble === 500 || trouble === 429) {
      response.writeHead(trouble).end('{}');
      return;
    }
    requests.push(item);
    const { status, body } = work(item);
    if (trouble === 'lost') {
      response.socket?.destroy();
      return;
    }
    const json = JSON.stringify(body);
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(json),
    });
    if (trouble === 'half') {
      response.write(json.slice(0, json.length / 2), () => response.socket?.destroy());
      return;
    }
    response.end(json);
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => answer(request, response, Buffer.concat(parts).toString('utf8')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests: requests,
    trouble: (path, ...troubles) => {
      for (const trouble of troubles) ahead.push({ path, trouble });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
