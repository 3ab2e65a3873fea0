// Runs one of the operator's tools: `node tool.mjs <path of its main under apps/server/src> …`. Plain JavaScript, so that Node 20 can run it.
import { prepare, runForeground } from './setup.mjs';

const [tool, ...others] = process.argv.slice(2);
const node = await prepare({ build: false });
process.exitCode = await runForeground(node, [`apps/server/src/${tool}`, ...others]);
