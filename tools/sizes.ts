/** Limits of the length of files and functions, and of the number of parameters. `tools/sizes.json` lists the exceptions and their reasons. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './layers.ts';
import { isNode, parse, type SyntaxNode } from './syntax.ts';

const maxLines = { file: 250, testFile: 450, function: 60 };
const maxParameters = 4;

/** What is too long, by its name in `tools/sizes.json`: a file's path, or a path, `#` and a function's name. */
export interface Oversize {
  readonly name: string;
  readonly measure: string;
}

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);
/** Calls that contain tests. Their length is not that of one unit of code. */
const testCalls = new Set(['describe', 'test', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach']);

/** A name as it is written: `serve`, `test.each`, `this.load`; empty for anything else. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return String(node.name);
  if (node.type === 'Literal') return String(node.value);
  if (node.type === 'ThisExpression') return 'this';
  if (node.type === 'CallExpression' || node.type === 'TaggedTemplateExpression')
    return nameOf(node.callee ?? node.tag);
  if (node.type === 'MemberExpression') return `${nameOf(node.object)}.${nameOf(node.property)}`;
  return '';
}

/** The name under which the node's functions are listed, if the node gives them one. */
function nameGivenBy(node: SyntaxNode): string {
  if (node.type === 'CallExpression') {
    const [first] = node.arguments as readonly unknown[];
    return `${nameOf(node.callee)}(${isNode(first) && first.type === 'Identifier' ? nameOf(first) : ''})`;
  }
  return nameOf(node.id ?? node.key);
}

/** Why a node is too long, if it is a function or a signature. */
function oversizeOfNode(node: SyntaxNode, source: string): string[] {
  const parameters = (node.params ?? node.parameters) as readonly unknown[] | undefined;
  if (!parameters || node.type === 'TSTypeParameterDeclaration') return [];
  const counted = parameters.filter((parameter) => nameOf(parameter) !== 'this').length;
  const lines = source.slice(node.start, node.end).split('\n').length;
  return [
    ...(isNode(node.body) && lines > maxLines.function ? [`${lines} lines`] : []),
    ...(counted > maxParameters ? [`${counted} parameters`] : []),
  ];
}

/** Every file, function and signature of a source that is too long. */
export function oversizesIn(path: string, source: string): Oversize[] {
  const found: Oversize[] = [];
  const length = source.trimEnd().split('\n').length;
  if (length > (isTest(path) ? maxLines.testFile : maxLines.file))
    found.push({ name: path, measure: `${length} lines` });

  const walk = (node: SyntaxNode, name: string, exempt: boolean): void => {
    const ownName = nameGivenBy(node) || name;
    const isTestCall =
      node.type === 'CallExpression' &&
      isTest(path) &&
      testCalls.has(nameOf(node.callee).split('.')[0] ?? '');
    const isFunction = node.type.includes('Function') || node.type.startsWith('TSMethod');
    if (isFunction && !exempt)
      for (const measure of oversizeOfNode(node, source)) found.push({ name: `${path}#${ownName}`, measure });
    for (const property in node)
      for (const child of [node[property]].flat())
        if (isNode(child)) walk(child, ownName, isTestCall && child.type.includes('Function'));
  };
  walk(parse(path, source), 'module', false);
  return found;
}

export const readOversizes = (files: readonly string[]): Oversize[] =>
  files.flatMap((file) => oversizesIn(file, readFileSync(join(root, file), 'utf8')));
