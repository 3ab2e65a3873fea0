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
    if (!chunk || files.has(chunk.file) || /src\/(screens|fetch-ahead)\.ts$|\.po$/.test(key)) return;
    files.add(chunk.file);
    for (const next of [...(chunk.imports ?? []), ...(chunk.dynamicImports ?? [])]) collect(next);
  };
  collect(start);
  return [...files];
}

/**
 * Writes the texts of a document's screen, one file a language: of the catalogues that the screen shares with others
 * only the messages that its scripts name. Returns the addresses by language.
 */
export async function writeTexts(
  outDir: string,
  manifest: Manifest,
  { start, module }: { readonly start: string; readonly module: string },
): Promise<Record<string, string[]>> {
  const scripts = scriptsOf(manifest, start).filter((file) => file.endsWith('.js'));
  const code = (await Promise.all(scripts.map((file) => readFile(join(outDir, file), 'utf8')))).join('\n');
  const addresses: Record<string, string[]> = {};
  const catalogues = cataloguesOf(manifest, ['ground', module.split('/')[0] ?? '']);
  for (const [language, files] of Object.entries(catalogues)) {
    const used: Record<string, unknown> = {};
    for (const file of files) {
      const { messages }: { messages: Record<string, unknown> } = await import(
        pathToFileURL(join(outDir, file)).href
      );
      for (const [id, message] of Object.entries(messages)) if (code.includes(id)) used[id] = message;
    }
    const text = `export const messages=${JSON.stringify(used)}`;
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
    const address = `/assets/${startName(module).replace('start', 'texts')}-${language}-${hash}.js`;
    await writeFile(join(outDir, address), text);
    addresses[language] = [address];
  }
  return addresses;
}
