import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import { setUpHiram } from './support/processes/set-up.ts';

const hiram = setUpHiram();

/** The statements of the runbooks, with an id in place of their placeholders. */
const statements = [
  ...readFileSync(new URL('../../../docs/runbooks.md', import.meta.url), 'utf8').matchAll(
    /psql "\$DATABASE_OWNER_URL" -c (?:"([^"\n]+)"|'([^'\n]+)')/g,
  ),
].map(([, double, single]) => (double ?? single ?? '').replace(/'(ID|ORDER|BORROWER)'/g, `'${newId()}'`));

test('every SQL statement of the runbooks runs on the schema as it is', async () => {
  expect(statements.length).toBeGreaterThan(5);
  for (const statement of statements) {
    expect(statement).toMatch(/^select /);
    await sql.raw(statement).execute(hiram.owner);
  }
});
