import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

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

const ended = (child: ChildProcess) =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise<void>((resolve) => child.once('exit', () => resolve()));

export async function startServers(
  count: number,
  lender: { socketDir: string; database: string; environment: Record<string, string> },
): Promise<Servers> {
  const argument = JSON.stringify(lender);
  const running: (Server | undefined)[] = [];
  for (let index = 0; index < count; index += 1) running.push(await start(argument));
  let turn = 0;
  return {
    count,
    any() {
      for (let tried = 0; tried < count; tried += 1) {
        turn += 1;
        const server = running[turn % count];
        if (server) return server.origin;
      }
      return nowhere;
    },
    async kill(index) {
      const server = running[index];
      if (!server) return;
      running[index] = undefined;
      server.child.kill('SIGKILL');
      await ended(server.child);
      running[index] = await start(argument);
    },
    async stop() {
      for (const server of running) {
        server?.child.kill('SIGKILL');
        if (server) await ended(server.child);
      }
    },
  };
}
