/**
 * A caller in its own process, with its own loopback address. It repeats requests on several connections and prints the
 * `CallerFigures` as JSON. It reads `CallerOptions` as JSON from standard input, because long bodies do not fit into an argument.
 */
import { Agent, request as ask } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface CallerRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** As base64. */
  readonly body?: string | undefined;
}

export interface CallerOptions {
  readonly origin: string;
  readonly address: string;
  readonly connections: number;
  readonly requests: readonly CallerRequest[];
  readonly seconds: number;
  /** A pause after each answer, in milliseconds. */
  readonly pauseMs: number;
}

/** The milliseconds of each answer, and the number of answers by status (0: no answer). */
export interface CallerFigures {
  readonly ms: readonly number[];
  readonly statuses: Readonly<Record<string, number>>;
}

export async function call(options: CallerOptions): Promise<CallerFigures> {
  const { origin, address, connections, requests, seconds, pauseMs } = options;
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ms: number[] = [];
  const statuses: Record<string, number> = {};
  const end = performance.now() + seconds * 1000;
  let sentCount = 0;
  const once = ({ method, path, headers, body }: CallerRequest) =>
    new Promise<number>((done) => {
      const sent = ask(
        { agent, hostname, port, localAddress: address, method, path, headers, timeout: 30_000 },
        (answer) => {
          answer.resume();
          answer.on('end', () => done(answer.statusCode ?? 0)).on('error', () => done(0));
        },
      );
      sent.on('error', () => done(0)).on('timeout', () => sent.destroy());
      sent.end(body === undefined ? undefined : Buffer.from(body, 'base64'));
    });
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const request = requests[sentCount++ % requests.length];
        if (!request) return;
        const began = performance.now();
        const status = await once(request);
        ms.push(performance.now() - began);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (pauseMs > 0) await pause(pauseMs);
      }
    }),
  );
  agent.destroy();
  return { ms, statuses };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const figures = await call(JSON.parse(await text(process.stdin)));
  console.log(JSON.stringify(figures));
}
