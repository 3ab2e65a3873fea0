// Records the README's picture of the main job: drives the app in a browser and writes to docs/pictures/.
import { findChromium } from './chromium.mjs';
import { prepare, root, runForeground, searchPath } from './setup.mjs';

const node = await prepare({ build: true });
process.env.PATH = searchPath(node);
process.env.CHROMIUM = findChromium(root);
const picture = ['--conditions=source', 'e2e/picture/main-job.ts', ...process.argv.slice(2)];
process.exitCode = await runForeground(node, picture);
