import { expect, test } from 'vitest';
import { functionStatements } from './functions.ts';
import { distributionRules, listedOf } from './rules.ts';
import { brokenBy, statementRules } from './statement-rules.ts';
import { serverStatements, tablesIn } from './statements.ts';

const statements = [...serverStatements(), ...functionStatements()];
const found = brokenBy(statements);

test.each(Object.keys(statementRules))(
  'each statement that breaks the rule %s is listed in tools/distribution/rules.json with what has to change',
  (id) => {
    const rule = distributionRules.find((candidate) => candidate.id === id);
    expect(rule && listedOf(rule)).toEqual(found[id]?.toSorted());
  },
);

test('the statements of the whole server are checked, and a statement that breaks a rule is found [T705]', () => {
  expect(serverStatements().length).toBeGreaterThan(800);
  expect(functionStatements().length).toBeGreaterThan(70);
  const breaks = (id: string, text: string): boolean =>
    statementRules[id]?.({ file: 'x.ts', text, tables: tablesIn(text) }) ?? false;
  const one = "db.selectFrom('payout').where('borrower_id', '=', borrowerId).forUpdate()";
  expect(breaks('citus-lock', one)).toBe(false);
  expect(breaks('citus-lock', one.replace('borrower_id', 'id'))).toBe(true);
  expect(breaks('citus-lock', "db.selectFrom('session').where('token_hash', '=', hash).forUpdate()")).toBe(
    false,
  );
  const join = "db.selectFrom('payout').innerJoin('bank_account', 'bank_account.id', 'payout.account_id')";
  expect(breaks('citus-join', join)).toBe(true);
  const bound =
    "db.selectFrom('payout').innerJoin('bank_account', (join) => join.onRef('bank_account.borrower_id', '=', 'payout.borrower_id'))";
  expect(breaks('citus-join', bound)).toBe(false);
  const update = 'sql`update loan_order set terms = to_jsonb(amount) where borrower_id = $1`';
  expect(breaks('citus-stable', update)).toBe(true);
  expect(breaks('citus-volatile', update.replace('to_jsonb', 'random'))).toBe(true);
  expect(breaks('citus-recursive', 'sql`with recursive a as (select from session) select from a`')).toBe(
    true,
  );
  expect(
    breaks(
      'citus-conflict',
      "db.insertInto('payment').onConflict((on) => on.columns(['provider']).doNothing())",
    ),
  ).toBe(true);
  expect(
    breaks(
      'citus-conflict',
      "db.insertInto('consent').onConflict((on) => on.columns(['borrower_id', 'kind']).doNothing())",
    ),
  ).toBe(false);
  expect(breaks('citus-insert-subquery', 'sql`insert into note (id) values ((select 1))`')).toBe(true);
  expect(breaks('yugabyte-notify', 'sql`listen changes`')).toBe(true);
  expect(breaks('yugabyte-merge', 'sql`merge into note using note`')).toBe(true);
});

test('every rule says where the product’s makers state it, and every change says what to do', () => {
  for (const { source, breaks } of distributionRules) {
    expect(source).toMatch(
      /^https:\/\/(docs\.citusdata\.com|docs\.yugabyte\.com|github\.com\/(citusdata|yugabyte)|www\.postgresql\.org)\//,
    );
    for (const remedy of Object.keys(breaks)) expect(remedy).toMatch(/\.$/);
  }
});
