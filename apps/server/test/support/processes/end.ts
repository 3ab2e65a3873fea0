import type { ChildProcess } from 'node:child_process';

/**
 * Ends a child process, by SIGKILL unless another signal is given, and waits until it has exited. A child
 * that has exited already is ignored.
 */
export async function end(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await gone;
}
