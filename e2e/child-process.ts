import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export interface Child<Told> {
  readonly told: Told;
  readonly process: ChildProcess;
  /** Ends it in good order. */
  end(): Promise<void>;
}

/** Starts a script of this folder and waits for the line of JSON that it prints. */
export async function startChild<Told>(script: string, args: readonly string[]): Promise<Child<Told>> {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const readyMessage = await new Promise<Told>((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`${script} ended with ${code} before it was ready`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('{"origin"') || line.startsWith('{"socketDir"')) resolve(JSON.parse(line));
    });
  });
  return {
    told: readyMessage,
    process: child,
    end: () =>
      new Promise((resolve) => {
        child.removeAllListeners('exit');
        // It may have ended by itself meanwhile.
        if (child.exitCode !== null || child.signalCode !== null) return resolve();
        child.on('exit', () => resolve());
        child.stdin.end();
      }),
  };
}
