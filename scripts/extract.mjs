// Writes the texts of the borrower's web app into its message catalogues.
import { prepare, runForeground } from './setup.mjs';

const node = await prepare({ build: false });
const lingui = 'node_modules/@lingui/cli/dist/lingui.js';
process.exitCode = await runForeground(node, [
  ...[lingui, 'extract', '--clean', '--config', 'apps/borrower/lingui.config.ts'],
]);
