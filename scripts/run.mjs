import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The exit code of a command that cannot run on this machine, as in Automake's tests. */
const skipped = 77;
const failed = [];
const notRun = [];

/** Runs a command and prints its output as it comes, or with `printAtEnd` when it has ended. */
export async function run(name, [command, ...args], { printAtEnd = false, env = {} } = {}) {
  const started = Date.now();
  const stdio = printAtEnd ? ['ignore', 'pipe', 'pipe'] : 'inherit';
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
  const [code] = await once(child, 'close');
  if (code === skipped) notRun.push(name);
  else if (code !== 0) failed.push(name);
  const result = code === 0 ? 'passed' : code === skipped ? 'not run here' : 'FAILED';
  console.log(`\n— ${name}: ${result}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  process.stdout.write(Buffer.concat(output));
}

/** Prints what failed and what could not run. Returns the exit code. */
export function report() {
  if (notRun.length > 0) console.log(`\nNOT RUN HERE: ${notRun.join(', ')}`);
  console.log(failed.length > 0 ? `\nFAILED: ${failed.join(', ')}` : '\nAll passed.');
  return failed.length > 0 ? 1 : 0;
}
