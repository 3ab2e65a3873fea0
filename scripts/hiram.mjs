// `npm run hiram -- <command>`: the operators' command line. Plain JavaScript, so that Node 20 can run it.
import { prepare, runForeground } from './setup.mjs';

// npm changes to the checkout's folder, and so does `prepare`: files that are named are looked for where the command was called.
const environment = { ...process.env, INIT_CWD: process.env.INIT_CWD ?? process.cwd() };
const node = await prepare({ build: false });
process.exitCode = await runForeground(
  node,
  ['apps/server/src/operations/main.ts', ...process.argv.slice(2)],
  environment,
);
