// Builds the web app into apps/borrower/dist, or elsewhere with --out DIR; with --brand ph as one brand's static folder.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root, runForeground } from './setup.mjs';

const node = await prepare({ build: false });
const asked = process.argv.slice(2);
// A brand's folder: build the whole web app in a new folder, fill its documents for the brand, then replace the old folder.
const built = join(root, '.state', `static-${process.pid}`);
const [forBuild, forBrand] = splitOptions(asked);
let code = await runForeground(node, ['--conditions=source', 'apps/borrower/build/build.ts', ...forBuild]);
if (code === 0 && forBrand.length > 0)
  code = await runForeground(node, [
    '--conditions=source',
    'apps/server/src/app/static/write.ts',
    ...forBrand,
  ]);
rmSync(built, { recursive: true, force: true });
process.exitCode = code;

/** Both steps take `--out`; only the second takes `--brand`, `--api` and `--site`. */
function splitOptions(options) {
  const first = [];
  const second = [];
  for (let at = 0; at < options.length; at += 1) {
    const [name] = options[at].split('=');
    const taken = options[at].includes('=') ? [options[at]] : [options[at], options[at + 1] ?? ''];
    if (!options[at].includes('=')) at += 1;
    if (name === '--brand' || name === '--api' || name === '--site') second.push(...taken);
    else first.push(...taken);
    if (name === '--out') second.push(...taken);
  }
  if (!second.some((word) => word.startsWith('--brand'))) return [first, []];
  return [withoutOut(first).concat('--out', built), second.concat('--built', built)];
}

function withoutOut(options) {
  return options.filter((word, at) => !word.startsWith('--out') && options[at - 1] !== '--out');
}
