// `npm run release`: an archive for each platform that runs with nothing installed, in release/ or --out DIR.
import { prepare, runForeground } from './setup.mjs';

const node = await prepare({ build: false });
process.exitCode = await runForeground(node, [
  '--conditions=source',
  'tools/release/release.ts',
  ...process.argv.slice(2),
]);
