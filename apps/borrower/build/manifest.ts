/** What a build's manifest says: the files that a module needs. */

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
  readonly isEntry?: boolean;
  readonly src?: string;
}
export type Manifest = Readonly<Record<string, Chunk>>;

/** A chunk's file and its static imports, entry first: the files that the head preloads. */
export function withImports(manifest: Manifest, key: string, seen: Set<string> = new Set()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) withImports(manifest, imported, seen);
  return seen;
}

/**
 * The stylesheets of a screen: the entry's, those of the screen's imports, and those of the parts that the screen loads
 * later, each once and in that order.
 */
export function stylesOf(manifest: Manifest, entry: string, screen: string): string[] {
  const files = new Set<string>();
  const collect = (key: string, seen: Set<string>): void => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const imported of chunk.imports ?? []) collect(imported, seen);
    for (const file of chunk.css ?? []) files.add(file);
  };
  const seen = new Set<string>();
  collect(entry, seen);
  collect(screen, seen);
  for (const part of manifest[screen]?.dynamicImports ?? []) collect(part, seen);
  return [...files];
}

/** By language, the catalogue files of the given names, in their order. */
export function cataloguesOf(manifest: Manifest, names: readonly string[]): Record<string, string[]> {
  const files: Record<string, string[]> = {};
  for (const name of names)
    for (const [key, chunk] of Object.entries(manifest)) {
      const [, language, feature] = /locales\/(\w+)\/([\w-]+)\.po$/.exec(key) ?? [];
      if (language !== undefined && feature === name)
        files[language] = [...(files[language] ?? []), `/${chunk.file}`];
    }
  return files;
}
