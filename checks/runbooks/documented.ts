import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownRoot } from '../faults/cluster/balancer.ts';

const page = readFileSync(join(ownRoot, 'docs/operations.md'), 'utf8');

/**
 * A command of docs/operations.md, with values in place of what a reader replaces. Throws if the page does not have it: the
 * check then follows another page than the reader.
 */
export function documented(command: string, values: Readonly<Record<string, string>> = {}): string {
  if (!page.includes(command)) throw new Error(`docs/operations.md does not have: ${command}`);
  let text = command.replaceAll('npm run hiram --', 'hiram');
  for (const [placeholder, value] of Object.entries(values)) {
    if (!text.includes(placeholder)) throw new Error(`${command} does not have ${placeholder}`);
    text = text.replaceAll(placeholder, value);
  }
  return text;
}

/** The SQL of a section, one statement each. Throws if the section has none. */
export function documentedSql(section: string): string[] {
  const [, text = ''] = page.split(`\n## ${section}\n`);
  const [, block = ''] = /```sql\n([\s\S]*?)```/.exec(text) ?? [];
  const statements = block.split(';\n').filter((statement) => statement.trim() !== '');
  if (statements.length === 0) throw new Error(`docs/operations.md has no SQL in ${section}`);
  return statements;
}
