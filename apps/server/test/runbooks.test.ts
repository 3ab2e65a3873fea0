import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newId } from '../src/platform/ids.ts';
import { type Hiram, startHiram } from './support/processes/running-server.ts';

let hiram: Hiram;
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'));
});
afterAll(() => hiram.stop());

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
