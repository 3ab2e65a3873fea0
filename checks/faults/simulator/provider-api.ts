import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { handleRequest, type ProviderState } from './provider-state.ts';
import type { Random } from './random.ts';

/** An outage of some of the provider's endpoints. */
export interface ProviderOutage {
  readonly paths: readonly string[];
  /** `cut` closes the connection. `silent` never answers, and does the work half of the time. */
  readonly how: 'cut' | 'silent';
  /** By our reference, when something was requested during the outage: `performance.now()` of each try. */
  readonly tries: Map<string, number[]>;
}

export interface ProviderApi {
  readonly url: string;
  close(): Promise<void>;
}

interface ApiOptions {
  readonly secret: string;
  readonly chance: Random;
  readonly outage: () => ProviderOutage | undefined;
}

/** The share of requests that the provider answers with a fault of its own, before it has done anything. */
const failedShare = 0.03;
/** The share of requests, after the failed ones, that are answered slowly. */
const slowShare = 0.03;
/** The share of requests that are done but whose answer is lost. */
const lostAnswerShare = 0.03;

/** Starts the provider's HTTP endpoints. Besides the outage, some requests fail, are slow, or lose their answer. */
export async function startProviderApi(state: ProviderState, options: ApiOptions): Promise<ProviderApi> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (request.headers.authorization !== `Bearer ${options.secret}`) {
        response.writeHead(401).end();
        return;
      }
      const text = Buffer.concat(parts).toString('utf8');
      void answer(response, { state, path: request.url ?? '', text }, options);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address of a TCP server is an object, not a path.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  response: ServerResponse,
  { state, path, text }: { readonly state: ProviderState; readonly path: string; readonly text: string },
  { chance, outage }: ApiOptions,
): Promise<void> {
  const request = JSON.parse(text);
  const current = outage();
  if (current?.paths.includes(path)) {
    const { reference } = request;
    current.tries.set(reference, [...(current.tries.get(reference) ?? []), performance.now()]);
    if (current.how === 'cut') response.socket?.destroy();
    else if (chance.happens(0.5)) handleRequest(state, path, request);
    return;
  }
  const draw = chance.next();
  if (draw < failedShare) {
    response.writeHead(500).end();
    return;
  }
  if (draw < failedShare + slowShare) await pause(chance.between(20, 400));
  const body = handleRequest(state, path, request);
  if (draw > 1 - lostAnswerShare) {
    response.socket?.destroy();
    return;
  }
  if (!body) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
