// `npm run hiram -- <command>`: the operators' command line. Plain JavaScript, so that Node 20 can run it.
import { prepare, runForeground } from './setup.mjs';

// npm and `prepare` change to the checkout's folder. Resolve named files from the folder of the call.
const environment = { ...process.env, INIT_CWD: process.env.INIT_CWD ?? process.cwd() };
const node = await prepare({ build: false });
process.exitCode = await runForeground(
  node,
  ['apps/server/src/operations/main.ts', ...process.argv.slice(2)],
  environment,
);
