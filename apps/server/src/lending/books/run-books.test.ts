import { undoDecision } from '@hiram/contract/console/loan';
import { asId } from '@hiram/contract/ids';
import { type LocalDate, localDate, position } from '@hiram/loan';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { payOn, reverse } from '../../../test/support/borrowers/pay-on.ts';
import { staffMember } from '../../../test/support/console/console.ts';
import { approveAs, submitAction } from '../../../test/support/console/console-actions.ts';
import { orderRowOf } from '../../../test/support/database/rows.ts';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { actAs } from '../../platform/database/actor.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';
import { engineEvents, findOrder, loadEvents } from '../loans/order-store.ts';
import { bookSuspense, returnSuspense } from '../payments/suspense.ts';
import { trialBalance } from './balances.ts';
import { checkClose } from './close-checks.ts';
import { booksOfOrder } from './journals.ts';
import { runBooks } from './run-books.ts';
import { tieLoans } from './tie-loans.ts';

const cluster = inject('cluster');
const hiram = setUpHiram({ LOG_LEVEL: 'error' });

const brandOf = () => {
  const brand = hiram.server.appContext.brands.get('spec');
  if (!brand) throw new Error('no brand');
  return brand;
};
const today = () => hiram.server.appContext.clock.today(hiram.operator, brandOf().timeZone);
const run = (on: LocalDate) => actAs('a test', () => runBooks(hiram.server.appContext, brandOf(), on));
const balances = async () => {
  const { accounts, debit, credit } = await trialBalance(hiram.operator, 'spec', await today());
  expect(debit).toBe(credit);
  return new Map(accounts.map((account) => [account.code, account.debit - account.credit]));
};
const posted = async (orderId: string) => (await booksOfOrder(hiram.owner, asId<'order'>(orderId))).posted;

const operate = async (...words: string[]) =>
  expect((await runHiram(words, settingsOf(cluster, hiram.database))).code).toBe(0);
async function writeOff(orderId: string): Promise<void> {
  const decision = ['--reference', 'MEMO-18', '--reason', 'not traceable'];
  const persons = ['--by', 'Ana Cruz', '--second', 'Ben Reyes', '--yes'];
  await operate('loans', 'write-off', orderId, ...decision, ...persons);
}

test('books without a row begin no month, which would have to be closed before the first one [T3821]', async () => {
  const months = async () =>
    (await hiram.operator.selectFrom('gl_period').select('month').orderBy('month').execute()).map(
      ({ month }) => month,
    );
  // Past the end of the month in which the books were set up.
  const date = await hiram.days(32);
  expect((await run(localDate(date))).journals).toBe(0);
  expect(await months()).toEqual([]);
  await hiram.borrower({ state: '170' });
  await run(localDate(date));
  expect(await months()).toEqual([date.slice(0, 7)]);
});

test('a run posts a loan, agrees with the loans’ ledger, and a rerun posts nothing [T1527]', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const on = await today();
  expect((await run(on)).journals).toBeGreaterThan(0);
  const own = await posted(borrower.orderId);
  expect(Object.values(own).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  const { rows } = await sql<{ account: string; amount: string }>`
    select account, sum(amount) as amount from journal_line where order_id = ${borrower.orderId} group by account`.execute(
    hiram.owner,
  );
  const ledger = Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]));
  expect(own.principal).toBe(ledger['loan:principal']);
  expect(own['cash:sandbox']).toBe(ledger['cash:sandbox']);
  expect((own.feeIncome ?? 0) + (own.feeDeferred ?? 0)).toBe(ledger['income:fee'] ?? 0);
  expect(await run(on)).toMatchObject({ days: [on], journals: 0 });
});

test('interest accrues day by day, and months between are posted at their end [T1528]', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const start = await today();
  await run(start);
  await hiram.days(40);
  const end = await today();
  // The daily run has posted to yesterday.
  const before = await posted(borrower.orderId);
  expect(before.interestIncome).toBeLessThan(0);
  const { days } = await run(end);
  expect(days).toEqual([end]);
  const months = await hiram.owner
    .selectFrom('gl_journal')
    .select('posted_on')
    .distinct()
    .where('kind', '=', 'accrual')
    .orderBy('posted_on')
    .execute();
  expect(months.map((row) => row.posted_on)).toContain(end);
  expect(months.some((row) => row.posted_on.slice(0, 7) < end.slice(0, 7))).toBe(true);
  await balances();
});

test('a payment of a posted day lands in the open one, names its day, and corrects it [T1529]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  await hiram.days(3);
  const late = await today();
  await run(late);
  await hiram.days(2);
  await payOn(hiram, borrower, 50_000, late);
  const on = await today();
  await run(on);
  const { items } = await booksOfOrder(hiram.operator, borrower.orderId);
  const ofPayment = items.filter(({ relatesTo }) => relatesTo === late);
  expect(ofPayment.every(({ postedOn }) => postedOn === on)).toBe(true);
  expect(ofPayment).toContainEqual(
    expect.objectContaining({ component: 'cash:sandbox', kind: 'money', amount: 50_000 }),
  );
  expect(await tieLoans(hiram.operator, 'spec')).toMatchObject({ differing: 0 });
  const all = await hiram.owner.selectFrom('gl_journal').select('number').orderBy('number').execute();
  expect(all.map(({ number }) => number)).toEqual(all.map((_, index) => index + 1));
});

test('a write-off uses the allowance, and what comes later is recovery [T1549]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  await hiram.days(1);
  await run(await today());
  const before = await posted(borrower.orderId);
  await writeOff(borrower.orderId);
  await run(await today());
  const after = await posted(borrower.orderId);
  for (const component of ['principal', 'interestReceivable', 'lateReceivable', 'allowance', 'feeDeferred'])
    expect(after[component] ?? 0, component).toBe(0);
  expect(after.interestIncome).toBe(before.interestIncome);
  const assets = ['principal', 'interestReceivable', 'lateReceivable', 'penaltyReceivable'];
  const lost = assets.reduce((sum, component) => sum + (before[component] ?? 0), before.feeDeferred ?? 0);
  expect(after.creditLoss).toBe(lost);
  await payOn(hiram, borrower, 20_000, await today());
  await run(await today());
  expect((await posted(borrower.orderId)).recovery).toBe(-20_000);
  expect(await tieLoans(hiram.operator, 'spec')).toMatchObject({ differing: 0 });
});

test('held money stands in suspense until it is returned [T1550]', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const order = await findOrder(hiram.operator, borrower.orderId);
  if (!order) throw new Error('no order');
  const held = { id: newId<'payment'>(), provider: 'sandbox', amount: 7_500 };
  const on = await today();
  await run(on);
  const before = await posted(borrower.orderId);
  await inTransaction(hiram.operator, (trx) => bookSuspense(trx, order, held, on));
  await run(on);
  const waiting = await posted(borrower.orderId);
  expect(waiting.suspense).toBe(-7_500);
  expect((waiting['cash:sandbox'] ?? 0) - (before['cash:sandbox'] ?? 0)).toBe(7_500);
  await inTransaction(hiram.operator, (trx) => returnSuspense(trx, order, held, on));
  await run(on);
  expect(await posted(borrower.orderId)).toMatchObject({
    suspense: 0,
    'cash:sandbox': before['cash:sandbox'],
  });
});

test('a loan that cannot be computed is named and keeps the month open; every other is posted [T2618]', async () => {
  const [damaged, other] = [await hiram.borrower({ state: '170' }), await hiram.borrower({ state: '170' })];
  const on = await today();
  await run(on);
  await sql`alter table loan_order disable trigger user`.execute(hiram.owner);
  const setTerms = (terms: unknown) =>
    sql`update loan_order set terms = ${JSON.stringify(terms)}::jsonb where id = ${damaged.orderId}`.execute(
      hiram.owner,
    );
  const { terms } = await orderRowOf(hiram, damaged.orderId);
  const loansOpen = async () =>
    (await checkClose(hiram.operator, 'spec', on.slice(0, 7))).find(({ name }) => name === 'loans')?.open;
  expect(await loansOpen()).toBe(0);
  await setTerms({});
  await payOn(hiram, other, 10_000, on);
  const before = [await posted(damaged.orderId), await posted(other.orderId)];
  const { code, output } = await runHiram(
    ['books', 'run', '--brand', 'spec', '--on', on],
    settingsOf(cluster, hiram.database),
  );
  expect(output).toContain(`order ${damaged.orderId} could not be computed: `);
  expect(code).toBe(1);
  expect(await posted(damaged.orderId)).toEqual(before[0]);
  expect((await posted(other.orderId))['cash:sandbox']).toBe((before[1]?.['cash:sandbox'] ?? 0) + 10_000);
  expect(await loansOpen()).toBe(1);
  expect(await run(on)).toMatchObject({ refused: 1, uncomputed: [[damaged.orderId, expect.any(String)]] });
  await setTerms(terms);
  await sql`alter table loan_order enable trigger user`.execute(hiram.owner);
  expect(await run(on)).toMatchObject({ refused: 0, uncomputed: [] });
  expect(await loansOpen()).toBe(0);
});

test('a run that ends before it posts goes on from what it prepared [T1551]', async () => {
  await hiram.borrower({ state: '170' });
  const on = await today();
  await sql`revoke execute on function post_gl_run from hiram_app`.execute(hiram.owner);
  await expect(run(on)).rejects.toThrow('permission denied');
  const prepared = await hiram.owner.selectFrom('gl_draft').select('kinds').execute();
  expect(prepared.length).toBeGreaterThan(0);
  expect(prepared.every(({ kinds }) => kinds !== null)).toBe(true);
  await sql`grant execute on function post_gl_run to hiram_app`.execute(hiram.owner);
  const { loans, journals } = await run(on);
  expect([loans, journals > 0]).toEqual([0, true]);
  expect(await run(on)).toMatchObject({ journals: 0 });
  await balances();
});

test('money that moves after a run prepared its loan is posted with it, also after a kill [T1904]', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const on = await today();
  await sql`revoke execute on function post_gl_run from hiram_app`.execute(hiram.owner);
  await expect(run(on)).rejects.toThrow('permission denied');
  await payOn(hiram, borrower, 10_000, on);
  await sql`update gl_draft set planned_at = now() - interval '2 hours'`.execute(hiram.owner);
  await sql`set session_replication_role = replica;
    update journal set created_at = now() - interval '1 hour' where order_id = ${sql.lit(borrower.orderId)} and kind = 'paid';
    set session_replication_role = origin`.execute(hiram.owner);
  await sql`grant execute on function post_gl_run to hiram_app`.execute(hiram.owner);
  expect((await run(on)).journals).toBeGreaterThan(0);
  const { rows } = await sql<{ cash: number }>`
    select sum(amount)::bigint as cash from journal_line where order_id = ${borrower.orderId} and account = 'cash:sandbox'`.execute(
    hiram.owner,
  );
  expect(await posted(borrower.orderId)).toMatchObject({ 'cash:sandbox': rows[0]?.cash });
});

test('two runs at once post once [T1530]', async () => {
  await hiram.borrower({ state: '170' });
  const on = await today();
  const runs = await Promise.all([run(on), run(on)]);
  expect(runs.filter(({ journals }) => journals > 0)).toHaveLength(1);
  expect(await run(on)).toMatchObject({ journals: 0 });
  await balances();
});

test('no login changes, deletes or renumbers a journal, nor posts one that does not balance [T1531]', async () => {
  await hiram.borrower({ state: '170' });
  await run(await today());
  const server = hiram.server.appContext.db;
  for (const db of [hiram.operator, server])
    for (const statement of [
      sql`update gl_line set amount = 1`,
      sql`delete from gl_item`,
      sql`update gl_journal set number = number + 1`,
      sql`delete from gl_journal`,
      sql`delete from loan_accrual`,
      sql`truncate gl_item`,
    ])
      await expect(statement.execute(db)).rejects.toThrow(/append-only|permission denied|keeps its rows/);
  await expect(
    sql`insert into gl_journal (id, brand, number, posted_on, kind, source)
      values (gen_random_uuid(), 'spec', 0, ${await today()}, 'money', 'x')`.execute(server),
  ).rejects.toThrow('permission denied');
  await expect(
    hiram.owner.transaction().execute(async (trx) => {
      await sql`insert into gl_journal (id, brand, number, posted_on, kind, source)
        values ('00000000-0000-7000-8000-000000000001', 'spec', 0, ${await today()}, 'money', 'x')`.execute(
        trx,
      );
      await sql`insert into gl_line (journal_id, line_no, brand, account, amount, currency)
        select '00000000-0000-7000-8000-000000000001', 1, 'spec', '1110', 5, currency from gl_book`.execute(
        trx,
      );
    }),
  ).rejects.toThrow('does not balance');
});

/** Puts a draft of the next run into the table as somebody with the server's login can, and posts the run. */
async function forge(
  orderId: string,
  on: LocalDate,
  components: readonly string[],
  {
    kind = 'money',
    product,
    amount = 500_000,
  }: { readonly kind?: string; readonly product?: string; readonly amount?: number } = {},
): Promise<void> {
  const { db } = hiram.server.appContext;
  await sql`
    insert into gl_draft (brand, order_id, run, posted_on, product, events, kinds, components, amounts, relates_to)
    select 'spec', ${orderId}, runs, ${on}, coalesce(${product ?? null}, (
        select code from product join loan_order on product_id = product.id where loan_order.id = ${orderId})),
      (select event_count from loan_order where id = ${orderId}), array[${kind}, ${kind}], ${components}::text[],
      array[${amount}, ${-amount}]::bigint[], array[null, null]::date[]
    from gl_book where brand = 'spec'`.execute(db);
  await sql`
    select post_gl_run('spec', ${on}, runs, now(), loss_rates,
      array['principal', 'interestIncome', 'interestReceivable', 'cash:sandbox', 'cash:transfer', 'suspense'],
      array['1110', '4010', '1120', '1010', '1010', '2090'])
    from gl_book where brand = 'spec'`.execute(db);
}

test('a forged draft posts nothing that the loan’s own ledger has not; the rest is posted [T1883]', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const on = await today();
  await run(on);
  const before = await posted(borrower.orderId);
  await forge(borrower.orderId, on, ['principal', 'interestIncome']);
  await forge(borrower.orderId, on, ['cash:sandbox', 'principal']);
  expect(await posted(borrower.orderId)).toEqual(before);
  const last = hiram.owner.selectFrom('gl_run').select('refused').orderBy('run', 'desc');
  expect((await last.executeTakeFirstOrThrow()).refused).toBe(1);
});

test('a draft of a line of the bank, of no loan or of another product posts nothing [T1885]', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const on = await today();
  await run(on);
  const before = await posted(borrower.orderId);
  const journals = async () => (await hiram.owner.selectFrom('gl_journal').select('id').execute()).length;
  const count = await journals();
  await forge(newId(), on, ['cash:transfer', 'suspense'], { kind: 'unidentified' });
  await forge(borrower.orderId, on, ['interestReceivable', 'interestIncome'], { product: 'another' });
  expect(await posted(borrower.orderId)).toEqual(before);
  expect(await journals()).toBe(count);
});

test('accruals that a loan’s events do not give are reported and corrected by the next run [T1886]', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const on = await today();
  await run(on);
  const before = await posted(borrower.orderId);
  await forge(borrower.orderId, on, ['interestReceivable', 'interestIncome'], { kind: 'accrual' });
  expect((await posted(borrower.orderId)).interestReceivable).not.toBe(before.interestReceivable);
  // As if nothing had happened to the loan for ten minutes.
  await sql`update gl_book set read_from = now() + interval '1 hour' where brand = 'spec'`.execute(
    hiram.owner,
  );
  expect((await run(on)).differing).toEqual([borrower.orderId]);
  expect(await posted(borrower.orderId)).toEqual(before);
  expect((await run(on)).differing).toEqual([]);
});

test.each(['interest', 'late', 'penalty', 'principal'])(
  'a waiver of %s is a loss of the books, and the loan ties to its own ledger [T1650]',
  async (bucket) => {
    const borrower = await hiram.borrower({ state: '180' });
    await run(await today());
    const before = await posted(borrower.orderId);
    const decision = ['--reason', 'goodwill', '--reference', 'MEMO-20'];
    const persons = ['--by', 'Ana Cruz', '--second', 'Ben Reyes', '--yes'];
    await operate('loans', 'waive', borrower.orderId, `--${bucket}`, '50.00', ...decision, ...persons);
    await hiram.days(1);
    await run(await today());
    const {
      principal = 0,
      interestReceivable = 0,
      lateReceivable = 0,
      penaltyReceivable = 0,
      ...own
    } = await posted(borrower.orderId);
    const owed = principal + interestReceivable + lateReceivable + penaltyReceivable;
    const income = (of: typeof own) =>
      (of.interestIncome ?? 0) + (of.lateIncome ?? 0) + (of.penaltyIncome ?? 0);
    const owedBefore =
      (before.principal ?? 0) +
      (before.interestReceivable ?? 0) +
      (before.lateReceivable ?? 0) +
      (before.penaltyReceivable ?? 0);
    // What is owed grew by the day's income, and fell by what was waived: that is the loss, beside the allowance.
    expect(owed - owedBefore).toBe(income(before) - income(own) - 5_000);
    const loss = (of: typeof own) => (of.creditLoss ?? 0) + (of.allowance ?? 0);
    expect(loss(own) - loss(before)).toBe(5_000);
    expect(await tieLoans(hiram.operator, 'spec')).toMatchObject({ differing: 0 });
    await balances();
  },
);

test('a waiver hides no greater difference from the loans’ own ledger [T1651]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const persons = [
    '--reason',
    'goodwill',
    '--reference',
    'MEMO-21',
    '--by',
    'Ana Cruz',
    '--second',
    'Ben Reyes',
    '--yes',
  ];
  await operate('loans', 'waive', borrower.orderId, '--penalty', '1.00', ...persons);
  const on = await today();
  await run(on);
  const before = await posted(borrower.orderId);
  await forge(borrower.orderId, on, ['penaltyReceivable', 'creditLoss'], { kind: 'loss' });
  expect(await posted(borrower.orderId)).toEqual(before);
});

test('a waiver that was undone excuses no difference of the loan’s books any more [T1659]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const persons = ['--reference', 'MEMO-22', '--by', 'Ana Cruz', '--second', 'Ben Reyes', '--yes'];
  await operate('loans', 'waive', borrower.orderId, '--penalty', '90.00', '--reason', 'goodwill', ...persons);
  const on = await today();
  await run(on);
  const { id } = await hiram.owner
    .selectFrom('loan_event')
    .select('id')
    .where('order_id', '=', borrower.orderId)
    .where('kind', '=', 'waived')
    .executeTakeFirstOrThrow();
  const [asks, approves] = [await staffMember(hiram, 'cashier'), await staffMember(hiram, 'controller')];
  const undone = { orderId: borrower.orderId, eventId: id };
  const { data } = await submitAction(asks, undoDecision, undone, { brand: 'spec' });
  expect(await approveAs(approves, data.approvalId, 'spec')).toMatchObject({ success: true });
  await run(on);
  expect(await tieLoans(hiram.operator, 'spec')).toMatchObject({ differing: 0 });
  const before = await posted(borrower.orderId);
  await forge(borrower.orderId, on, ['penaltyReceivable', 'creditLoss'], { kind: 'loss', amount: -9_000 });
  expect(await posted(borrower.orderId)).toEqual(before);
  const move = (amount: number) =>
    sql`update loan_accrual set posted = posted || jsonb_build_object('penaltyReceivable',
      (posted ->> 'penaltyReceivable')::bigint + ${amount}::bigint) where order_id = ${borrower.orderId}`.execute(
      hiram.owner,
    );
  await move(-9_000);
  expect(await tieLoans(hiram.operator, 'spec')).toMatchObject({ differing: 1 });
  await move(9_000);
});

test('a payment of a written-off loan that is reversed in the archive takes its recovery back [T1902]', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  await writeOff(borrower.orderId);
  await hiram.days(130);
  const order = async () => {
    const found = await findOrder(hiram.operator, asId<'order'>(borrower.orderId));
    if (!found) throw new Error('no order');
    return found;
  };
  const { terms } = await order();
  const events = engineEvents(await loadEvents(hiram.operator, await order()));
  const { owedInAll } = position(terms, events, await today());
  const payment = await payOn(hiram, borrower, owedInAll, await today());
  await run(await today());
  const { creditLoss } = await posted(borrower.orderId);
  await hiram.days(400);
  await operate('loans', 'archive', '--brand', 'spec', '--by', 'Ana Cruz', '--years', '1');
  expect((await order()).archived_at).not.toBeNull();
  await run(await today());
  expect(await posted(borrower.orderId)).toMatchObject({ creditLoss, recovery: -owedInAll });
  await reverse(hiram, borrower, payment, await today());
  // One of two runs at once posts nothing: the server's own clock may have begun one.
  const after = await hiram.until(
    async () => {
      await run(await today());
      return posted(borrower.orderId);
    },
    ({ recovery = 0 }) => recovery === 0,
  );
  expect([after.creditLoss, after.principal ?? 0]).toEqual([creditLoss, 0]);
  expect(await tieLoans(hiram.operator, 'spec')).toMatchObject({ differing: 0 });
});
