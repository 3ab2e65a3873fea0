import { asOwner } from '@hiram/server/test/support/database/throwaway-cluster.ts';
import { expect, inject, test } from 'vitest';
import { Broken } from './books.ts';
import { checkContacts } from './contacts.ts';
import { checkBorrowers } from './invariants.ts';
import { type End, simulate } from './simulate.ts';
import { checkWholeBook } from './whole-book.ts';

/**
 * The smallest run in which everything happens that the test expects. `npm run verify` simulates three years
 * of 200 borrowers.
 */
const small = {
  borrowers: 10,
  days: 110,
  servers: 2,
  races: 0.25,
  outages: 0.1,
  // Ends a run that hangs. Large enough that a busy machine does not shorten the simulation.
  maxMs: 280_000,
  say: () => undefined,
};

/** Injected errors that the checks must find: statements that the database's owner runs with all triggers off. */
const injectedErrors: Readonly<Record<string, string>> = {
  'an order with a wrong status': `update loan_order set status = case status when 'active' then 'dueSoon' else 'active' end::order_status
     where id = (select id from loan_order where status in ('active', 'dueSoon', 'overdue', 'settled') order by id limit 1)`,
  'a posted payment that is deleted': `delete from payment where id = (select id from payment where state = 'posted' limit 1)`,
  'a held payment with another provider id': `update payment set provider_payment_id = 'another'
     where id = (select id from payment where state = 'held' limit 1)`,
  'a payout with another id': `update payout set id = gen_random_uuid() where id = (select id from payout where state = 'paid' limit 1)`,
  'a payment with another amount': `update payment set amount = amount + 1
     where id = (select id from payment where state = 'posted' limit 1)`,
  'a second payout': `insert into payout (borrower_id, id, order_id, brand, account_id, amount, state, provider, requested_at)
     select borrower_id, gen_random_uuid(), order_id, brand, account_id, amount, 'paid', provider, requested_at
     from payout where state = 'paid' limit 1`,
  'principal posted as income': `update journal_line set account = 'income:interest'
     where (journal_id, line_no) = (select journal_id, line_no from journal_line where account = 'loan:principal' limit 1)`,
  'a journal out of balance': `update journal_line set amount = amount + 1
     where (journal_id, line_no) = (select journal_id, line_no from journal_line limit 1)`,
  'a call at night': `update contact set started_at = date_trunc('day', started_at at time zone zone) at time zone zone
     where id = (select id from contact where by_kind <> 'system' limit 1)`,
  'a call that a stop forbade': `update contact_stop set since = since - interval '1 year'
     where id = (select stop.id from contact_stop stop join contact using (borrower_id) where stop.kind in ('counsel', 'hardship') limit 1)`,
  'a call that nobody recorded': `update contact set id = gen_random_uuid()
     where id = (select id from contact where by_kind <> 'system' and outcome <> 'promise' limit 1)`,
  'a promise kept by no money': `update payment_promise set state = 'kept', amount = 99000000
     where id = (select id from payment_promise where state <> 'open' limit 1)`,
  'an order with another id': `update loan_order set id = gen_random_uuid()
     where id = (select id from loan_order where status = 'rejected' limit 1)`,
};

/** The message of the check that finds the error; empty if none does. The change is rolled back. */
async function findingFor(cluster: { socketDir: string }, end: End, statement: string): Promise<string> {
  return asOwner(cluster, end.database, async (owner) => {
    await owner.query(
      'begin; set local session_replication_role = replica; drop index payout_live, loan_order_running',
    );
    try {
      const { rowCount } = await owner.query(statement);
      expect(rowCount, statement).toBe(1);
      await checkBorrowers(owner, end.provider, end.borrowers, end.today);
      await checkWholeBook(owner, end.provider, end.today);
      await checkContacts(owner, end.desk, end.today);
      return '';
    } catch (error) {
      // A statement that fails has injected nothing.
      if (!(error instanceof Broken)) throw error;
      return error.message;
    } finally {
      await owner.query('rollback');
    }
  });
}

test('months of simulated lending keep the books right, and every injected error is noticed [T216]', {
  timeout: 300_000,
}, async () => {
  const cluster = inject('cluster');
  const findings: Record<string, string> = {};
  const report = await simulate(cluster, {
    ...small,
    seed: 'every check',
    kills: 0.1,
    async atEnd(end) {
      for (const [what, statement] of Object.entries(injectedErrors))
        findings[what] = await findingFor(cluster, end, statement);
    },
  });
  expect(report.payments).toBeGreaterThan(20);
  expect(report.kills).toBeGreaterThan(0);
  expect(report.outages).toBeGreaterThan(0);
  expect(report.closedMonths).toBeGreaterThan(2);
  for (const what of ['bounced', 'extension paid', 'paid twice', 'paid over', 'complained'])
    expect(report.done[what] ?? 0, what).toBeGreaterThan(0);
  for (const what of [
    'called',
    'refused notNow',
    'refused forbiddenWords',
    'refused noOpenCall',
    'reported promise',
  ])
    expect(report.desk[what] ?? 0, what).toBeGreaterThan(0);
  for (const what of Object.keys(injectedErrors)) expect(findings[what], what).not.toBe('');
});
