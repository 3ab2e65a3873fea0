import type { ChildProcess } from 'node:child_process';

/** Ends a child, hard unless told otherwise, and waits until it is gone; one that has ended already is left alone. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}
