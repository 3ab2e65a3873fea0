import { keepTogether } from '@hiram/server/test/support/scratch.ts';

/**
 * One run from its beginning to its end. Told to stop (SIGINT, SIGTERM), it takes its database with it, and whatever else it
 * started ends by itself. Where it breaks, `again` says how to see that once more. It ends the process, 0 where all held:
 * nothing that is still open keeps a run that is over.
 */
export async function wholeRun(again: string, work: () => Promise<void>): Promise<never> {
  process.once('exit', keepTogether());
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  try {
    await work();
    process.exit(0);
  } catch (error) {
    console.error(error);
    console.error(`Once more: ${again}`);
    process.exit(1);
  }
}
