/** Writes the documents that bring their scripts: what the server sends to a browser that opens its first one. */
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { PackedPage, PackedPages, PackedTexts } from '@hiram/visitor-pages/packed-pages';
import type { Plugin } from 'vite';
import { inOrder, type Manifest } from './manifest.ts';
import { fileScript, inlineScript } from './packed-scripts.ts';

/** The files that decide how a script is changed, and which ones. */
const packing = ['./packed-scripts.ts', './pack.ts', './first-calls.ts'].map((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8'),
);

/** Makes the names of the scripts depend on what is done with them afterwards: phones keep a script of one name for a year. */
export const namesOfPackedScripts: Plugin = {
  name: 'names-of-packed-scripts',
  augmentChunkHash: () => packing.join(''),
};

/** A page whose scripts are packed. */
export interface Packed {
  /** The key of its start script. */
  readonly entry: string;
  /** Its document without scripts. */
  readonly html: string;
  /** By language, the file of its texts. */
  readonly texts: Readonly<Record<string, readonly string[]>>;
}

/** The texts of a file that `writeTexts` wrote. */
async function textsIn(outDir: string, address: string): Promise<PackedTexts> {
  const code = await readFile(join(outDir, address), 'utf8');
  return { file: basename(address), messages: JSON.parse(code.replace('export const messages=', '')) };
}

/**
 * Writes `packed/pages.json` and, for each page, `packed/NAME.html`. The files of the packed scripts are changed: such a file
 * exports what its document has already run.
 */
export async function writePacked(
  outDir: string,
  manifest: Manifest,
  pages: ReadonlyMap<string, Packed>,
): Promise<void> {
  const specified = manifest['src/i18n/specified-copy.ts']?.file;
  if (specified === undefined) throw new Error('the build has no script of specified texts');
  const codes = new Map<string, string>();
  const read = async (file: string): Promise<readonly [name: string, code: string]> => {
    const code = codes.get(file) ?? (await readFile(join(outDir, file), 'utf8'));
    codes.set(file, code);
    return [basename(file), code];
  };
  const packed: Record<string, PackedPage> = {};
  const files = new Set([specified]);
  await mkdir(join(outDir, 'packed'), { recursive: true });
  for (const [name, { entry, html, texts }] of pages) {
    const scripts = [...inOrder(manifest, entry)];
    const start = scripts.pop() ?? '';
    // The phone compiles and runs the shared script, the longest, in a task of its own.
    const until = scripts.findIndex((file) => basename(file).startsWith('base-')) + 1;
    const [shared, own] = [scripts.slice(0, until), scripts.slice(until)];
    packed[name] = {
      scripts: [
        inlineScript(await Promise.all(shared.map(read))),
        inlineScript(await Promise.all(own.map(read)), await read(start)),
      ],
      texts: Object.fromEntries(
        await Promise.all(
          Object.entries(texts).map(
            async ([language, [address = '']]) => [language, await textsIn(outDir, address)] as const,
          ),
        ),
      ),
    };
    // The start script runs each time that it is loaded.
    for (const file of scripts) files.add(file);
    await writeFile(join(outDir, 'packed', `${name}.html`), html);
  }
  const all: PackedPages = { specified: inlineScript([await read(specified)]), pages: packed };
  await writeFile(join(outDir, 'packed/pages.json'), JSON.stringify(all));
  for (const file of files) {
    const [name, code] = await read(file);
    await writeFile(join(outDir, file), fileScript(name, code));
  }
}
