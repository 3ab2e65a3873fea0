import { mkdirSync } from 'node:fs';
import { readdir, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

/** The number of earlier builds to keep: a running server reads its own documents from one of them. */
const maxOlderBuilds = 4;

/** Creates a folder for one build. Its name starts with the time, so that names sort by age. */
export function newBuildFolder(root: string): string {
  const moment = new Date().toISOString().replace(/\D/g, '');
  const folder = join(root, '.state/builds', `${moment}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Points `link` to a finished build atomically, and deletes old builds. */
export async function publishBuild(folder: string, link: string): Promise<void> {
  const next = `${link}.${process.pid}`;
  const isWindows = process.platform === 'win32';
  await rm(next, { recursive: true, force: true });
  await symlink(isWindows ? folder : relative(dirname(link), folder), next, 'junction');
  // Windows cannot replace a link atomically.
  if (isWindows) await rm(link, { recursive: true, force: true });
  await rename(next, link);
  const builds = dirname(folder);
  const olderBuilds = (await readdir(builds)).filter((name) => name < basename(folder)).sort();
  for (const name of olderBuilds.slice(0, -maxOlderBuilds))
    await rm(join(builds, name), { recursive: true, force: true });
}
