import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

/** How a compressed stream marks the end of what was flushed (an empty stored block). */
const flushMark = Buffer.from([0x00, 0x00, 0xff, 0xff]);

export interface LatencyProxy {
  readonly origin: string;
  /** Serves this document under `path`. Its answer takes as long as a call. */
  serveFloor(path: string, html: string): void;
  /** From now on documents and calls wait, until `isSilent` is false again. */
  setSilent(isSilent: boolean): void;
  /** Serves this text in place of the server's. */
  serveScript(path: string, script: string): void;
  stop(): void;
}

/**
 * Starts a proxy that delays calls by `apiMs` milliseconds and forwards documents and files at once, all unchanged. What a
 * document contains behind its first flush is the answer of a call that the server made: it is delayed as a call is. `lineMs`
 * delays everything: the latency of a line, for a browser that emulates none.
 */
export async function startLatencyProxy(origin: string, apiMs: number, lineMs = 0): Promise<LatencyProxy> {
  const floors = new Map<string, Buffer>();
  const scripts = new Map<string, string>();
  let silence: PromiseWithResolvers<void> | undefined;
  const proxy = createServer(async (incoming, outgoing) => {
    const path = incoming.url?.split('?')[0] ?? '';
    const floor = floors.get(path);
    const script = scripts.get(path);
    if (lineMs > 0) await pause(lineMs);
    if (script !== undefined) {
      outgoing.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
      return;
    }
    if (!path.startsWith('/assets/')) await silence?.promise;
    const isCall = incoming.url?.startsWith('/api/') ?? false;
    if (floor || isCall) await pause(apiMs);
    if (floor) {
      outgoing.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' });
      outgoing.end(floor);
      return;
    }
    const forwarded = httpRequest(
      origin + incoming.url,
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        if (isCall) answer.pipe(outgoing);
        else void delayFlushed(answer, outgoing, apiMs);
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
    setSilent: (isSilent) => {
      silence?.resolve();
      silence = isSilent ? Promise.withResolvers<void>() : undefined;
    },
    serveScript: (path, script) => {
      scripts.set(path, script);
    },
    serveFloor: (path, html) => floors.set(path, gzipSync(html, { level: 9 })),
    stop: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

/** Forwards an answer. If it is a document with a flush in it, what follows the first flush waits `apiMs` milliseconds. */
async function delayFlushed(answer: IncomingMessage, outgoing: ServerResponse, apiMs: number): Promise<void> {
  const isDocument = answer.headers['content-type']?.startsWith('text/html') ?? false;
  let wasFlushed = !isDocument;
  let before = Buffer.alloc(0);
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      if (wasFlushed) {
        outgoing.write(piece);
        continue;
      }
      // The mark may be cut in two by the pieces.
      const known = Buffer.concat([before, piece]);
      const at = known.indexOf(flushMark);
      const end = at < 0 ? piece.length : at + flushMark.length - before.length;
      outgoing.write(piece.subarray(0, end));
      before = known.subarray(-(flushMark.length - 1));
      if (at < 0) continue;
      wasFlushed = true;
      await pause(apiMs);
      if (end < piece.length) outgoing.write(piece.subarray(end));
    }
    outgoing.end();
  } catch {
    outgoing.destroy();
  }
}
