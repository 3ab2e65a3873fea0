import { createServer, request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

export interface LatencyProxy {
  readonly origin: string;
  /** Serves this document under `path`. Its answer takes as long as a call. */
  serveFloor(path: string, html: string): void;
  stop(): void;
}

/**
 * Starts a proxy in front of a server. It forwards everything unchanged, and adds the floors, whose answer takes `callMs`
 * milliseconds as the server's calls do.
 */
export async function startLatencyProxy(origin: string, callMs: number): Promise<LatencyProxy> {
  const floors = new Map<string, Buffer>();
  const proxy = createServer(async (incoming, outgoing) => {
    const path = incoming.url?.split('?')[0] ?? '';
    const floor = floors.get(path);
    if (floor) {
      await pause(callMs);
      outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' });
      outgoing.end(floor);
      return;
    }
    const forwarded = httpRequest(
      origin + incoming.url,
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on('error', () => outgoing.destroy());
        answer.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('not listening on a port');
  return {
    origin: `http://localhost:${address.port}`,
    serveFloor: (path, html) => floors.set(path, gzipSync(html, { level: 9 })),
    stop: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
