import { keepTogether } from '@hiram/server/test/support/scratch.ts';

/**
 * Runs `work`, then ends the process: with 0 if it succeeds, else with 1 and the command that repeats the run (`again`). It
 * ends the process explicitly, so that open handles do not delay it. SIGINT and SIGTERM end the run too. At the end its
 * databases are deleted; the processes that it started end by themselves.
 */
export async function wholeRun(again: string, work: () => Promise<void>): Promise<never> {
  process.once('exit', keepTogether());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  try {
    await work();
    process.exit(0);
  } catch (error) {
    console.error(error);
    console.error(`Repeat it with: ${again}`);
    process.exit(1);
  }
}
