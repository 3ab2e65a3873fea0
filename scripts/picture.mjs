// Records the README's picture of the main job: drives the app in a browser and writes to docs/pictures/.
import { findChromium } from './chromium.mjs';
import { fail, prepare, root, runForeground, searchPath } from './setup.mjs';

const node = await prepare({ build: true });
const environment = { ...process.env, PATH: searchPath(node) };
const chromium = findChromium(root, environment);
if (chromium === undefined) fail('The picture needs a Chromium: name one in CHROMIUM');
process.exitCode = await runForeground(
  node,
  ['--conditions=source', 'e2e/picture/main-job.ts', ...process.argv.slice(2)],
  { ...environment, CHROMIUM: chromium },
);
