import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { end } from '@hiram/server/test/support/processes/end.ts';

interface Server {
  readonly origin: string;
  readonly child: ChildProcess;
}

/** Several servers of one lender. Each is a process that can be killed at any moment. */
export interface Servers {
  /** The origin of a running server, in rotation. If none runs, an origin where no server listens. */
  any(): string;
  readonly count: number;
  /** Kills a server (SIGKILL) and starts a new one. Resolves when the new one is ready. */
  kill(index: number): Promise<void>;
  stop(): Promise<void>;
}

/** No server listens on this port. */
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
  /** The replacements that are running. */
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
    // Wait for running replacements: otherwise a new server would start after this and keep running.
    await Promise.allSettled(replacing);
    for (const server of running) if (server) await end(server.child);
  }
  try {
    for (let index = 0; index < count; index += 1) running.push(await start(argument));
  } catch (error) {
    await stop();
    throw error;
  }
  let nextIndex = 0;
  return {
    count,
    stop,
    any() {
      for (let tried = 0; tried < count; tried += 1) {
        nextIndex += 1;
        const server = running[nextIndex % count];
        if (server) return server.origin;
      }
      return nowhere;
    },
    async kill(index) {
      const replacement = replace(index);
      replacing.add(replacement);
      try {
        await replacement;
      } finally {
        replacing.delete(replacement);
      }
    },
  };
}
