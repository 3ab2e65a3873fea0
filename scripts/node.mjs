// Runs a program with the Node in the dependencies: `npm run node -- FILE …`. Paths are relative to the root.
import { prepare, runForeground } from './setup.mjs';

const node = await prepare({ build: false });
process.exitCode = await runForeground(node, process.argv.slice(2));
