import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type pg from 'pg';

/** The plan of one statement: the beginning of its text, and each table with the way it was read. */
export interface Plan {
  readonly statement: string;
  readonly reads: readonly string[];
}

/** Makes new connections write the plan of each statement into the database's log. */
export async function explainAll(owner: pg.Client): Promise<void> {
  const settings = {
    session_preload_libraries: `'auto_explain'`,
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': `'json'`,
  };
  await owner.query(`load 'auto_explain'`);
  for (const [name, value] of Object.entries(settings))
    await owner.query(`alter database hiram set ${name} = ${value}`);
}

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Node[];
}

function readsOf(node: Node): string[] {
  const { 'Relation Name': table, 'Index Name': index, 'Node Type': kind } = node;
  const own = table
    ? [`${table}: ${kind}${index ? ` on ${index}` : ''}`]
    : index
      ? [`${kind} on ${index}`]
      : [];
  return [...own, ...(node.Plans ?? []).flatMap(readsOf)];
}

/** The plans in the log after its first `from` bytes, each different plan once. */
export function plansIn(log: string, from: number): Plan[] {
  const length = statSync(log).size - from;
  const bytes = Buffer.alloc(length);
  const file = openSync(log, 'r');
  readSync(file, bytes, 0, length, from);
  closeSync(file);
  const found = new Map<string, Plan>();
  for (const [json] of bytes.toString('utf8').matchAll(/^\s*\{\n[\s\S]*?^\s?\}$/gm)) {
    let logged: { 'Query Text': string; Plan: Node };
    try {
      logged = JSON.parse(json);
    } catch {
      continue;
    }
    const statement = logged['Query Text'].replace(/\s+/g, ' ').slice(0, 160);
    const plan = { statement, reads: [...new Set(readsOf(logged.Plan))] };
    if (plan.reads.length > 0) found.set(`${statement} ${plan.reads.join()}`, plan);
  }
  return [...found.values()];
}
