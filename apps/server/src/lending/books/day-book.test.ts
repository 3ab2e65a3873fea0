import { undoDecision } from '@hiram/contract/console/loan';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { payOn, reverse } from '../../../test/support/borrowers/pay-on.ts';
import { proposersOf } from '../../../test/support/borrowers/proposed-parts.ts';
import { approveAs, submitAction } from '../../../test/support/console/console-actions.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';

const cluster = inject('cluster');
const hiram = setUpHiram({ LOG_LEVEL: 'error' });

const operate = async (...words: string[]) =>
  runHiram([...words, '--json'], settingsOf(cluster, hiram.database));
const decided = ['--reference', 'MEMO-18', '--reason', 'not traceable', '--by', 'Ana Cruz'];
const second = ['--second', 'Ben Reyes', '--yes'];

test('a day book has what moved on the day alone, and ties to the general ledger [T2562]', async () => {
  const [late, lost] = [await hiram.borrower({ state: '180' }), await hiram.borrower({ state: '180' })];
  await hiram.days(1);
  const { clock, defaultBrand } = hiram.server.appContext;
  const on = await clock.today(hiram.operator, defaultBrand.timeZone);
  const fresh = await hiram.borrower({ state: '170' });
  await payOn(hiram, late, 20_000, on);
  await reverse(hiram, late, await payOn(hiram, late, 5_000, on), on);
  const principal = async (...of: readonly string[]) => {
    const { rows } = await sql<{ amount: number }>`select sum(amount)::bigint as amount from journal_line
      where account = 'loan:principal' and order_id::text = any(${of})`.execute(hiram.owner);
    return rows[0]?.amount ?? 0;
  };
  const written = await principal(lost.orderId);
  for (const words of [
    ['loans', 'waive', late.orderId, '--late', '1.00', ...decided, ...second],
    ['loans', 'write-off', lost.orderId, ...decided, ...second],
    ['books', 'run', '--brand', 'spec', '--on', on],
  ])
    expect((await operate(...words)).code, words.join(' ')).toBe(0);
  const loan = await hiram.owner
    .selectFrom('loan_order')
    .select(['amount', sql<number>`(terms ->> 'fee')::integer`.as('fee')])
    .where('id', '=', fresh.orderId)
    .executeTakeFirstOrThrow();
  const owed = await principal(late.orderId, fresh.orderId);
  const { out, code } = await operate('books', 'day-book', '--brand', 'spec', '--on', on);
  const book = JSON.parse(out);
  expect([code, book]).toMatchObject([
    0,
    { brand: 'spec', on, waived: 100, credit: 0, ledger: owed, books: owed, differing: [] },
  ]);
  expect(book.moved).toEqual([
    { what: 'collected', provider: 'sandbox', amount: 20_000 },
    { what: 'lent', provider: null, amount: loan.amount },
    { what: 'paidOut', provider: 'sandbox', amount: loan.amount - loan.fee },
    { what: 'writtenOff', provider: null, amount: written },
  ]);
});

test('a waiver that is undone on a later day counts on its own day, and less on that day [T2622]', async () => {
  const late = await hiram.borrower({ state: '180' });
  const { clock, defaultBrand } = hiram.server.appContext;
  const today = () => clock.today(hiram.operator, defaultBrand.timeZone);
  const waivedOn = async (on: string) =>
    JSON.parse((await operate('books', 'day-book', '--brand', 'spec', '--on', on)).out).waived;
  const on = await today();
  const before = await waivedOn(on);
  const waiver = await operate('loans', 'waive', late.orderId, '--late', '3.00', ...decided, ...second);
  expect(waiver.code).toBe(0);
  await hiram.days(1);
  const next = await today();
  const { id } = await hiram.owner
    .selectFrom('loan_event')
    .select('id')
    .where('order_id', '=', late.orderId)
    .where('kind', '=', 'waived')
    .executeTakeFirstOrThrow();
  const { asks, approves } = await proposersOf(hiram);
  const undone = { orderId: late.orderId, eventId: id };
  const { data } = await submitAction(asks, undoDecision, undone, { brand: 'spec' });
  if (data.state === 'waiting') await approveAs(approves, data.approvalId, 'spec');
  expect([await waivedOn(on), await waivedOn(next)]).toEqual([before + 300, -300]);
});
