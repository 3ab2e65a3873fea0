import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { openPool } from '@hiram/server/src/platform/database/connection/connect.ts';

/** One statement as the database received it. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
}

type OwnerPool = ReturnType<typeof openPool>;

/**
 * Returns the statements that the server sends while `work` runs, read from the database's log. The bare handler sends the same
 * ones: a list written by hand could miss some.
 */
export async function recordStatements(
  owner: OwnerPool,
  databaseLog: string,
  work: () => Promise<unknown>,
): Promise<readonly Statement[]> {
  const before = readFileSync(databaseLog, 'utf8').length;
  await work();
  // The log is written shortly after the answer. A marked statement shows its end.
  const mark = `end of record ${before}`;
  await owner.query(`select '${mark}'`);
  for (let tries = 0; tries < 200; tries += 1) {
    const written = readFileSync(databaseLog, 'utf8').slice(before);
    if (written.includes(mark)) return parse(written);
    await pause(10);
  }
  throw new Error('the database wrote no log of its statements');
}

/** Turns the logging of statements on or off, for all connections. */
export async function writeStatements(owner: OwnerPool, on: boolean): Promise<void> {
  for (const [name, value] of Object.entries({ log_statement: 'all', log_line_prefix: '%a|' }))
    await owner.query(on ? `alter system set ${name} = '${value}'` : `alter system reset ${name}`);
  await owner.query('select pg_reload_conf()');
  await pause(500);
}

/** Parses the statements of the server's own pool. The job queue's connections also send statements, unrelated to a call. */
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
