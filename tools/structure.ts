/** The structure of a checkout's server: its folders, the imports between them, and their order in layers. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderEdges, type Import, importsOf, sources } from './layers.ts';

const server = 'apps/server/src';

/** A box of the picture: a folder of the server, or a file beside the folders. */
export interface Box {
  readonly name: string;
  readonly files: number;
  /** The number of files in its largest folder, without subfolders and migrations. */
  readonly fullest: number;
  /** The row of the box; 0 is the lowest. */
  readonly row: number;
}

/** `imports`: the number of imports. `isUpward`: the imported box is higher. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly imports: number;
  readonly isUpward: boolean;
}

export interface Structure {
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
  readonly figures: {
    readonly files: number;
    readonly imports: number;
    readonly upwardImports: number;
    readonly upwardArrows: number;
    /** Groups of files, and of folders, that import each other in a circle. */
    readonly fileCircles: readonly (readonly string[])[];
    readonly folderCircles: readonly (readonly string[])[];
    /** The folder with the most files, without subfolders and migrations. */
    readonly largestFolder: { readonly name: string; readonly files: number };
  };
}

/** The layers of `tools/layers.json`, lowest first; undefined for a checkout that declares none. */
function declaredLayers(checkout: string): string[][] | undefined {
  const file = join(checkout, 'tools/layers.json');
  if (!existsSync(file)) return undefined;
  const { [server]: tree } = JSON.parse(readFileSync(file, 'utf8')) as Record<
    string,
    { readonly layers: readonly (string | readonly string[])[] }
  >;
  return tree?.layers.map((layer) => [layer].flat());
}

/** The box of a file: the longest declared name with which its path begins, otherwise its top folder, or the file itself. */
function boxOf(file: string, layers: readonly (readonly string[])[] | undefined): string {
  const path = file.slice(server.length + 1);
  const declared = layers
    ?.flat()
    .filter((name) => path === name || path.startsWith(`${name}/`))
    .sort((a, b) => b.length - a.length)[0];
  return declared ?? path.split('/')[0] ?? path;
}

/** Imports between boxes, counted. */
function countedEdges(edges: readonly Import[]): Omit<Arrow, 'isUpward'>[] {
  const counts = new Map<string, number>();
  for (const { from, to } of edges)
    if (from !== to) counts.set(`${from} ${to}`, (counts.get(`${from} ${to}`) ?? 0) + 1);
  return [...counts].map(([key, imports]) => {
    const [from = '', to = ''] = key.split(' ');
    return { from, to, imports };
  });
}

/**
 * An order of the names, lowest first, with as few upward imports as moving one name at a time can reach. It serves checkouts
 * without declared layers.
 */
export function favourableOrder(
  names: readonly string[],
  edges: readonly Omit<Arrow, 'isUpward'>[],
): string[] {
  const imports = (from: string, to: string): number =>
    edges.find((edge) => edge.from === from && edge.to === to)?.imports ?? 0;
  const inDegree = (name: string): number =>
    edges.reduce(
      (sum, edge) => sum + (edge.to === name ? edge.imports : 0) - (edge.from === name ? edge.imports : 0),
      0,
    );
  const order = [...names].sort((a, b) => inDegree(b) - inDegree(a) || (a < b ? -1 : 1));
  for (let improved = true; improved; ) {
    improved = false;
    for (const name of [...order]) {
      const rest = order.filter((other) => other !== name);
      // At place 0 all imports of the name point upward. Each step up moves one neighbour to the other side.
      let upward = rest.reduce((sum, other) => sum + imports(name, other), 0);
      let best = { at: 0, upward };
      const costs = [upward];
      rest.forEach((other, at) => {
        upward += imports(other, name) - imports(name, other);
        costs.push(upward);
        if (upward < best.upward) best = { at: at + 1, upward };
      });
      if (best.upward < (costs[order.indexOf(name)] ?? 0)) {
        order.splice(0, order.length, ...rest.slice(0, best.at), name, ...rest.slice(best.at));
        improved = true;
      }
    }
  }
  return order;
}

/** The row of each name: one above the highest name that it imports, among the names below it in the order. */
function rowsOf(order: readonly string[], edges: readonly Omit<Arrow, 'isUpward'>[]): Map<string, number> {
  const rows = new Map<string, number>();
  for (const name of order) {
    const below = edges.flatMap(({ from, to }) => (from === name ? (rows.get(to) ?? []) : []));
    rows.set(name, below.length === 0 ? 0 : Math.max(...below) + 1);
  }
  return rows;
}

/** Groups of names that reach each other along the edges: one circle, or several circles that share names. */
export function circleGroups(edges: readonly Import[]): string[][] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const reachable = (start: string): Set<string> => {
    const reached = new Set<string>();
    const open = [start];
    for (let name = open.pop(); name !== undefined; name = open.pop())
      for (const { to } of next.get(name) ?? [])
        if (!reached.has(to)) {
          reached.add(to);
          open.push(to);
        }
    return reached;
  };
  const reach = new Map([...next.keys()].map((name) => [name, reachable(name)]));
  const groups = new Map<string, string[]>();
  for (const [name, reached] of reach) {
    if (!reached.has(name)) continue;
    const group = [...reached].filter((other) => reach.get(other)?.has(name)).sort();
    groups.set(group.join(' '), group);
  }
  return [...groups.values()];
}

function fullestFolder(files: readonly string[]): { name: string; files: number } {
  const byFolder = Map.groupBy(files, (file) => dirname(file));
  const [name = '', members = []] =
    [...byFolder]
      .filter(([folder]) => !folder.endsWith('/migrations'))
      .sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  return { name: name.slice(server.length + 1), files: members.length };
}

/** Reads the server of a checkout. */
export function structureOf(checkout: string): Structure {
  const layers = declaredLayers(checkout);
  const files = sources({ folder: server }, checkout);
  const imports = importsOf({ folder: server }, checkout);
  const short = (name: string): string => name.slice(server.length + 1);
  const byBox = Map.groupBy(files, (file) => boxOf(file, layers));
  const edges = countedEdges(
    imports.map(({ from, to }) => ({ from: boxOf(from, layers), to: boxOf(to, layers) })),
  );
  const rows = layers
    ? new Map(layers.flatMap((layer, row) => layer.map((name): [string, number] => [name, row])))
    : rowsOf(favourableOrder([...byBox.keys()], edges), edges);
  const rowOf = (name: string): number => rows.get(name) ?? 0;
  const arrows = edges.map((edge) => ({ ...edge, isUpward: rowOf(edge.to) > rowOf(edge.from) }));
  const upward = arrows.filter(({ isUpward }) => isUpward);
  return {
    boxes: [...byBox].map(([name, members]) => ({
      name,
      files: members.length,
      fullest: fullestFolder(members).files,
      row: rowOf(name),
    })),
    arrows,
    figures: {
      files: files.length,
      imports: imports.length,
      upwardImports: upward.reduce((sum, arrow) => sum + arrow.imports, 0),
      upwardArrows: upward.length,
      fileCircles: circleGroups(imports).map((group) => group.map(short)),
      folderCircles: circleGroups(folderEdges(imports)).map((group) => group.map(short)),
      largestFolder: fullestFolder(files),
    },
  };
}
