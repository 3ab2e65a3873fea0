import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { end } from '@hiram/server/test/support/end.ts';

interface Server {
  readonly origin: string;
  readonly child: ChildProcess;
}

/** Several real servers of one lender, each a process that may be killed at any moment. */
export interface Servers {
  /** One that runs, in turn; an address where nobody listens while none does. */
  any(): string;
  readonly count: number;
  /** `kill -9`, and a new one in its place. Resolves once that answers. */
  kill(index: number): Promise<void>;
  stop(): Promise<void>;
}

/** Nobody listens here: what callers meet while every server is down. */
const nowhere = 'http://127.0.0.1:9';

const script = fileURLToPath(new URL('./serve.ts', import.meta.url));

async function start(argument: string): Promise<Server> {
  const child = spawn(process.execPath, ['--conditions=source', script, argument], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`a server ended with ${code} before it was ready`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('origin ')) resolve(line.slice(7));
    });
  });
  return { origin, child };
}

export async function startServers(
  count: number,
  lender: { socketDir: string; database: string; environment: Record<string, string> },
): Promise<Servers> {
  const argument = JSON.stringify(lender);
  const running: (Server | undefined)[] = [];
  /** Those that are being killed and replaced. */
  const replacing = new Set<Promise<void>>();
  let stopped = false;
  async function replace(index: number): Promise<void> {
    const server = running[index];
    if (!server) return;
    running[index] = undefined;
    await end(server.child);
    if (!stopped) running[index] = await start(argument);
  }
  async function stop(): Promise<void> {
    stopped = true;
    // A new one that comes up meanwhile would be left running, and whoever started it would wait for it.
    await Promise.allSettled(replacing);
    for (const server of running) if (server) await end(server.child);
  }
  try {
    for (let index = 0; index < count; index += 1) running.push(await start(argument));
  } catch (error) {
    await stop();
    throw error;
  }
  let turn = 0;
  return {
    count,
    stop,
    any() {
      for (let tried = 0; tried < count; tried += 1) {
        turn += 1;
        const server = running[turn % count];
        if (server) return server.origin;
      }
      return nowhere;
    },
    async kill(index) {
      const item = replace(index);
      replacing.add(item);
      try {
        await item;
      } finally {
        replacing.delete(item);
      }
    },
  };
}
