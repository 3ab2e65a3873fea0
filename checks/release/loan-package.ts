/**
 * Shows that the loan engine's package works for another team: `npm run node -- --conditions=source
 * checks/release/loan-package.ts`. It packs the package, installs it in an empty folder without a network, compiles the
 * manual's example against its declarations, runs it in plain Node, and compares what it prints. Ten seconds.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'loan-package-'));
const run = (file: string, args: readonly string[], cwd: string) =>
  execFileSync(file, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

const compilerOptions = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  noEmitOnError: true,
  types: [],
};

try {
  run(process.execPath, ['packages/loan/tools/build-package.mjs'], root);
  run('npm', ['pack', '--silent', '--pack-destination', folder], join(root, 'packages/loan/dist'));
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, archive)], folder);
  const installed = readdirSync(join(folder, 'node_modules/@hiram/loan'), { encoding: 'utf8' });
  const sources = installed.filter((name) => /(^|[^d])\.ts$/.test(name) && !name.endsWith('.d.ts'));
  if (sources.length > 0) throw new Error(`the package holds sources: ${sources.join(', ')}`);
  const manual = readFileSync(join(folder, 'node_modules/@hiram/loan/README.md'), 'utf8');
  const example = /```ts\n([\s\S]+?)```/.exec(manual)?.[1] ?? '';
  const expected = /\n\/\/ (.+)\n$/.exec(example)?.[1];
  // A page of the web has a console; the package itself needs neither it nor Node.
  writeFileSync(join(folder, 'page.ts'), example);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['page.ts'] }));
  run(join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.json'], folder);
  const printed = run(process.execPath, ['page.js'], folder).trim();
  if (printed !== expected) throw new Error(`the example prints ${printed}, not ${expected}`);
  console.log(`${archive}: the manual's example compiles and prints what it says`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
