import { setTimeout as pause } from 'node:timers/promises';

/** The time that a job may take to run. */
const [maxTries, pauseMs] = [100, 100];

/** Waits until a job of the server has written a row, and returns it. Throws Error, with `missing`, when it does not come. */
export async function found<T>(missing: string, find: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const row = await find();
    if (row !== undefined) return row;
    await pause(pauseMs);
  }
  throw new Error(missing);
}
