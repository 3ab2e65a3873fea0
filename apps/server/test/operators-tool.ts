import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childEnvironment } from './child-environment.ts';
import type { Cluster } from './throwaway-cluster.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** One of `src/tools/`, as an operator starts it beside the servers of a database: how it ended, and what it said. */
export function runTool(
  name: string,
  { socketDir }: Cluster,
  database: string,
  options: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<{ code: number; said: string }> {
  const env = {
    ...childEnvironment(),
    SANDBOX: '1',
    DATABASE_URL: `postgres://hiram_owner@localhost/${database}?host=${socketDir}`,
    DATA_KEY: 'ab'.repeat(32),
    ...more,
  };
  const file = `apps/server/src/tools/${name}.ts`;
  return new Promise((resolve) =>
    execFile(process.execPath, [file, ...options], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 99) : 0, said: stdout + stderr }),
    ),
  );
}
