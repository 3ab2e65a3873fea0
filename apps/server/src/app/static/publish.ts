import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';

/** Days for which a previous build's assets stay in a static folder, for pages that are already open. */
const maxReplacedDays = 30;
const dayMs = 86_400_000;
/** The record of the last publication. It is in the folder itself, so that a copy of the folder contains it. */
const recordName = 'hiram-files.json';
const recordSchema = v.object({
  files: v.array(v.string()),
  /** Assets of previous builds, with the moment of their replacement. */
  replaced: v.record(v.string(), v.pipe(v.string(), v.isoTimestamp())),
});

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

async function replaceFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, `${to}.new`);
  await rename(`${to}.new`, to);
}

/**
 * Replaces a static folder that may be served meanwhile: assets first, then the documents that refer to them, each file
 * atomically. The previous build's assets stay for a month. Files that were not published by us are never deleted.
 */
export async function publish(built: string, folder: string, now: Date): Promise<void> {
  const files = await filesOf(built);
  const isAsset = (name: string) => name.startsWith('assets/');
  const previous = await readFile(join(folder, recordName), 'utf8').then(
    (text) => v.parse(recordSchema, JSON.parse(text)),
    () => undefined,
  );
  const assetsBefore = (await filesOf(join(folder, 'assets'))).map((name) => `assets/${name}`);
  for (const name of [...files.filter(isAsset), ...files.filter((name) => !isAsset(name))])
    await replaceFile(join(built, name), join(folder, name));
  const current = new Set(files);
  const replaced: Record<string, string> = {};
  for (const name of assetsBefore) {
    if (current.has(name)) continue;
    const replacedAt = previous?.replaced[name] ?? now.toISOString();
    if (now.getTime() - Date.parse(replacedAt) > maxReplacedDays * dayMs)
      await rm(join(folder, name), { force: true });
    else replaced[name] = replacedAt;
  }
  // Documents of removed routes, if we wrote them.
  for (const name of previous?.files ?? [])
    if (!isAsset(name) && !current.has(name)) await rm(join(folder, name), { force: true });
  await writeFile(join(folder, recordName), JSON.stringify({ files, replaced }));
}
