/**
 * Makes the release's archives: `npm run release -- [--platform linux-x64,linux-arm64] [--out DIR]`. The checkout must be clean.
 * The version is that of package.json where the commit has its tag (`v0.1.0`), else it carries the commit.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../root.ts';
import { setModes, sha256, writeArchive } from './archive.ts';
import { billOf, flat, installReleaseTools, notices, pathOf, writtenBill } from './bill.ts';
import { bundleServer, programFolder } from './bundle.ts';
import { type Platform, platforms } from './contents.ts';
import { packageFolder, readLockFile } from './packages.ts';
import { copyFiles, copyPackages, writeLaunchers } from './stage.ts';
import { versionOf } from './version.ts';

const { values: options } = parseArgs({
  options: {
    platform: { type: 'string', default: platforms.join(',') },
    out: { type: 'string', default: 'release' },
    'allow-changes': { type: 'boolean', default: false },
  },
});

const chosen = options.platform.split(',').map((name): Platform => {
  const platform = platforms.find((known) => known === name);
  if (!platform) throw new Error(`--platform must be some of ${platforms.join(', ')}`);
  return platform;
});
const outDir = resolve(root, options.out);
const work = join(root, '.state/release');
const lock = readLockFile(root);
const version = versionOf(root, options['allow-changes']);

const sources = globSync('apps/server/src/**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .sort();

/** Builds the web app and the console again, into the folder that all platforms share. */
function buildWeb(shared: string): void {
  const node = (...args: string[]) =>
    execFileSync(process.execPath, ['--conditions=source', ...args], { cwd: root, stdio: 'inherit' });
  node('apps/borrower/build/build.ts', '--mask', 'declared', '--out', join(shared, 'apps/borrower/dist'));
  node('apps/console/build/build.ts');
  cpSync(join(root, 'apps/console/dist'), join(shared, 'apps/console/dist'), { recursive: true });
}

async function buildShared(shared: string): Promise<ReadonlySet<string>> {
  buildWeb(shared);
  const bundled = await bundleServer(root, sources, join(shared, programFolder));
  copyFiles(root, shared);
  writeLaunchers(shared);
  const { text, commit } = version;
  writeFileSync(join(shared, 'release.json'), `${JSON.stringify({ version: text, commit })}\n`);
  const manifest = { name: 'hiram', version: text, private: true, type: 'module', license: 'Apache-2.0' };
  writeFileSync(join(shared, 'package.json'), `${JSON.stringify(manifest)}\n`);
  return bundled;
}

async function makeArchive(platform: Platform, shared: string, bundled: ReadonlySet<string>) {
  const name = `hiram-${version.text}-${platform}`;
  const folder = join(work, platform, name);
  const store = join(work, platform, 'packages');
  cpSync(shared, folder, { recursive: true, verbatimSymlinks: true });
  const folderOf = (path: string) => packageFolder(root, lock, path, store);
  copyPackages(lock, platform, folder, (name) => folderOf(`node_modules/${name}`));
  const bill = billOf(writtenBill(root, installReleaseTools(root)), lock, { platform, bundled });
  const known = new Set(flat(bill.components).map(pathOf));
  for (const path of bundled)
    if (!known.has(path)) throw new Error(`${path} is in the bundle, and not in the bill of materials`);
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(bill, undefined, 1)}\n`);
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), notices(bill, folderOf));
  setModes(folder);
  const file = `${name}.tar.zst`;
  await writeArchive(join(work, platform), name, join(outDir, file));
  return file;
}

rmSync(work, { recursive: true, force: true });
mkdirSync(outDir, { recursive: true });
const shared = join(work, 'shared');
const bundled = await buildShared(shared);
const lines: string[] = [];
for (const platform of chosen) {
  const file = await makeArchive(platform, shared, bundled);
  lines.push(`${sha256(join(outDir, file))}  ${file}`);
  console.log(`${file}: ${(statSync(join(outDir, file)).size / 1e6).toFixed(1)} MB`);
}
writeFileSync(join(outDir, 'SHA256SUMS'), `${lines.join('\n')}\n`);
rmSync(work, { recursive: true, force: true });
