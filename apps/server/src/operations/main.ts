/** `npm run hiram -- <command>`: the operators' command line. */
import { createInterface } from 'node:readline/promises';
import { runCli } from './cli.ts';

async function confirm(question: string): Promise<boolean> {
  // On standard error: standard output may be read by a program.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

process.exitCode = await runCli(process.argv.slice(2), {
  environment: process.env,
  // npm changes to the checkout's folder; INIT_CWD is where it was called.
  folder: process.env.INIT_CWD ?? process.cwd(),
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  confirm: process.stdin.isTTY ? confirm : undefined,
});
