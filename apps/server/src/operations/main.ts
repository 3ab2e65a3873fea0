/** `npm run hiram -- <command>`: the operators' command line. */
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { runCli } from './cli.ts';

async function confirm(question: string): Promise<boolean> {
  // The question goes to standard error, because a program may read standard output.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

// Who reads the output may stop early, as `head` does: the rest is for nobody.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });

// Calls of a server on the same machine go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

process.exitCode = await runCli(process.argv.slice(2), {
  environment: process.env,
  // npm changes to the checkout's folder; INIT_CWD is the caller's folder.
  folder: process.env.INIT_CWD ?? process.cwd(),
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  confirm: process.stdin.isTTY ? confirm : undefined,
});
