// Writes the texts of both web apps into their message catalogues.
import { prepare, runForeground } from './setup.mjs';

const node = await prepare({ build: false });
const lingui = 'node_modules/@lingui/cli/dist/lingui.js';
for (const app of ['borrower', 'console'])
  process.exitCode ||= await runForeground(node, [
    ...[lingui, 'extract', '--clean', '--config', `apps/${app}/lingui.config.ts`],
  ]);
