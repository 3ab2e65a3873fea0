import { keepTogether } from '@hiram/server/test/support/scratch.ts';
import { startChild } from './child-process.ts';

/** One database cluster for all browser tests; each worker makes its own database in it. */
export default async function setup(): Promise<() => Promise<void>> {
  const remove = keepTogether();
  const cluster = await startChild<{ socketDir: string }>('./cluster.ts', []);
  process.env.HIRAM_TEST_SOCKET = cluster.ready.socketDir;
  return async () => {
    await cluster.end();
    remove();
  };
}
