import { startChild } from './child.ts';

/** One database cluster for all browser tests; each worker makes its own database in it. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startChild<{ socketDir: string }>('./cluster.ts', []);
  process.env.HIRAM_TEST_SOCKET = cluster.told.socketDir;
  return cluster.end;
}
