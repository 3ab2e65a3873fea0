import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownRoot } from '../faults/cluster/balancer.ts';

const page = ['deploy', 'runbooks', 'reference']
  .map((name) => readFileSync(join(ownRoot, `docs/${name}.md`), 'utf8'))
  .join('\n');

/**
 * A command of the operators' pages, with values in place of what a reader replaces. Throws if they do not have it: the check
 * then follows other pages than the reader.
 */
export function documented(command: string, values: Readonly<Record<string, string>> = {}): string {
  if (!page.includes(command)) throw new Error(`no page for operators has: ${command}`);
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
  if (statements.length === 0) throw new Error(`no page for operators has SQL in ${section}`);
  return statements;
}
