import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cataloguesOf, type Manifest } from './manifest.ts';
import { startName } from './start-scripts.ts';

/** The scripts that a screen loads at any time, itself included, without those of other screens. */
function scriptsOf(manifest: Manifest, start: string): string[] {
  const files = new Set<string>();
  const collect = (key: string): void => {
    const chunk = manifest[key];
    // The list of all screens leads to every other one, and what fetches ahead imports it. A catalogue names no text.
    if (!chunk || files.has(chunk.file) || /src\/(screens|fetch-ahead)\.ts$|\.po(\?|$)/.test(key)) return;
    files.add(chunk.file);
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) collect(next);
  };
  collect(start);
  return [...files];
}

/** The messages of these catalogues that a text of scripts names. */
async function messagesIn(
  code: string,
  outDir: string,
  catalogues: readonly string[],
): Promise<Record<string, unknown>> {
  const used: Record<string, unknown> = {};
  for (const file of catalogues) {
    const { messages }: { messages: Record<string, unknown> } = await import(
      pathToFileURL(join(outDir, file)).href
    );
    for (const [id, message] of Object.entries(messages)) if (code.includes(id)) used[id] = message;
  }
  return used;
}

/** Writes a file of messages and returns its address. */
async function writeMessages(outDir: string, name: string, messages: object): Promise<string> {
  const text = `export const messages=${JSON.stringify(messages)}`;
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
  const address = `/assets/${name}-${hash}.js`;
  await writeFile(join(outDir, address), text);
  return address;
}

/**
 * Writes the texts of a document's screen by language: of the catalogues that the screen shares with others
 * only the messages that its scripts name. If the server renders the screen's first view (by the scripts
 * `viewFiles`), the texts of the other scripts have a file of their own. Returns the addresses by language.
 */
export async function writeTexts(
  outDir: string,
  manifest: Manifest,
  {
    start,
    module,
    viewFiles,
  }: { readonly start: string; readonly module: string; readonly viewFiles?: readonly string[] },
): Promise<Record<string, string[]>> {
  const read = async (files: readonly string[]): Promise<string> =>
    (await Promise.all(files.map((file) => readFile(join(outDir, file), 'utf8')))).join('\n');
  const code = await read(scriptsOf(manifest, start).filter((file) => file.endsWith('.js')));
  const firstCode = viewFiles ? await read(viewFiles) : code;
  const addresses: Record<string, string[]> = {};
  const catalogues = cataloguesOf(manifest, ['ground', module.split('/')[0] ?? '']);
  for (const [language, files] of Object.entries(catalogues)) {
    const used = await messagesIn(code, outDir, files);
    const isFirst = ([id]: readonly [string, unknown]): boolean => firstCode.includes(id);
    const [first, later] = [
      Object.entries(used).filter(isFirst),
      Object.entries(used).filter((entry) => !isFirst(entry)),
    ].map((entries) => Object.fromEntries(entries));
    const name = `${startName(module).replace('start', 'texts')}-${language}`;
    addresses[language] = [
      await writeMessages(outDir, name, first ?? {}),
      ...(viewFiles ? [await writeMessages(outDir, `${name}-later`, later ?? {})] : []),
    ];
  }
  return addresses;
}
