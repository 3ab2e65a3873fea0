import { asId } from '@hiram/contract/ids';
import { localDate } from '@hiram/loan';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  type BorrowerWithOrder,
  borrowerWithOrder,
} from '../../../test/support/borrowers/borrower-with-order.ts';
import { type FreshDatabase, freshDatabase } from '../../../test/support/database/database.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import { balances, checkLedger, post } from './ledger.ts';

let fresh: FreshDatabase;
let order: BorrowerWithOrder;
beforeAll(async () => {
  fresh = await freshDatabase();
  order = await borrowerWithOrder(fresh.pool);
  await fresh.pool.query(
    "insert into loan_event (borrower_id, order_id, seq, id, kind, value_date, arrived_at, body) values ($1, $2, 1, $3, 'paid', '2026-01-01', now(), '{}')",
    [order.borrowerId, order.orderId, newId()],
  );
  await postRaw(fresh.pool, ['loan:principal', 'clearing:payout'], [7, -7]);
});
afterAll(() => fresh.drop());

/** Inserts a posting and bypasses every check of `post`. */
async function postRaw(
  connection: pg.Pool | pg.PoolClient,
  accounts: readonly (string | null)[] | null,
  amounts: readonly (number | null)[] | null,
  id = newId(),
): Promise<string> {
  const events = accounts?.map(() => null) ?? null;
  await connection.query(
    "insert into posting values ($1, $2, $3, 'spec', null, 'test', '2026-01-01', $4, $5, $6)",
    [id, order.borrowerId, order.orderId, accounts, events, amounts],
  );
  return id;
}

const journalOf = (id: string) =>
  `insert into journal (id, borrower_id, order_id, brand, kind, posted_on) values ('${id}', '${order.borrowerId}', '${order.orderId}', 'spec', 'x', '2026-01-01')`;
const lineOf = (journal: string, no: number, amount: number, account = 'loan:principal') =>
  `insert into journal_line (journal_id, line_no, borrower_id, order_id, account, amount) values ('${journal}', ${no}, '${order.borrowerId}', '${order.orderId}', '${account}', ${amount})`;

const changes = [
  'update journal set posted_on = posted_on + 1',
  'update journal_line set amount = amount + 1',
  'update loan_event set seq = 9',
  'delete from journal',
  'delete from journal_line',
  'delete from loan_event',
  'truncate journal_line',
  'truncate journal, journal_line',
  // Alone it is refused for what refers to it.
  'truncate loan_event cascade',
];

test('the server connects with its own rights and cannot become the owner [T172]', async () => {
  const { rows } = await fresh.pool.query('select current_user as me');
  expect(rows).toEqual([{ me: 'hiram_app' }]);
  for (const sql of ['set role hiram_owner', 'set session authorization hiram_owner'])
    await expect(fresh.pool.query(sql), sql).rejects.toThrow(/permission denied/);
  await fresh.pool.query('reset role');
  expect((await fresh.pool.query('select current_user as me')).rows).toEqual([{ me: 'hiram_app' }]);
});

test('a balanced journal is posted in full, without zero lines', async () => {
  const other = await borrowerWithOrder(fresh.pool);
  await inTransaction(fresh.db, (trx) =>
    post(trx, {
      ...other,
      brand: 'spec',
      kind: 'disbursed',
      postedOn: localDate('2026-01-01'),
      lines: [
        { account: 'loan:principal', amount: 10_000 },
        { account: 'income:fee', amount: -200 },
        { account: 'income:late', amount: 0 },
        { account: 'clearing:payout', amount: -9_800 },
      ],
    }),
  );
  expect(await balances(fresh.db, other)).toEqual(
    new Map([
      ['loan:principal', 10_000],
      ['income:fee', -200],
      ['clearing:payout', -9_800],
    ]),
  );
});

test('unbalanced journals, single lines, unknown accounts and invalid amounts are rejected', async () => {
  const tries: [readonly (string | null)[] | null, readonly (number | null)[] | null, RegExp][] = [
    [['loan:principal', 'clearing:payout'], [100, -99], /does not balance/],
    [['loan:principal'], [0], /two lines/],
    [[], [], /two lines/],
    [['loan:principal', 'clearing:payout'], [5], /two lines/],
    [['loan:principal', 'my:pocket'], [5, -5], /check constraint/],
    [['cash:', 'clearing:payout'], [5, -5], /check constraint/],
    [['loan:principal', 'clearing:payout'], [0, 0], /check constraint/],
    [['loan:principal', 'clearing:payout'], [5, null], /does not balance/],
    [['loan:principal', 'clearing:payout'], [null, null], /not-null/],
    [[null, 'clearing:payout'], [5, -5], /not-null/],
    [null, null, /has 0 lines/],
  ];
  const before = await checkLedger(fresh.db);
  for (const [accounts, amounts, reason] of tries)
    await expect(postRaw(fresh.pool, accounts, amounts), JSON.stringify([accounts, amounts])).rejects.toThrow(
      reason,
    );
  expect(await checkLedger(fresh.db)).toEqual(before);
});

test('the same journal is posted once', async () => {
  const id = await postRaw(fresh.pool, ['loan:principal', 'clearing:payout'], [3, -3]);
  await expect(postRaw(fresh.pool, ['loan:principal', 'clearing:payout'], [3, -3], asId(id))).rejects.toThrow(
    /duplicate key/,
  );
});

test('post is the only writer: the server’s login may not insert, update, delete or truncate [T076]', async () => {
  const id = newId();
  for (const sql of [journalOf(id), lineOf(id, 1, 1), ...changes])
    await expect(fresh.pool.query(sql), sql).rejects.toThrow(/permission denied/);
});

test('temporary tables named like the ledger’s do not change what is posted or rejected', async () => {
  const client = await fresh.pool.connect();
  try {
    await client.query('create temporary table journal (like public.journal)');
    await client.query('create temporary table journal_line (like public.journal_line)');
    const id = await postRaw(client, ['loan:principal', 'clearing:payout'], [11, -11]);
    const { rows } = await client.query(
      'select amount from public.journal_line where journal_id = $1 order by line_no',
      [id],
    );
    expect(rows).toEqual([{ amount: 11 }, { amount: -11 }]);
    await expect(postRaw(client, ['loan:principal', 'clearing:payout'], [11, -10])).rejects.toThrow(
      /does not balance/,
    );
  } finally {
    client.release(true);
  }
});

test('even the owner cannot change or delete posted lines [T080]', async () => {
  for (const sql of [...changes, 'truncate borrower cascade'])
    await expect(fresh.ownerPool.query(sql), sql).rejects.toThrow(/append-only/);
});

test('even the owner posts no journal of one line, of none or unbalanced, also not later [T081]', async () => {
  const text = newId();
  await expect(fresh.ownerPool.query(`${journalOf(text)}; ${lineOf(text, 1, 1)}`)).rejects.toThrow(
    /has 1 lines/,
  );
  await expect(fresh.ownerPool.query(journalOf(newId()))).rejects.toThrow(/has 0 lines/);
  const unbalancedId = newId();
  await expect(
    fresh.ownerPool.query(
      `${journalOf(unbalancedId)}; ${lineOf(unbalancedId, 1, 1)}; ${lineOf(unbalancedId, 2, -2)}`,
    ),
  ).rejects.toThrow(/off by -1 cents/);
  const posted = await postRaw(fresh.pool, ['loan:principal', 'clearing:payout'], [9, -9]);
  await expect(fresh.ownerPool.query(lineOf(posted, 3, 4))).rejects.toThrow(/off by 4 cents/);
});

test('the check of the whole ledger finds rows that bypassed every guard, and nothing else [T082]', async () => {
  const before = await checkLedger(fresh.db);
  expect(before.broken).toEqual([]);
  expect([...before.accounts.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
  const id = newId();
  const singleLineId = newId();
  // Only a superuser who disables every trigger can do this. A damaged restore would look the same.
  await fresh.ownerPool.query(
    `begin; set local session_replication_role = replica; ${journalOf(id)}; ${lineOf(id, 1, 5)}; ${lineOf(id, 2, -4)}; ${journalOf(singleLineId)}; commit`,
  );
  expect([...(await checkLedger(fresh.db)).broken].sort()).toEqual([id, singleLineId].sort());
});

test('a broken journal of the lender’s own is found, and two brands do not make up for each other [T1321]', async () => {
  const [one, other] = [newId(), newId()];
  const settled = (id: string, brand: string) =>
    `insert into lender_journal (id, brand, kind, provider, reference, posted_on, approval_id)
       values ('${id}', '${brand}', 'settlement', 'p', '${id}', '2026-01-01', '${id}')`;
  const line = (id: string, no: number, amount: number) =>
    `insert into lender_line values ('${id}', ${no}, 'bank:settlement', ${amount})`;
  await fresh.ownerPool.query(
    `begin; set local session_replication_role = replica;
     ${settled(one, 'ph')}; ${line(one, 1, 5)}; ${line(one, 2, -4)};
     ${settled(other, 'in')}; ${line(other, 1, 5)}; ${line(other, 2, -6)}; commit`,
  );
  expect((await checkLedger(fresh.db)).broken).toEqual(expect.arrayContaining([one, other]));
  const { code, output } = await runHiram(['ledger', 'check'], settingsOf(inject('cluster'), fresh.name));
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('in INR: the accounts sum to -0.01, not to zero'),
  ]);
  expect(output).toContain('ph PHP: the accounts sum to 0.01, not to zero');
});
