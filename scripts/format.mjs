// Formats the sources: `npm run format`, or `npm run format -- FILE …`. Sorts imports and applies the linter's safe fixes.
import { join } from 'node:path';
import { prepare, root, runForeground } from './setup.mjs';

const node = await prepare({ build: false });
const files = process.argv.slice(2);
const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
process.exitCode = await runForeground(node, [
  biome,
  'check',
  '--write',
  ...(files.length > 0 ? files : ['.']),
]);
