/** The statements within the schema's functions, from the migrations. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../layers.ts';
import { type Statement, tablesIn } from './statements.ts';

const migrations = 'apps/server/src/platform/database/migrations';
const created = /^create (?:or replace )?function (\w+)\s*\((.*?)\$\$(.*?)\$\$/gms;

/** The body of each function as the last migration leaves it, with what stands before it. */
function functions(): Map<string, { readonly head: string; readonly body: string }> {
  const files = globSync(`${migrations}/*/*.sql`, { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  const found = new Map<string, { readonly head: string; readonly body: string }>();
  for (const file of files.sort())
    for (const [, name = '', head = '', body = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      created,
    ))
      found.set(name, { head, body });
  return found;
}

/** The values of a function: its parameters, the row of its trigger, and its variables. */
function valuesOf(head: string, body: string): string[] {
  const declared = /\bdeclare\b(.*?)\bbegin\b/s.exec(body)?.[1] ?? '';
  const names = [...head.matchAll(/\b(p_\w+)/g), ...declared.matchAll(/^\s*(\w+)\s/gm)].map(
    ([, name = '']) => name,
  );
  return ['new', 'old', ...names];
}

/** What stands before the query of a condition or of an assignment: `if not exists (select …`. */
const condition = /^[^(]*\b(?:if|elsif|return|:=)[^(]*\(\s*(?=select\b)/s;

/** Each statement of each function as SQL with `${…}` for values, as the sources have it. */
export function functionStatements(): Statement[] {
  return [...functions()].flatMap(([name, { head, body }]) => {
    const values = new RegExp(
      `(=|\\(|,|\\bin)\\s*(${valuesOf(head, body).join('|')})\\b(\\.\\w+)?(?!\\s*\\()`,
      'g',
    );
    return body
      .split(';')
      .map((part) => part.replace(/--.*$/gm, '').replace(condition, ''))
      .filter((part) => /\b(select|insert|update|delete|perform|lock)\b/.test(part))
      .map((part) => `sql\`${part.replace(values, '$1 $${$2}').trim()}\``)
      .map((text) => ({ file: `function ${name}`, text, tables: tablesIn(text) }));
  });
}
