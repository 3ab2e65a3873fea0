import { mkdirSync } from 'node:fs';
import { lstat, readdir, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

/** Builds that stay beside the newest: a server that runs reads its own documents from one of them. */
const keptBuilds = 4;

/** Makes a folder for one build, named by its moment so that names sort by age. */
export function newBuildFolder(root: string): string {
  const moment = new Date().toISOString().replace(/\D/g, '');
  const folder = join(root, '.state/builds', `${moment}-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** Makes `link` lead to a finished build in one step, and deletes builds of long ago. */
export async function publishBuild(folder: string, link: string): Promise<void> {
  const next = `${link}.${process.pid}`;
  const isWindows = process.platform === 'win32';
  await rm(next, { recursive: true, force: true });
  await symlink(isWindows ? folder : relative(dirname(link), folder), next, 'junction');
  // Before builds had folders of their own, this was one; Windows replaces no link in one step.
  const stands = await lstat(link).catch(() => undefined);
  if (stands && (isWindows || !stands.isSymbolicLink())) await rm(link, { recursive: true });
  await rename(next, link);
  const builds = dirname(folder);
  const others = (await readdir(builds)).filter((name) => name < basename(folder)).sort();
  for (const name of others.slice(0, -keptBuilds))
    await rm(join(builds, name), { recursive: true, force: true });
}
