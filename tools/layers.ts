/**
 * The layers of the server and the web app (`tools/layers.json`), lowest first: a file imports its own layer and those below it.
 * Folders in a nested list are features: none of them imports another. `a+b` is one layer in two folders. `npm run layers` writes
 * the linter's rules (`biome.layers.json`) from the list. The exact check (`layers.test.ts`) also knows layers within a folder.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

interface Place {
  /** Number of the layer, from the lowest. */
  readonly layer: number;
  /** The folders that may import each other: one entry of the list. */
  readonly entry: string;
  readonly name: string;
}

/** A tree of sources and its layers by name. A layer is a folder or a file of the tree. */
interface Tree {
  readonly folder: string;
  readonly places: readonly Place[];
}

export const trees: readonly Tree[] = Object.entries(
  JSON.parse(readFileSync(join(root, 'tools/layers.json'), 'utf8')) as Record<
    string,
    { readonly layers: readonly (string | readonly string[])[] }
  >,
).map(([folder, { layers }]) => ({
  folder,
  places: layers.flatMap((entry, layer) =>
    (typeof entry === 'string' ? [entry] : entry).flatMap((text) =>
      text.split('+').map((name) => ({ layer, entry: text, name })),
    ),
  ),
}));

export interface Import {
  /** Paths from the repository's root. */
  readonly from: string;
  readonly to: string;
}

/** The layer to which a file of a tree belongs: the longest name with which its path begins. */
function placeOf({ folder, places }: Tree, file: string): Place | undefined {
  const path = relative(folder, file);
  return places
    .filter(({ name }) => path === name || path.startsWith(`${name}/`))
    .sort((a, b) => b.name.length - a.name.length)[0];
}

/** A tree's files without tests, which may import what they test from anywhere. `checkout` is the repository's root. */
export function sources({ folder }: Pick<Tree, 'folder'>, checkout = root): string[] {
  return readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.(test|d)\.tsx?$/.test(path))
    .map((path) => posix.join(folder, path));
}

/** The imports between a tree's files, with imports of types. */
export function importsOf(tree: Pick<Tree, 'folder'>, checkout = root): Import[] {
  return sources(tree, checkout).flatMap((from) =>
    [...readFileSync(join(checkout, from), 'utf8').matchAll(/(?:\bfrom|\bimport\(?)\s*'(\.[^']+\.tsx?)'/g)]
      .map(([, path = '']) => ({ from, to: posix.join(dirname(from), path) }))
      .filter(({ to }) => to.startsWith(`${tree.folder}/`)),
  );
}

/** Why an import is not allowed, in one line; undefined if it is allowed. */
export function faultOf(tree: Tree, { from, to }: Import): string | undefined {
  const [importing, imported] = [placeOf(tree, from), placeOf(tree, to)];
  if (!importing || !imported) return `${importing ? to : from} is in no layer of tools/layers.json`;
  if (imported.layer > importing.layer)
    return `${from} imports ${to}: ${imported.name} is above ${importing.name}`;
  if (imported.layer === importing.layer && imported.entry !== importing.entry)
    return `${from} imports ${to}: a feature imports no other; move what both need to a layer below`;
  return undefined;
}

/** The circles among `edges`, each as a list of names. */
export function circles(edges: readonly Import[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  const state = new Map<string, 'open' | 'done'>();
  const path: string[] = [];
  const found: string[][] = [];
  const visit = (name: string): void => {
    state.set(name, 'open');
    path.push(name);
    for (const to of next.get(name) ?? []) {
      if (state.get(to) === 'open') found.push([...path.slice(path.indexOf(to)), to]);
      else if (!state.has(to)) visit(to);
    }
    path.pop();
    state.set(name, 'done');
  };
  for (const name of next.keys()) if (!state.has(name)) visit(name);
  return found;
}

/** The imports between sibling folders, at every depth. `circles` finds the folders in a circle in them. */
export function folderEdges(edges: readonly Import[]): Import[] {
  return edges.flatMap(({ from, to }) => {
    const [a, b] = [from.split('/'), to.split('/')];
    const at = a.findIndex((name, index) => name !== b[index]);
    // A file beside a folder belongs to the parent. Only imports from folder to folder count.
    if (at >= a.length - 1 || at >= b.length - 1) return [];
    return [{ from: a.slice(0, at + 1).join('/'), to: b.slice(0, at + 1).join('/') }];
  });
}

/** A top folder of a tree, or one of its features, as the linter's rules know it. */
interface Top {
  readonly name: string;
  readonly entry: string;
  readonly layer: number;
  readonly isFeature: boolean;
}

/** The parts that the linter can distinguish by an import's text: the tree's top folders and its features. */
function topsOf({ places }: Tree): Top[] {
  const tops = new Map<string, Top>();
  for (const { name, entry, layer } of places) {
    const isFeature = places.some((other) => other.layer === layer && other.entry !== entry);
    const top = isFeature ? name : (name.split('/')[0] ?? name);
    tops.set(top, { name: top, entry, layer: Math.max(layer, tops.get(top)?.layer ?? 0), isFeature });
  }
  return [...tops.values()];
}

/** `a` or `{a,b}`: one pattern for several names. */
const anyOf = (names: readonly string[]): string => (names.length === 1 ? `${names[0]}` : `{${names}}`);

/**
 * How imports of these folders and files begin, from whatever depth: few patterns, because the linter compiles all of them for
 * each file.
 */
function patternsOf(forbidden: readonly Top[], importing: Top): string[] {
  const isFile = ({ name }: Top) => /\.tsx?$/.test(name);
  const isSibling = (top: Top) => !isFile(top) && top.layer === importing.layer;
  const namesOf = (tops: readonly Top[], part: 0 | 1) => [
    ...new Set(tops.map(({ name }) => name.split('/')[part] ?? name)),
  ];
  const files = namesOf(forbidden.filter(isFile), 0);
  const siblings = namesOf(forbidden.filter(isSibling), 1);
  const folders = namesOf(
    forbidden.filter((top) => !isFile(top) && !isSibling(top)),
    0,
  );
  return [
    ...(siblings.length > 0 ? [`../${anyOf(siblings)}/**`] : []),
    ...(folders.length > 0 ? [`**/../${anyOf(folders)}/**`] : []),
    ...(files.length > 0 ? [`**/../${anyOf(files)}`] : []),
  ];
}

/** The linter's rules: what a layer may not import. Only the exact check knows layers within one folder. */
function lintRules(): { readonly $schema: string; readonly overrides: readonly object[] } {
  const overrides = trees.flatMap((tree) => {
    const tops = topsOf(tree);
    return tops.flatMap((importing) => {
      const forbidden = tops.filter(
        ({ layer, entry }) => layer >= importing.layer && entry !== importing.entry,
      );
      const group = patternsOf(forbidden, importing);
      if (group.length === 0) return [];
      const message = `${importing.name} imports the layers below it alone (tools/layers.json)`;
      const rule = { level: 'error', options: { patterns: [{ group, message }] } };
      const path = `${tree.folder}/${importing.name}`;
      return [
        {
          // A test may import what it tests from anywhere.
          includes: [/\.tsx?$/.test(path) ? path : `${path}/**`, '!**/*.test.ts', '!**/*.test.tsx'],
          linter: { rules: { style: { noRestrictedImports: rule } } },
        },
      ];
    });
  });
  return { $schema: 'https://biomejs.dev/schemas/2.5.15/schema.json', overrides };
}

export const lintRulesFile = join(root, 'biome.layers.json');
/** The text of the file, with one line for each override, so that a change of the list changes few lines. */
export function writtenRules(): string {
  const { $schema, overrides } = lintRules();
  const lines = overrides.map((override) => `    ${JSON.stringify(override)}`);
  return `{\n  "$schema": ${JSON.stringify($schema)},\n  "overrides": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(lintRulesFile, writtenRules());
