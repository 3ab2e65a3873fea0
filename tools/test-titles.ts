/**
 * Lists the tests of a checkout and compares them with those of an earlier checkout.
 * `npm run node -- tools/test-titles.ts` lists this checkout's titles. With the path of an earlier checkout it prints each title
 * that changed, with its new title, and the requirement ids that no title names now.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { root } from './layers.ts';

export interface Test {
  readonly file: string;
  /** The title in the source, without the id at its end. Placeholders of `test.each` are not filled. */
  readonly title: string;
  /** The names and texts in its code, which identify the test under another title. */
  readonly words: ReadonlyMap<string, number>;
}

const skippedFolders = new Set(['node_modules', 'dist', '.git', '.state', 'test-results', 'results']);

function testFiles(checkout: string, folder = ''): string[] {
  return readdirSync(join(checkout, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : testFiles(checkout, path);
    return /\.(test|spec)\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Whether a call's callee is `test`, `it`, or built from them: `test.each(rows)`, `test.runIf(condition)`. */
function isTest(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === 'Identifier') return callee.name === 'test' || callee.name === 'it';
  if (callee.type === 'CallExpression') return isTest(callee.callee);
  return callee.type === 'MemberExpression' && isTest(callee.object);
}

function callsIn(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(callsIn);
  if (!isNode(node)) return [];
  const own = node.type === 'CallExpression' && isTest(node.callee) ? [node] : [];
  return [...own, ...Object.values(node).flatMap(callsIn)];
}

/** The text of a title that is a string, a template or a sum of them; undefined for anything else. */
function textOf(node: unknown, source: string): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral') return source.slice(node.start + 1, node.end - 1);
  if (node.type !== 'BinaryExpression') return undefined;
  return `${textOf(node.left, source) ?? ''}${textOf(node.right, source) ?? ''}`;
}

function wordsOf(code: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of code.matchAll(/[A-Za-z_]\w{2,}|\d+/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Every test of a checkout. */
export function testsOf(checkout: string): Test[] {
  return testFiles(checkout).flatMap((file) => {
    const source = readFileSync(join(checkout, file), 'utf8');
    return callsIn(parseSync(file, source).program).flatMap(({ arguments: given }) => {
      const [title, ...rest] = given as Node[];
      const text = textOf(title, source);
      const body = rest.at(-1);
      if (text === undefined || !body) return [];
      const code = source.slice(body.start, body.end);
      return [{ file, title: text.replace(/ \[T\d+\]$/, ''), words: wordsOf(code) }];
    });
  });
}

/** The similarity of two tests, from 0 to 1, by their code and the requirements that they name. */
export function likeness(a: Test, b: Test): number {
  const size = ({ words }: Test): number => [...words.values()].reduce((sum, count) => sum + count, 0);
  let common = 0;
  for (const [word, count] of a.words) common += Math.min(count, b.words.get(word) ?? 0);
  const code = (2 * common) / Math.max(1, size(a) + size(b));
  // Equal requirements distinguish tests whose code is nearly the same.
  const requirements = [...idsOf([a])].join() === [...idsOf([b])].join();
  return 0.85 * code + (requirements ? 0.15 : 0);
}

/** Two tests with a lower similarity are different behaviours. */
const minLikeness = 0.5;

export interface Comparison {
  readonly kept: readonly Test[];
  readonly renamed: readonly { readonly before: Test; readonly after: Test; readonly likeness: number }[];
  /** Tests whose code is in no single test now. A person must say where the behaviour is tested. */
  readonly gone: readonly Test[];
  readonly added: readonly Test[];
  /** Requirement ids that a title named before, and that no title names now. */
  readonly lostIds: readonly string[];
}

const idsOf = (tests: readonly Test[]): Set<string> =>
  new Set(tests.flatMap(({ title }) => title.match(/\b[A-Z]{2,5}-\d{2}\b/g) ?? []));

/** Pairs tests: first by title, then by code, the most similar first. */
export function compare(before: readonly Test[], after: readonly Test[]): Comparison {
  const left = new Set(after);
  const kept: Test[] = [];
  const open: Test[] = [];
  for (const test of before) {
    const same = [...left].find(({ title }) => title === test.title);
    if (same) left.delete(same);
    (same ? kept : open).push(test);
  }
  const pairs = open
    .flatMap((from) => [...left].map((to) => ({ before: from, after: to, likeness: likeness(from, to) })))
    .filter((pair) => pair.likeness >= minLikeness)
    .sort((a, b) => b.likeness - a.likeness);
  const renamed: (typeof pairs)[number][] = [];
  const taken = new Set<Test>();
  for (const pair of pairs) {
    if (taken.has(pair.before) || taken.has(pair.after)) continue;
    taken.add(pair.before).add(pair.after);
    renamed.push(pair);
  }
  const present = idsOf(after);
  return {
    kept,
    renamed,
    gone: open.filter((test) => !taken.has(test)),
    added: [...left].filter((test) => !taken.has(test)),
    lostIds: [...idsOf(before)].filter((id) => !present.has(id)),
  };
}

/** The part of the repository to which a test belongs, by the path of its file now or before. */
function areaOf({ file }: Test): string {
  const [top = '', second = ''] = file.split('/');
  if (top === 'torture') return 'checks';
  return top === 'apps' || top === 'packages' ? `${top}/${second}` : top;
}

function summary(before: readonly Test[], after: readonly Test[], comparison: Comparison): string {
  const { kept, renamed, gone, added, lostIds } = comparison;
  const groups = [before, after, kept, renamed.map((pair) => pair.before), gone, added];
  const areas = [...new Set([...before, ...after].map(areaOf))].sort();
  const rows = areas.map((area) => [
    area,
    ...groups.map((tests) => tests.filter((test) => areaOf(test) === area).length),
  ]);
  return [
    '| area | before | now | same title | other title | gone | new |',
    '|---|---|---|---|---|---|---|',
    ...[...rows, ['all', ...groups.map((tests) => tests.length)]].map((cells) => `| ${cells.join(' | ')} |`),
    `Requirement ids that no title names any more: ${lostIds.join(' ') || 'none'} (${idsOf(after).size} ids named)`,
  ].join('\n');
}

function main([earlier]: readonly string[]): void {
  const after = testsOf(root);
  if (earlier === undefined) {
    for (const { file, title } of after) console.log(`${file}\t${title}`);
    return;
  }
  const before = testsOf(resolve(earlier));
  const comparison = compare(before, after);
  for (const { before: from, after: to, likeness: alike } of comparison.renamed)
    console.log([alike.toFixed(2), from.file, from.title, to.file, to.title].join('\t'));
  for (const { file, title } of comparison.gone) console.log(['gone', file, title].join('\t'));
  console.log(summary(before, after, comparison));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
