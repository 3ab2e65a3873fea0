// Makes the pictures of the components again, in e2e/gallery-pictures/: look at each difference before you commit it.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { prepare, root, runForeground, searchPath } from './setup.mjs';

const node = await prepare({ build: false });
process.env.PATH = searchPath(node);
process.env.CHROMIUM = findChromium(root);
process.env.NODE_OPTIONS = '--conditions=source';
// The test that compares them runs at night.
process.env.VERIFY = '1';
rmSync(join(root, 'e2e/gallery-pictures'), { recursive: true, force: true });
const renew = ['test', '-c', 'e2e/playwright.config.ts', 'gallery.spec.ts', '--update-snapshots=all'];
process.exitCode = await runForeground(join(root, 'node_modules/.bin/playwright'), renew);
