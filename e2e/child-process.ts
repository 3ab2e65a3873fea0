import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Child<Ready> {
  readonly ready: Ready;
  readonly process: ChildProcess;
  /** Closes its standard input and waits until it has ended. */
  end(): Promise<void>;
}

/** Starts a script of this folder and waits for the line of JSON that it prints when it is ready. */
export async function startChild<Ready>(script: string, args: readonly string[]): Promise<Child<Ready>> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`${script} ended with ${code} before it was ready`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"origin"') || line.startsWith('{"socketDir"')) resolve(JSON.parse(line));
    });
  });
  return {
    ready,
    process: child,
    end: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        // The process may have ended by itself.
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.on('exit', () => resolve());
        child.stdin.end();
      }),
  };
}
