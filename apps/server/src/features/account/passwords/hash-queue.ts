import { keyedSlots } from '../../../platform/http/queue/request-queue.ts';

/**
 * A password's hash keeps one processor busy for some hundredths of a second. One address computes one at a time: otherwise its
 * guesses would take all threads of a server.
 */
const hashing = keyedSlots({ concurrent: 1, waiting: 600 });

/** Runs `derive`, which computes a password's hash, when it is the address's turn. Throws TooMany if too many wait already. */
export async function inHashQueue<Result>(address: string, derive: () => Promise<Result>): Promise<Result> {
  const end = await hashing.acquire(address);
  try {
    return await derive();
  } finally {
    end();
  }
}
