/** The syntax trees of the sources, from the parser of the test runner's build. */
import { parseAst } from 'vitest/node';

/** A node of the syntax tree, as the parser describes it (ESTree with TypeScript). */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

/** The syntax tree of a source. Its path determines the language. */
export function parse(path: string, source: string): SyntaxNode {
  const lang = path.endsWith('.tsx') ? 'tsx' : path.endsWith('.ts') ? 'ts' : 'js';
  return parseAst(source, { lang }) as unknown as SyntaxNode;
}

const importing = /^(Import(Declaration|Expression)|Export(Named|All)Declaration|TSImportType)$/;

/** The imports of a source, as written: `./layers.ts`, `valibot`, `@hiram/loan/parse`; imports of types too. */
export function specifiersIn(path: string, source: string): string[] {
  const found: string[] = [];
  const walk = (node: SyntaxNode): void => {
    const from = node.source ?? node.argument;
    if (importing.test(node.type) && isNode(from) && typeof from.value === 'string') found.push(from.value);
    for (const property in node) for (const child of [node[property]].flat()) if (isNode(child)) walk(child);
  };
  walk(parse(path, source));
  return found;
}
