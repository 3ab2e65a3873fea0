// Builds the web app into apps/borrower/dist, or elsewhere with --out DIR.
import { prepare, runForeground } from './setup.mjs';

const node = await prepare({ build: false });
process.exitCode = await runForeground(node, [
  '--conditions=source',
  'apps/borrower/build/build.ts',
  ...process.argv.slice(2),
]);
