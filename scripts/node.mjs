// Runs a program with the Node that came with the dependencies: `npm run node -- FILE …`, with paths from the root.
import { prepare, runForeground } from './setup.mjs';

const node = await prepare({ build: false });
process.exitCode = await runForeground(node, process.argv.slice(2));
