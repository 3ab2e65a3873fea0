import { createHash } from 'node:crypto';
import { acknowledgeDisclosure, confirmDetail, loanPush } from '@hiram/contract/confirm';
import type { DocumentText } from '@hiram/contract/document';
import { asId } from '@hiram/contract/ids';
import { storedContracts } from '@hiram/contract/info';
import { cents, localDate } from '@hiram/loan';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { orderRowOf } from '../../../test/support/database/rows.ts';
import { type DemoBorrower, everyBrand } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { brandOf } from '../../brands/brand-of.ts';
import { markets } from '../../brands/markets/markets.ts';
import { en } from '../../brands/texts/en.ts';
import { annualPercentageRate, lastDayToAccept, taxIncluded } from './agreements/key-facts.ts';

const hiram = setUpHiram(everyBrand);

const offer = (borrower: DemoBorrower, amount?: number) =>
  hiram.send(
    confirmDetail,
    { productId: borrower.productId, ...(amount ? { amount } : {}) },
    borrower.context,
  );
const acknowledge = (borrower: DemoBorrower, amount: number, hash: string) =>
  hiram.send(acknowledgeDisclosure, { productId: borrower.productId, amount, hash }, borrower.context);
const push = (borrower: DemoBorrower, terms: { amount: number; periods: number }) =>
  hiram.send(
    loanPush,
    { amount: terms.amount, periods: terms.periods, termUnit: 'day', productId: borrower.productId },
    borrower.context,
  );
const page = async (url: string) => (await fetch(new URL(url, hiram.origin))).text();
/** The document's text as the app's own reader gets it. */
const documentText = async (url: string): Promise<DocumentText> =>
  JSON.parse(
    await (await fetch(new URL(url, hiram.origin), { headers: { accept: 'application/json' } })).text(),
  );

test('the whole cost of an offer says its parts, which add up to it [T3460]', async () => {
  const { data } = await offer(await hiram.borrower({ state: 'ready' }, 'ph'), 500_000);
  expect(data.details.find(({ text }) => text === 'Interest and fees')).toMatchObject({
    value: '₱792.74',
    note: 'Interest ₱692.74 + Processing fee ₱100.00',
  });
});

test('an offer says the rate of a year and how it follows, as its statement has it; not in spec [T2711]', async () => {
  for (const [brand, text, note] of [
    [
      'ph',
      'Effective rate, one year',
      'The 30-day rate, compounded over 365 days. The Disclosure Statement has the same figure.',
    ],
    [
      'in',
      'Annual percentage rate (APR)',
      'The rate from payment to payment, times the payments of a year. The Key Fact Statement has the same figure.',
    ],
    ['id', 'Bunga efektif, satu tahun', 'Bunga 30 hari yang dimajemukkan selama 365 hari.'],
    ['spec', undefined, undefined],
  ] as const) {
    const { data } = await offer(await hiram.borrower({ state: 'ready' }, brand));
    const row = data.details.find((each) => /year|APR|tahun/.test(each.text));
    expect([brand, row?.text, row?.note]).toEqual([brand, text, note]);
    if (row && data.disclosure.needed) expect(await page(data.disclosure.url)).toContain(row.value);
  }
});

test('TERM-05 an offer says what a late payment costs, with an example of its own figures; not in spec [T2662]', async () => {
  const { data } = await offer(await hiram.borrower({ state: 'ready' }, 'ph'), 500_000);
  // 5% for 30 days of the first payment, for ten days, rounded down: 23.7196.
  expect(data.details[data.details.length - 1]).toEqual({
    text: 'Example: 10 days late with the first payment',
    value: '₱23.71',
    note: 'On top of the payment of ₱1,423.18.',
  });
  const spec = await offer(await hiram.borrower({ state: 'ready' }, 'spec'));
  expect(spec.data.details.filter(({ text }) => /late/i.test(text))).toEqual([]);
});

test('in ph the disclosure statement is acknowledged before the consent and stored with its hash [T3840]', async () => {
  const borrower = await hiram.borrower({ state: 'ready' }, 'ph');
  const { data } = await offer(borrower);
  expect(data).toMatchObject({ agreementTicked: 0, disclosure: { needed: 1, acknowledged: 0 } });
  expect(await push(borrower, data)).toMatchObject({ success: false, code: '20109' });

  const statement = await page(data.disclosure.url);
  const { html } = await documentText(data.disclosure.url);
  expect(createHash('sha256').update(html).digest('hex')).toBe(data.disclosure.hash);
  for (const text of [
    'Amount financed',
    'Deducted from the amount',
    'Not deducted',
    'Finance charge',
    'Net proceeds',
    'Nominal rate for 30 days',
    'Effective rate, 30 days',
    '4.998% a month of 30 days from day 1 until it is paid',
    'No default penalty is charged on top of late interest.',
    'You may repay the whole loan before its time',
    'You may extend once interest and late charges due are paid',
    'You receive this statement before you agree to the loan',
    'You are entitled to a copy',
  ])
    expect(statement).toContain(text);

  expect(await acknowledge(borrower, data.amount, '0'.repeat(64))).toMatchObject({
    success: false,
    code: '20108',
  });
  expect((await acknowledge(borrower, data.amount, data.disclosure.hash)).success).toBe(true);
  expect((await acknowledge(borrower, data.amount, data.disclosure.hash)).success).toBe(true);
  expect((await offer(borrower)).data.disclosure.acknowledged).toBe(1);
  const pushed = await push(borrower, data);
  expect(pushed.success).toBe(true);
  const orderId = new URL(pushed.data.lendDetailsUrl, hiram.origin).searchParams.get('orderId') ?? '';
  const stored = (await hiram.send(storedContracts, { orderId }, borrower.context)).data.list[1];
  expect(stored).toMatchObject({ title: 'Disclosure Statement', sha256: data.disclosure.hash });
  expect(await page(stored?.viewUrl ?? '')).toMatch(/Acknowledged \d+ \w+ 20.*Agreed \d+ \w+ 20/);
});

test('in in the Key Fact Statement has the Reserve Bank’s form, from the APR to the officer', async () => {
  const borrower = await hiram.borrower({ state: 'ready' }, 'in');
  const { data } = await offer(borrower);
  const statement = await page(data.disclosure.url);
  const value = (text: string) =>
    new RegExp(`<dt>\\d+\\. ${text}</dt><dd>([^<]+)</dd>`).exec(statement)?.[1] ?? '';
  const { legal } = brandOf(hiram.server.appContext, { brand: 'in' });
  for (const text of [legal.officer.name, legal.officer.email, legal.officer.phone.replace('+', '')])
    expect(statement).toContain(text);
  const apr = annualPercentageRate(
    cents(data.netProceeds),
    data.repay_plans.map((row) => cents(row.amount)),
    365 / data.firstPeriodDay,
  );
  expect(value('Annual percentage rate \\(APR\\)')).toBe(`${Number(((apr ?? 0) * 100).toFixed(2))}%`);
  expect(value('Cooling-off period')).toMatch(/^3 days from the day on which the money arrives/);
  expect(value('Instalments')).toContain(`${data.repay_plans.length} payments, one every 30 days`);
  expect(value('Fees and charges')).toContain('taken from the amount');
  expect(value('Net amount disbursed')).not.toBe('');
});

test('in the Key Fact Statement names its proposal number, the fixed rate and its last day [T910]', async () => {
  const borrower = await hiram.borrower({ state: 'ready' }, 'in');
  const { data } = await offer(borrower);
  const statement = await page(data.disclosure.url);
  expect(statement).toContain('Proposal number</dt><dd>Given when you apply</dd>');
  expect(statement).toContain('Is the rate floating?</dt><dd>No. The rate is fixed for the whole term.</dd>');
  expect(statement).toMatch(
    /Validity of this statement<\/dt><dd>You may accept these terms through \d+ \w+ 20\d\d /,
  );
});

test('in the fee of the Key Fact Statement is its net amount and the tax on it', () => {
  const fee = cents(59_000);
  const tax = taxIncluded(fee, 180_000);
  expect([fee - tax, tax]).toEqual([50_000, 9_000]);
});

test('in a statement may be accepted for three working days', () => {
  // Friday: the weekend and a holiday on Tuesday do not count.
  expect(lastDayToAccept(localDate('2026-11-20'), new Set(['2026-11-24']))).toBe('2026-11-26');
});

test('the APR matches the Reserve Bank’s published example: 17.07%', () => {
  // Annex B: 20,000 lent at 15% for 24 months, charges of 400 deducted, 970 a month, the last one smaller
  // because of rounding.
  const months = Array.from({ length: 24 }, () => cents(96_973));
  expect((annualPercentageRate(cents(1_960_000), months, 12) ?? 0) * 100).toBeCloseTo(17.07, 2);
});

test('an acknowledgement covers one borrower, one amount and one day', async () => {
  const borrower = await hiram.borrower({ state: 'ready' }, 'ph');
  const first = (await offer(borrower)).data;
  await acknowledge(borrower, first.amount, first.disclosure.hash);
  const other = (await offer(borrower, first.amountMin)).data;
  expect(other.disclosure.acknowledged).toBe(0);
  expect(await push(borrower, other)).toMatchObject({ code: '20109' });
  const neighbour = await hiram.borrower({ state: 'ready' }, 'ph');
  expect((await offer(neighbour)).data.disclosure.acknowledged).toBe(0);
});

test('nobody can change an acknowledgement, not even the database owner', async () => {
  const borrower = await hiram.borrower({ state: 'ready' }, 'in');
  const { data } = await offer(borrower);
  expect(data.disclosure).toMatchObject({ needed: 1, title: 'Key Fact Statement' });
  await acknowledge(borrower, data.amount, data.disclosure.hash);
  const { db } = hiram.server.appContext;
  for (const statement of [
    sql`update disclosure set html_encrypted = 'other'`,
    sql`delete from disclosure`,
    sql`truncate disclosure`,
  ])
    await expect(statement.execute(db)).rejects.toThrow();
});

test('CONF-03 market spec requires no acknowledgement and ticks its box from the start', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const { data } = await offer(borrower);
  expect(data).toMatchObject({ agreementTicked: 1, disclosure: { needed: 0 } });
  expect((await push(borrower, data)).success).toBe(true);
});

test.each(['ph', 'in'] as const)(
  'in %s the statement names everything that the market’s laws require',
  async (name) => {
    const borrower = await hiram.borrower({ state: 'ready' }, name);
    const statement = await page((await offer(borrower)).data.disclosure.url);
    const wanted = markets[name].laws.flatMap((law) => law.statement ?? []);
    expect(wanted.length).toBeGreaterThan(10);
    for (const text of wanted)
      for (const piece of en[text].split(/\{\w+\}/))
        expect(statement, text).toContain(piece.replaceAll("'", '&#39;'));
  },
);

/** Lowers the daily rate of a product by a change as of the brand's file, until the test ends. */
async function changeRate(productId: string): Promise<{ readonly former: number }> {
  const product = await hiram.owner
    .selectFrom('product')
    .selectAll()
    .where('id', '=', asId<'product'>(productId))
    .executeTakeFirstOrThrow();
  const figures = product.terms as { readonly dailyPpm: number };
  const changeTo = (terms: object) =>
    hiram.owner
      .updateTable('product')
      .set({ terms: JSON.stringify(terms) })
      .where('id', '=', product.id)
      .execute();
  await changeTo({ ...figures, dailyPpm: figures.dailyPpm - 1 });
  onTestFinished(async () => void (await changeTo(figures)));
  return { former: figures.dailyPpm };
}

/** The daily rate of the order that an application opened. */
async function rateOf(pushed: Awaited<ReturnType<typeof push>>): Promise<number> {
  const orderId = new URL(pushed.data.lendDetailsUrl, hiram.origin).searchParams.get('orderId') ?? '';
  const { terms } = await orderRowOf(hiram, asId<'order'>(orderId));
  return terms.dailyPpm;
}

test('after a change of the brand’s file only what was acknowledged is lent [T1056]', async () => {
  const borrower = await hiram.borrower({ state: 'ready' }, 'ph');
  const shown = (await offer(borrower)).data;
  await acknowledge(borrower, shown.amount, shown.disclosure.hash);
  const { former } = await changeRate(borrower.productId);
  expect(await push(borrower, shown)).toMatchObject({ code: loanPush.rejections.offerChanged });
  // Another tab shows the new terms: the acknowledgement of the former ones does not count for them.
  const changed = (await offer(borrower)).data;
  expect(changed.disclosure).toMatchObject({ acknowledged: 0 });
  expect(await push(borrower, shown)).toMatchObject({ code: loanPush.rejections.disclosureFirst });
  await acknowledge(borrower, changed.amount, changed.disclosure.hash);
  expect(await rateOf(await push(borrower, changed))).toBe(former - 1);
});

test('in the terms of a statement can be accepted through its last day [T1304]', async () => {
  const borrower = await hiram.borrower({ state: 'ready' }, 'in');
  const lastDay = (text: string) => /through (\d+ \w+ 20\d\d) /.exec(text)?.[1];
  const first = (await offer(borrower)).data;
  const promised = lastDay(await page(first.disclosure.url));
  const { former } = await changeRate(borrower.productId);
  await hiram.days(1);
  onTestFinished(async () => void (await hiram.days(-1)));
  // The next day's statement has the same terms, and promises no day more.
  const again = (await offer(borrower)).data;
  expect(lastDay(await page(again.disclosure.url))).toBe(promised);
  await acknowledge(borrower, again.amount, again.disclosure.hash);
  const pushed = await push(borrower, again);
  expect(await rateOf(pushed)).toBe(former);
  // A repeated tap gets the first answer.
  expect((await push(borrower, again)).data).toEqual(pushed.data);
});

test('in after the last day of a statement the terms of the brand’s file are offered', async () => {
  const borrower = await hiram.borrower({ state: 'ready' }, 'in');
  await offer(borrower);
  const { former } = await changeRate(borrower.productId);
  await hiram.days(10);
  onTestFinished(async () => void (await hiram.days(-10)));
  const { data } = await offer(borrower);
  await acknowledge(borrower, data.amount, data.disclosure.hash);
  expect(await rateOf(await push(borrower, data))).toBe(former - 1);
});

test('in a product that is withdrawn can still be had by a statement that may be accepted', async () => {
  const borrower = await hiram.borrower({ state: 'ready' }, 'in');
  const { data } = await offer(borrower);
  await acknowledge(borrower, data.amount, data.disclosure.hash);
  const other = await hiram.borrower({ state: 'ready' }, 'in');
  const withdraw = (at: Date | null) =>
    hiram.owner
      .updateTable('product')
      .set({ withdrawn_at: at })
      .where('id', '=', asId<'product'>(borrower.productId))
      .execute();
  await withdraw(new Date());
  onTestFinished(async () => void (await withdraw(null)));
  expect((await offer(other)).success).toBe(false);
  expect(await push(borrower, data)).toMatchObject({ success: true });
});
