import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import type { DataFolder } from './product.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs an operator's command in a process of its own. Returns its answer and the seconds. Throws if it ends
 * with another code than 0 or 1.
 */
export async function operate({ dataDir }: DataFolder, words: readonly string[]) {
  const started = performance.now();
  const child = spawn(
    process.execPath,
    ['--conditions=source', 'apps/server/src/operations/main.ts', ...words, '--json'],
    {
      cwd: root,
      env: { PATH: process.env.PATH, DATA_DIR: dataDir, SANDBOX: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  const out = Buffer.concat(chunks).toString();
  if (code !== 0 && code !== 1) throw new Error(`${words.join(' ')} ended with ${code}: ${out}`);
  return { answer: JSON.parse(out), seconds: (performance.now() - started) / 1000 };
}
