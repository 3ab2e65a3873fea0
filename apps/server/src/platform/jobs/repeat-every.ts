/** Starts `work` every `ms` milliseconds, but not while its former run goes on. `work` handles its own failures. */
export function repeatEvery(ms: number, work: () => Promise<unknown>): NodeJS.Timeout {
  let isRunning = false;
  return setInterval(async () => {
    if (isRunning) return;
    isRunning = true;
    await work();
    isRunning = false;
  }, ms);
}
