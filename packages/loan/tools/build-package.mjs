// Makes packages/loan/dist, the package for a registry: JavaScript, declarations, manual and licence. Inside this repository the
// sources themselves are imported, so the manifest of the workspace cannot be the published one.
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..');
const root = join(folder, '../..');
const dist = join(folder, 'dist');
rmSync(dist, { recursive: true, force: true });
const compiler = join(root, 'node_modules/.bin/tsc');
const { status } = spawnSync(compiler, ['-p', join(folder, 'tsconfig.build.json')], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
const { name, version, description, license, exports } = JSON.parse(
  readFileSync(join(folder, 'package.json'), 'utf8'),
);
const built = (source, extension) => source.replace(/^\.\/src\//, './').replace(/\.ts$/, extension);
const manifest = {
  name,
  version,
  description,
  license,
  type: 'module',
  sideEffects: false,
  exports: Object.fromEntries(
    Object.entries(exports).map(([entry, source]) => [
      entry,
      { types: built(source, '.d.ts'), default: built(source, '.js') },
    ]),
  ),
  publishConfig: { access: 'public', provenance: true },
};
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
copyFileSync(join(folder, 'README.md'), join(dist, 'README.md'));
copyFileSync(join(root, 'LICENSE'), join(dist, 'LICENSE'));
