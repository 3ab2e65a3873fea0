/** The statements of the server, from the syntax trees of its sources. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../layers.ts';
import { isNode, parse, type SyntaxNode } from '../syntax.ts';
import { placeOf } from './keys.ts';

const server = 'apps/server/src';

export interface Statement {
  /** The file below `apps/server/src`. */
  readonly file: string;
  /** As the source has it: a builder's calls or SQL. Statements within it are part of it. */
  readonly text: string;
  /** The tables and views that it names, the first one first. */
  readonly tables: readonly string[];
}

const builders = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'with', 'withRecursive']);

/** Whether a chain of calls builds a statement: `db.selectFrom('…').where(…)`. */
function isBuilt(node: SyntaxNode): boolean {
  const { callee } = node;
  if (node.type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return false;
  const { object, property } = callee;
  const [first] = node.arguments as readonly SyntaxNode[];
  if (isNode(property) && builders.has(String(property.name)) && first?.type !== 'NumericLiteral') {
    if (property.name !== 'with' || typeof first?.value === 'string') return true;
  }
  return isNode(object) && isBuilt(object);
}

/** Whether a node is SQL: a `sql` template, or the text of `query` and `raw`. A part of a statement counts too. */
function isSql(node: SyntaxNode): boolean {
  if (node.type === 'TaggedTemplateExpression') return isNode(node.tag) && node.tag.name === 'sql';
  if (node.type !== 'CallExpression' || !isNode(node.callee) || node.callee.type !== 'MemberExpression')
    return false;
  const { property } = node.callee;
  const [first] = node.arguments as readonly SyntaxNode[];
  return (
    isNode(property) && /^(query|raw)$/.test(String(property.name)) && /Literal$/.test(first?.type ?? '')
  );
}

function textsIn(path: string, source: string): string[] {
  const found: string[] = [];
  const walk = (node: SyntaxNode): void => {
    if (isBuilt(node) || isSql(node)) found.push(source.slice(node.start, node.end));
    else
      for (const property in node)
        for (const child of [node[property]].flat()) if (isNode(child)) walk(child);
  };
  walk(parse(path, source));
  return found;
}

/** A source without any of these has no statement, and is not parsed. */
const hint = /sql[`<.]|selectFrom|insertInto|updateTable|deleteFrom|\.query\b/;

const naming =
  /\b(?:from|join|into|update|using)\s+(?:only\s+)?(\w+)|\b(?:selectFrom|insertInto|updateTable|deleteFrom|\w+Join|using|from)\(\s*\[?\s*['"](\w+)|sql\.table\((\w+)\)/g;

export function tablesIn(text: string): string[] {
  const named = [...text.matchAll(naming)].map(([, inSql, built]) => inSql ?? built ?? '');
  return [...new Set(named.filter((name) => placeOf.has(name)))];
}

export function serverStatements(): Statement[] {
  const files = globSync(`${server}/**/*.ts`, { cwd: root, exclude: ['**/*.test.ts'] }).map((path) =>
    path.replaceAll('\\', '/'),
  );
  return files.sort().flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    if (!hint.test(source)) return [];
    return textsIn(path, source).map((text) => ({
      file: path.slice(server.length + 1),
      text,
      tables: tablesIn(text),
    }));
  });
}
