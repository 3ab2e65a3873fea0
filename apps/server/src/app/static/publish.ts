import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';

/** Days for which a former build's assets stay in a static folder, for pages that were opened before. */
const keptDays = 30;
const dayMs = 86_400_000;
/** What was written last time; in the folder itself, so that whoever copies it copies this too. */
const recordName = 'hiram-files.json';
const recordSchema = v.object({
  files: v.array(v.string()),
  /** Assets of former builds, with the moment at which they were replaced. */
  replaced: v.record(v.string(), v.pipe(v.string(), v.isoTimestamp())),
});

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

async function put(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, `${to}.new`);
  await rename(`${to}.new`, to);
}

/**
 * Puts a finished static folder in the place of a former one that may be served meanwhile: assets first, then the documents
 * that name them, each in one step. The former build's assets stay for a month; files that are not ours stay for ever.
 */
export async function publish(built: string, folder: string, now: Date): Promise<void> {
  const files = await filesOf(built);
  const isAsset = (name: string) => name.startsWith('assets/');
  const former = await readFile(join(folder, recordName), 'utf8').then(
    (text) => v.parse(recordSchema, JSON.parse(text)),
    () => undefined,
  );
  const assetsBefore = (await filesOf(join(folder, 'assets'))).map((name) => `assets/${name}`);
  for (const name of [...files.filter(isAsset), ...files.filter((one) => !isAsset(one))])
    await put(join(built, name), join(folder, name));
  const current = new Set(files);
  const replaced: Record<string, string> = {};
  for (const name of assetsBefore) {
    if (current.has(name)) continue;
    const since = former?.replaced[name] ?? now.toISOString();
    if (now.getTime() - Date.parse(since) > keptDays * dayMs) await rm(join(folder, name), { force: true });
    else replaced[name] = since;
  }
  // Documents of routes that are no more, as far as we wrote them.
  for (const name of former?.files ?? [])
    if (!isAsset(name) && !current.has(name)) await rm(join(folder, name), { force: true });
  await writeFile(join(folder, recordName), JSON.stringify({ files, replaced }));
}
