import { cents, localDate } from '@hiram/loan';
import { expect, inject, test } from 'vitest';
import { runHiram, settingsOf } from '../../../test/support/processes/run-hiram.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { feeTaxPpm, taxes, taxesOn, taxOf } from '../../brands/markets/taxes.ts';

const cluster = inject('cluster');
const hiram = setUpHiram({ BRAND: 'ph' });

const taxNamed = (id: string) => {
  const tax = taxes.find((each) => each.id === id);
  if (!tax) throw new Error(`no ${id}`);
  return tax;
};

test('stamp tax is 1.50 for each 200.00 or part of it, and under a year in proportion to the days [T1889]', () => {
  const stamp = taxNamed('ph-stamp');
  // 50 steps of 1.50 are 75.00; 120 of 365 days are 24.657…
  expect(taxOf(stamp, cents(1_000_000), 120)).toBe(2_466);
  expect(taxOf(stamp, cents(1_000_000), 365)).toBe(7_500);
  expect(taxOf(stamp, cents(1_000_000), 500)).toBe(7_500);
  expect([20_000, 20_001, 40_000].map((amount) => taxOf(stamp, amount))).toEqual([150, 300, 300]);
});

test('a tax that a price includes is that of the price without it, and a rule holds from its day [T1890]', () => {
  expect(taxOf(taxNamed('in-gst'), 11_800)).toBe(1_800);
  expect(taxOf(taxNamed('id-withholding'), 10_000)).toBe(1_500);
  expect(taxesOn('IN', localDate('2017-06-30'))).toEqual([]);
  expect(feeTaxPpm('IN', localDate('2026-11-25'))).toBe(180_000);
  // What a borrower bears is a tax that the statement before the agreement shows: one on the fee.
  for (const tax of taxes.filter(({ bearer }) => bearer === 'borrower'))
    expect(feeTaxPpm(tax.country, tax.from), tax.id).toBe('ppm' in tax.rate ? tax.rate.ppm : 0);
});

test('the taxes of a month are those of the loans that were lent and the income of their ledger [T1891]', async () => {
  await hiram.borrower({ state: '170' }, 'ph');
  await hiram.borrower({ state: '200' }, 'ph');
  const orders = await hiram.owner
    .selectFrom('loan_order')
    .select(['amount', 'terms', 'disbursed_on'])
    .where('disbursed_on', 'is not', null)
    .execute();
  const lines = await hiram.owner
    .selectFrom('journal_line')
    .innerJoin('journal', 'journal.id', 'journal_line.journal_id')
    .select(['journal_line.amount', 'journal.posted_on'])
    .where('account', 'like', 'income:%')
    .execute();
  const month = orders[0]?.disbursed_on?.slice(0, 7) ?? '';
  const { out } = await runHiram(
    ['books', 'taxes', '--brand', 'ph', '--month', month, '--json'],
    settingsOf(cluster, hiram.database),
  );
  const found = JSON.parse(out).taxes;
  const lent = orders.filter(({ disbursed_on }) => disbursed_on?.startsWith(month));
  const stamp = lent.reduce(
    (sum, { amount, terms }) => sum + Math.round((Math.ceil(amount / 20_000) * 150 * terms.termDays) / 365),
    0,
  );
  const received = lines.reduce(
    (sum, { amount, posted_on }) => sum - (posted_on.startsWith(month) ? amount : 0),
    0,
  );
  expect(found).toMatchObject([
    {
      tax: 'ph-stamp',
      base: lent.reduce((sum, { amount }) => sum + amount, 0),
      amount: stamp,
      isConfirmed: false,
    },
    { tax: 'ph-receipts', base: received, amount: Math.round(received * 0.05) },
  ]);
  expect(stamp).toBeGreaterThan(0);
});
