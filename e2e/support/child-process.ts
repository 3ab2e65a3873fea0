import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Child<Ready> {
  readonly ready: Ready;
  readonly process: ChildProcess;
  /** Sends a line to its standard input, and resolves with what it then says to be ready. */
  ask<Answer>(line: string): Promise<Answer>;
  /** Closes its standard input and waits until it has ended. */
  end(): Promise<void>;
}

/** Starts a script of this folder and waits until it prints a line of JSON with `ready`. */
export async function startChild<Ready>(script: string, args: readonly string[]): Promise<Child<Ready>> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const next = <Answer>() =>
    new Promise<Answer>((resolve, reject) => {
      const onExit = (code: number | null) =>
        reject(new Error(`${script} ended with ${code} before it was ready`));
      const onLine = (line: string) => {
        if (!line.startsWith('{"ready":')) return;
        child.off('exit', onExit);
        lines.off('line', onLine);
        resolve(JSON.parse(line).ready);
      };
      child.on('exit', onExit);
      lines.on('line', onLine);
    });
  return {
    ready: await next<Ready>(),
    process: child,
    ask: (line) => {
      const answer = next<never>();
      child.stdin.write(`${line}\n`);
      return answer;
    },
    end: () =>
      new Promise((resolve) => {
        // The process may have ended by itself.
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.on('exit', () => resolve());
        child.stdin.end();
      }),
  };
}
