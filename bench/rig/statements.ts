import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { openPool } from '@hiram/server/src/platform/database/connect.ts';

/** One statement as the database received it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

type OwnerPool = ReturnType<typeof openPool>;

/**
 * Has the database write down what the server sends it while `work` runs, so that a bare handler can send the very same:
 * nothing is left out by a slip of whoever writes the comparison.
 */
export async function recordStatements(
  owner: OwnerPool,
  databaseLog: string,
  work: () => Promise<unknown>,
): Promise<readonly Statement[]> {
  const before = readFileSync(databaseLog, 'utf8').length;
  await work();
  // The log is written a moment after the answer: a statement of ours marks its end.
  const mark = `end of record ${before}`;
  await owner.query(`select '${mark}'`);
  for (let tries = 0; tries < 200; tries += 1) {
    const written = readFileSync(databaseLog, 'utf8').slice(before);
    if (written.includes(mark)) return parse(written);
    await pause(10);
  }
  throw new Error('the database wrote no log of its statements');
}

/** Begins or ends that writing, for every connection there is. */
export async function writeStatements(owner: OwnerPool, on: boolean): Promise<void> {
  for (const [name, value] of Object.entries({ log_statement: 'all', log_line_prefix: '%a|' }))
    await owner.query(on ? `alter system set ${name} = '${value}'` : `alter system reset ${name}`);
  await owner.query('select pg_reload_conf()');
  await pause(500);
}

/** Only what came over the server's own pool: its job queue asks by itself, whatever a borrower does. */
function parse(log: string): readonly Statement[] {
  const lines = log.split('\n');
  return lines.flatMap((line, at) => {
    const text = /^hiram\|LOG: {2}(?:execute [^:]*|statement): (.*)$/.exec(line)?.[1];
    if (text === undefined || /^set |^select 'end of record/i.test(text)) return [];
    const parameters = /^hiram\|DETAIL: {2}parameters: (.*)$/i.exec(lines[at + 1] ?? '')?.[1] ?? '';
    const values = [...parameters.matchAll(/\$\d+ = (?:'((?:[^']|'')*)'|NULL)/g)];
    return [{ text, values: values.map(([, value]) => value?.replaceAll("''", "'") ?? null) }];
  });
}
