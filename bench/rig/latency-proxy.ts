import { createServer, request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Starts a proxy that delays calls by `apiMs` milliseconds and forwards documents and files at once, all unchanged. */
export async function startLatencyProxy(
  origin: string,
  apiMs: number,
): Promise<{ origin: string; stop: () => void }> {
  const proxy = createServer(async (incoming, outgoing) => {
    if (incoming.url?.startsWith('/api/')) await pause(apiMs);
    const forwarded = httpRequest(
      origin + incoming.url,
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
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
    stop: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}
