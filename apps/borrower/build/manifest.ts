/** The part of a build's manifest that is read: the files that a module needs. */

import { startName } from './start-scripts.ts';

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
  readonly isEntry?: boolean;
  readonly name?: string;
  readonly src?: string;
}
export type Manifest = Readonly<Record<string, Chunk>>;

/** The key of the start script of a screen. Throws if the build made none. */
export function startOf(manifest: Manifest, module: string): string {
  const key = Object.keys(manifest).find((each) => manifest[each]?.name === startName(module));
  if (key === undefined) throw new Error(`the build has no start of ${module}`);
  return key;
}

/** A chunk's file and its static imports, entry first: the files that the head preloads. */
export function withImports(manifest: Manifest, key: string, seen: Set<string> = new Set()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const imported of chunk.imports ?? []) withImports(manifest, imported, seen);
  return seen;
}

/** The same files in the order in which they run: each behind its imports. */
export function inOrder(manifest: Manifest, key: string, done: Set<string> = new Set()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || done.has(chunk.file)) return done;
  for (const imported of chunk.imports ?? []) inOrder(manifest, imported, done);
  return done.add(chunk.file);
}

/** A loan's milestones, which few visits show: their stylesheets are requested with their scripts. */
const withOwnStyles = /^(OrderMilestone|Milestone|PayoutMoment)$/;

/**
 * The stylesheets of a screen: those of its start script's imports, and those of the parts that the screen
 * loads later, each once and in that order, without `withOwnStyles`. `later` and `after`, which the shared
 * script loads, are parts of every screen.
 */
export function stylesOf(manifest: Manifest, start: string): string[] {
  const files = new Set<string>();
  const collect = (key: string, seen: Set<string>): void => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const imported of chunk.imports ?? []) collect(imported, seen);
    for (const file of chunk.css ?? []) files.add(file);
  };
  const seen = new Set<string>();
  collect(start, seen);
  const partsOf = (key: string): readonly string[] => manifest[key]?.dynamicImports ?? [];
  const first = manifest[start]?.imports ?? [];
  for (const imported of first) {
    const chunk = manifest[imported];
    for (const part of partsOf(imported)) {
      const name = manifest[part]?.name ?? '';
      if (chunk?.name === 'base' ? /^(later|after)$/.test(name) : !withOwnStyles.test(name))
        collect(part, seen);
    }
  }
  return [...files];
}

/** The scripts that a screen declares by `later`, without those that its document preloads anyway. */
export function laterScriptsOf(manifest: Manifest, start: string): string[] {
  const first = withImports(manifest, start);
  const later = new Set<string>();
  for (const key of Object.keys(manifest)) {
    if (!first.has(manifest[key]?.file ?? '')) continue;
    for (const next of manifest[key]?.dynamicImports ?? [])
      if (/^(later|contract)\b/.test(manifest[next]?.name ?? '')) withImports(manifest, next, later);
  }
  return [...later].filter((file) => !first.has(file));
}

/** By language, the catalogue files of the given names, in their order. */
export function cataloguesOf(manifest: Manifest, names: readonly string[]): Record<string, string[]> {
  const files: Record<string, string[]> = {};
  for (const name of names)
    for (const [key, chunk] of Object.entries(manifest)) {
      const [, folder, feature, isEnglish] = /locales\/(\w+)\/([\w-]+)\.po(\?english)?$/.exec(key) ?? [];
      const language = isEnglish ? 'en' : folder;
      if (language !== undefined && feature === name)
        files[language] = [...(files[language] ?? []), `/${chunk.file}`];
    }
  return files;
}
