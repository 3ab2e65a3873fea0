import { randomUUID } from 'node:crypto';
import { waysOut } from '@hiram/contract/arrangement';
import { homeIndex, productApply, productDetail, recommendList } from '@hiram/contract/home';
import { asId } from '@hiram/contract/ids';
import { jointClick, jointFailure, jointProductLink } from '@hiram/contract/joint-login';
import { loanDetails, orderList, recommendedClick } from '@hiram/contract/order';
import { instalmentDetail } from '@hiram/contract/repay';
import { addDays } from '@hiram/loan';
import { formatDate } from '@hiram/loan/format';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { payOn, reverse as takeBack } from '../../../test/support/borrowers/pay-on.ts';
import { type DemoBorrower, everyBrand } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { saveProfile } from '../../lending/borrowers/profile.ts';
import { apply } from '../../lending/origination/apply.ts';
import { loadProduct, termsOf } from '../../lending/origination/products.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';
import { newId } from '../../platform/ids.ts';

const hiram = setUpHiram(everyBrand);

const home = async (borrower: DemoBorrower) => (await hiram.send(homeIndex, {}, borrower.context)).data;
const list = async (borrower: DemoBorrower, input: object = {}) =>
  (await hiram.send(orderList, input, borrower.context)).data;

async function borrowerIdOf(borrower: DemoBorrower): Promise<string> {
  const row = await hiram.server.appContext.db
    .selectFrom('borrower')
    .select('id')
    .where('phone', '=', borrower.phone)
    .executeTakeFirstOrThrow();
  return row.id;
}

test('KEY-02 home shows the products, and the current order with its amount due and its due date', async () => {
  const ready = await home(await hiram.borrower({ state: 'ready' }));
  expect(ready.order).toBeUndefined();
  expect(ready.products.map((product) => product.productName)).toEqual([
    'Salapi Loan',
    'Lakas Loan',
    'Hakbang Loan',
  ]);
  expect(ready.products[0]?.cost).toBe('Every ₱1.000,00 costs ₱154,37 in all');
  const late = await hiram.borrower({ state: '180' });
  const { order } = await home(late);
  const details = await hiram.send(loanDetails, { orderId: late.orderId }, late.context);
  expect(order).toMatchObject({ orderId: late.orderId, status: 180, due: { overdueDays: 2, daysLeft: -2 } });
  expect(order?.due).toEqual(details.data.userOrderDetail.due);
  // What only a borrower without an order is asked or offered is not read while one runs.
  expect(await home(late)).not.toHaveProperty('standing');
  expect(ready).toMatchObject({ standing: 'ready', steps: 3, stepsDone: 3 });
  expect((await home(await hiram.borrower({ state: '200' }))).order).toBeUndefined();
  expect((await home(await hiram.borrower({ state: '21' }))).order?.due).toBeUndefined();
  const refused = await hiram.borrower({ state: '110' });
  const reported = await home(refused);
  expect(reported).toMatchObject({
    otherOrder: { orderId: refused.orderId, noticeMsg: expect.stringMatching(/^You can apply again on \d/) },
  });
  expect(reported.order).toBeUndefined();
  expect(reported.otherOrder).not.toHaveProperty('reason');
  const told = await home(await hiram.borrower({ state: '110' }, 'ph'));
  expect(told.otherOrder).toMatchObject({
    reason: 'The payments would be too large for the income you told us.',
    helps: 'Ask for less, or add an income that you left out.',
  });
  expect(ready.otherOrder).toBeUndefined();
});

test('no page asks for an amount below what every channel takes [T1658]', async () => {
  for (const brand of ['spec', 'ph', 'id', 'in']) {
    const { orderId, context } = await hiram.borrower({ state: '180', kind: 'perPeriod' }, brand);
    const { data } = await hiram.send(instalmentDetail, { orderId }, context);
    const least = Math.min(...data.repayList.map(({ min }) => min));
    expect([brand, data.amountMin]).toEqual([brand, least]);
    expect((await hiram.send(waysOut, { orderId }, context)).data.payPart.min).toBe(least);
  }
});

test('KEY-02 home and product say the limit and the next one in each language [T1613]', async () => {
  for (const [brand, lang, limit, next] of [
    ['ph', 'en', 'Up to ₱5,000 now', 'Up to ₱8,000 after this loan is repaid on time'],
    ['ph', 'fil', 'Hanggang ₱5,000 ngayon', 'Hanggang ₱8,000 kapag nabayaran sa oras ang utang na ito'],
    [
      'id',
      'id',
      'Hingga Rp1.500.000 saat ini',
      'Hingga Rp2.500.000 setelah pinjaman ini dilunasi tepat waktu',
    ],
    ['in', 'en', 'Up to ₹15,000 now', 'Up to ₹25,000 after this loan is repaid on time'],
  ] as const) {
    const borrower = await hiram.borrower({ state: 'ready' }, brand);
    const context = { ...borrower.context, lang };
    const wanted = { limitText: limit, nextLimitText: next };
    const { data } = await hiram.send(homeIndex, {}, context);
    expect(data.offer, `home ${brand} ${lang}`).toMatchObject(wanted);
    // A range is listed with the most that the borrower can have of it.
    expect(data.products[0]?.amountRange, `list ${brand} ${lang}`).toBe(limit);
    const product = await hiram.send(productDetail, { productId: borrower.productId }, context);
    expect(product.data, `product ${brand} ${lang}`).toMatchObject(wanted);
  }
});

test('a product with another prompt opens at the amount that home offers, in the same range [T2710]', async () => {
  const plain = await hiram.borrower({ state: 'ready' }, 'ph');
  const variant = await hiram.borrower({ state: 'ready', with: { kindTips: 0 } }, 'ph');
  expect(variant.productId).not.toBe(plain.productId);
  const { offer } = await home(variant);
  const { data } = await hiram.send(productDetail, { productId: variant.productId }, variant.context);
  expect(data).toMatchObject({
    amount: offer?.amount,
    amountMin: 200_000,
    amountMax: 500_000,
    limitText: offer?.limitText,
  });
});

test('home lists no loan whose least amount is more than the borrower can have [T2713]', async () => {
  const borrower = await hiram.borrower({ state: 'ready' }, 'ph');
  const names = async () => (await home(borrower)).products.map(({ productName }) => productName);
  expect(await names()).toEqual(['Baitang Loan', 'Ambag Loan', 'Akyat Loan']);
  const { db, cipher } = hiram.server.appContext;
  const borrowerId = asId<'borrower'>(await borrowerIdOf(borrower));
  await saveProfile(db, cipher, {
    borrowerId,
    group: 'job',
    data: { monthlyIncome: 200_000 },
    now: new Date(),
  });
  // 40 % of ₱2,000 pays for no payment of ₱5,000.
  expect(await names()).not.toContain('Akyat Loan');
});

test('a refusal names the day that home names, and none once it has come [T2714]', async () => {
  const { orderId, context } = await hiram.borrower({ state: '110' }, 'ph');
  const read = async () => ({
    home: (await hiram.send(homeIndex, {}, context)).data,
    refusal: (await hiram.send(loanDetails, { orderId }, context)).data.refusal,
  });
  const setDay = (date: string) =>
    hiram.operator
      .updateTable('loan_order')
      .set({ apply_again_on: date })
      .where('id', '=', asId<'order'>(orderId))
      .execute();
  const today = await hiram.server.appContext.clock.today(hiram.operator, 'Asia/Manila');
  const later = await read();
  expect(later.refusal).toMatchObject({ canRemind: 1 });
  expect(later.home.otherOrder?.noticeMsg).toContain(formatDate(later.refusal?.applyFrom ?? '', 'en'));
  await setDay(addDays(today, -3));
  const now = await read();
  expect(now.home).not.toHaveProperty('otherOrder');
  expect(now.refusal).toMatchObject({ canRemind: 0, applyFrom: today });
});

test('home says of a late decision and of a late payout what the order’s page says [T2715]', async () => {
  const { db } = hiram.server.appContext;
  const shown = async ({ orderId, context }: DemoBorrower) => {
    const { order } = (await hiram.send(homeIndex, {}, context)).data;
    const { data } = await hiram.send(loanDetails, { orderId }, context);
    expect(order?.notice).toEqual({ title: data.noticeStatusText, text: data.noticeDesText });
    expect(order?.statusText).toBe(data.noticeStatusText);
    return order?.notice?.text;
  };
  const yesterday = addDays(await hiram.server.appContext.clock.today(db, 'Asia/Manila'), -1);
  const applied = await hiram.borrower({ state: '21', with: { referred: 1 } }, 'ph');
  expect(await shown(applied)).toMatch(/^You will have our decision by /);
  const inTime = await hiram.borrower({ state: '151', with: { inside: 0 } }, 'ph');
  expect(await shown(inTime)).toMatch(/ goes to your account ending in /);
  await hiram.operator
    .updateTable('loan_order')
    .set({ decide_by: yesterday, credit_by: yesterday })
    .where('id', 'in', [asId<'order'>(applied.orderId), asId<'order'>(inTime.orderId)])
    .execute();
  expect(await shown(applied)).toMatch(/^Our decision takes longer than we promised/);
  expect((await home(applied)).order?.statusText).toBe('We are late, and we are sorry');
  expect(await shown(inTime)).toMatch(/longer/);
});

test('home and order say that a payment was taken back, what it means and what to do [T2716]', async () => {
  const borrower = await hiram.borrower({ state: '174' }, 'ph');
  const { orderId, context } = borrower;
  const day = await hiram.server.appContext.clock.today(hiram.operator, 'Asia/Manila');
  await takeBack(hiram, borrower, await payOn(hiram, borrower, 10_000, day), day);
  const { data } = await hiram.send(loanDetails, { orderId }, context);
  expect(data).toMatchObject({ noticeStatusText: 'A payment was taken back', reversed: 1 });
  expect(data.noticeDesText).toContain('Pay it again by then.');
  const { order } = (await hiram.send(homeIndex, {}, context)).data;
  expect(order?.notice).toEqual({ title: data.noticeStatusText, text: data.noticeDesText });
  await payOn(hiram, borrower, 10_000, day);
  expect((await hiram.send(homeIndex, {}, context)).data.order).not.toHaveProperty('notice');
  expect((await hiram.send(loanDetails, { orderId }, context)).data).not.toHaveProperty('reversed');
});

test('home and product offer no amount that the certified income does not pay for [T1983]', async () => {
  const borrower = await hiram.borrower({ state: 'ready' }, 'id');
  const borrowerId = asId<'borrower'>(await borrowerIdOf(borrower));
  const { db, cipher } = hiram.server.appContext;
  const shownFor = async (monthlyIncome: number) => {
    const job = { borrowerId, group: 'job', data: { monthlyIncome }, now: new Date() } as const;
    await saveProfile(db, cipher, job);
    const { offer } = (await hiram.send(homeIndex, {}, borrower.context)).data;
    const { data } = await hiram.send(productDetail, { productId: borrower.productId }, borrower.context);
    expect([data.amount, data.amountMax, data.limitText]).toEqual([
      offer?.amount,
      offer?.amountMax,
      offer?.limitText,
    ]);
    return offer;
  };
  // 30 % of Rp1,000,000; of Rp1,200,000 an instalment is more.
  const byIncome = await shownFor(100_000_000);
  expect(byIncome).toMatchObject({
    amount: 110_000_000,
    amountMax: 110_000_000,
    limitText: expect.stringContaining('Rp1.100.000'),
  });
  expect(byIncome).not.toHaveProperty('nextLimitText');
  expect(byIncome?.repayment).toBeLessThanOrEqual(30_000_000);
  // Nothing fits: the least amount, and no limit.
  const least = await shownFor(10_000_000);
  expect(least).toMatchObject({ amount: 50_000_000 });
  expect(least).not.toHaveProperty('limitText');
});

test('the offered amount leaves room for the debts that a fresh report of the bureau names [T2073]', async () => {
  const borrower = await hiram.borrower({ state: '200' }, 'id');
  const borrower_id = asId<'borrower'>(await borrowerIdOf(borrower));
  const { db, brands, cipher, clock, matcher } = hiram.server.appContext;
  const [fullName, birthDate] = ['Siti Rahayu', '1990-05-17'];
  const data = { fullName, birthDate, monthlyIncome: 100_000_000 };
  await saveProfile(db, cipher, { borrowerId: borrower_id, group: 'job', data, now: clock.now() });
  const amount = async () => (await home(borrower)).offer?.amount;
  expect(await amount()).toBe(110_000_000);
  const found = { found: true, monthlyDebtService: 10_000_000 };
  await hiram.owner
    .insertInto('bureau_report')
    .values({
      borrower_id,
      id: newId<'bureauReport'>(),
      brand: 'id',
      order_id: asId(borrower.orderId),
      person_digest: matcher.digest('person', 'id', `bureau siti rahayu ${birthDate}`),
      asked_at: clock.now(),
      asked_on: await clock.today(db, brands.get('id')?.timeZone ?? ''),
      answered_at: clock.now(),
      encrypted: cipher.encrypt(JSON.stringify(found)),
      bureau_reference: 'CIC-1',
      price: 0,
    })
    .execute();
  expect(await amount()).toBe(70_000_000);
});

test('KEY-02 a product’s example shows amount received, each charge, total, rates, plan and late costs', async () => {
  const borrower = await hiram.borrower({ state: 'ready', kind: 'single' });
  const { data } = await hiram.send(productDetail, { productId: borrower.productId }, borrower.context);
  expect(data).toMatchObject({ amount: 500_000, netProceeds: 490_000, totalCost: 78_250, next: 'confirm' });
  const rows = new Map(data.example.rows.map((row) => [row.text, row]));
  expect(rows.get('You receive')?.value).toBe('₱4.900,00');
  expect(rows.get('Interest')).toMatchObject({
    value: '₱682,50',
    note: '0.15% a day on what you still owe.',
  });
  expect(rows.get('Processing fee')).toMatchObject({ value: '₱100,00' });
  expect(rows.get('You pay back')?.value).toBe('₱5.682,50');
  expect(rows.get('Interest and fees')?.value).toBe('₱782,50');
  expect(rows.get('Nominal rate, 30 days')?.value).toBe('4.5%');
  // (5682.50 / 4900)^(30/91) − 1 and, for a year, ^(365/91) − 1.
  expect(rows.get('Effective rate, 30 days')?.value).toBe('5.01%');
  expect(rows.get('Effective rate, one year')?.value).toBe('81.17%');
  expect(data.repay_plans).toEqual([
    expect.objectContaining({ periodNo: 1, amount: 568_250, principal: 500_000, interest: 68_250 }),
  ]);
  expect(data.late.rows.map((row) => [row.text, row.value])).toEqual([
    ['Late interest, days 1 to 30', '5% a day'],
    ['Late interest, days 31 to 90', '4% a day'],
    ['Late interest from day 91', '2% a day'],
    ['One-time penalty', '₱1.000,00'],
    // 10 days × 5% of 5,682.50, and the penalty.
    ['Example: 10 days late with the first payment', '₱3.841,25'],
  ]);
});

test('KEY-02 the example follows the amount within the product’s range and step', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const ask = (amount: number) =>
    hiram.send(productDetail, { productId: borrower.productId, amount }, borrower.context);
  const { data } = await ask(200_000);
  expect(data).toMatchObject({ amount: 200_000, netProceeds: 200_000 });
  expect(data.repay_plans.reduce((sum, row) => sum + row.principal, 0)).toBe(200_000);
  expect(data.repay_plans.reduce((sum, row) => sum + row.interest, 0)).toBe(data.totalCost);
  for (const amount of [150_000, 200_001, 5_050_000])
    expect(await ask(amount)).toMatchObject({ status: 200, code: '20105', field: 'amount' });
  expect((await ask(150_000)).message).toContain('₱2.000,00 to ₱50.000,00');
});

test('KEY-02 a repeat client sees the penalty for repeat clients', async () => {
  const borrower = await hiram.borrower({ state: '200' });
  const { data } = await hiram.send(productDetail, { productId: borrower.productId }, borrower.context);
  expect(data.late.rows.find((row) => row.text === 'One-time penalty')?.value).toBe('₱800,00');
});

test('KEY-02 applying leads to the confirmation with the amount [T112]', async () => {
  const ready = await hiram.borrower({ state: 'ready' });
  const to = (borrower: DemoBorrower, input: object = {}) =>
    hiram.send(productApply, { productId: borrower.productId, ...input }, borrower.context);
  expect((await to(ready)).data.url).toBe(`/loanConfirmPeriod?productId=${ready.productId}`);
  expect((await to(ready, { amount: 250_000 })).data.url).toContain('&amount=250000');
  expect(await to(ready, { amount: 250_001 })).toMatchObject({ code: '20105', field: 'amount' });
  const fresh = await hiram.borrower({ state: 'new' });
  expect(await to(fresh)).toMatchObject({ code: '20102' });
  expect((await hiram.send(productDetail, { productId: fresh.productId }, fresh.context)).data.next).toBe(
    'certify',
  );
  const running = await hiram.borrower({ state: '170' });
  expect(await to(running)).toMatchObject({ code: '20103' });
  const detail = await hiram.send(productDetail, { productId: running.productId }, running.context);
  expect(detail.data).toMatchObject({ next: 'order', orderId: running.orderId });
  const unknownProduct = await hiram.send(productDetail, { productId: randomUUID() }, ready.context);
  expect(unknownProduct).toMatchObject({ status: 404, code: '40400' });
});

test('KEY-05 KEY-11 each tab of the order list has its orders with the amount due', async () => {
  for (const [state, tabs] of [
    ['21', ['all', 'running']],
    ['110', ['all']],
    ['151', ['all', 'running']],
    ['170', ['all', 'running']],
    ['174', ['all', 'running', 'due']],
    ['180', ['all', 'running', 'due']],
    ['200', ['all', 'settled']],
  ] as const) {
    const borrower = await hiram.borrower({ state });
    for (const tab of ['all', 'running', 'due', 'settled'] as const) {
      const answer = await list(borrower, { tab });
      const found = tabs.some((item) => item === tab);
      expect([state, tab, answer.list.map((item) => item.orderNo)]).toEqual([
        state,
        tab,
        found ? [borrower.orderId] : [],
      ]);
      if (found)
        expect(answer.list[0]).toMatchObject({ status: Number(state), productId: borrower.productId });
    }
  }
  const late = await hiram.borrower({ state: '180' });
  expect((await list(late)).list[0]).toMatchObject({
    statusText: 'Late',
    amount: 1_200_000,
    due: { overdueDays: 2 },
  });
  expect((await list(await hiram.borrower({ state: 'new' }))).list).toEqual([]);
  for (const name of ['orderNo', 'productId', 'periodNo', 'dueTime', 'overdueDays'])
    expect([name, typeof hiram.server.appContext.mask.table[name]]).toEqual([name, 'string']);
  expect(await hiram.send(orderList, { tab: 'mine' }, late.context)).toMatchObject({
    status: 400,
    field: 'tab',
  });
});

test('KEY-05 a long list comes in pages, newest first, each order once, by an index', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const borrowerId = await borrowerIdOf(borrower);
  const { appContext } = hiram.server;
  const brand = appContext.defaultBrand;
  const today = await appContext.clock.today(appContext.db, brand.timeZone);
  const product = await loadProduct(appContext.db, brand, borrower.productId);
  const { cents } = await import('@hiram/loan');
  const amount = cents(product.row.amount_offered);
  const terms = termsOf(brand, product, amount, 'new');
  const links: string[] = [];
  for (let index = 0; index < 45; index += 1)
    await inTransaction(appContext.db, async (trx) => {
      const id = await apply(trx, appContext.jobs, brand, {
        borrowerId: asId(borrowerId),
        offer: { product, amount, client: 'new', terms },
        today,
        now: appContext.clock.now(),
        decideByHand: true,
      });
      await trx.updateTable('loan_order').set({ status: 'rejected' }).where('id', '=', id).execute();
      links.unshift(id);
    });
  const seen: string[] = [];
  let after: string | undefined;
  const sizes: number[] = [];
  do {
    const page = await list(borrower, after === undefined ? {} : { after });
    sizes.push(page.list.length);
    seen.push(...page.list.map((item) => item.orderNo));
    after = page.next;
  } while (after !== undefined);
  expect(sizes).toEqual([20, 20, 5]);
  expect(seen).toEqual(links);
  expect(await hiram.send(orderList, { after: 'nothing' }, borrower.context)).toMatchObject({ status: 404 });

  const plan = await inTransaction(appContext.db, async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    await sql`set local enable_sort = off`.execute(trx);
    const explained = await sql<Record<string, string>>`
      explain select * from loan_order where borrower_id = ${borrowerId} and id < ${links[9] ?? ''}
      order by id desc limit 21`.execute(trx);
    return explained.rows.map((row) => Object.values(row)[0]).join('\n');
  });
  expect(plan).toContain('Index Scan Backward using loan_order_pkey');
  expect(plan).not.toContain('Sort');
});

test('KEY-05 nobody sees another borrower’s orders, also with such an order as the page key', async () => {
  const [mine, other] = await Promise.all([
    hiram.borrower({ state: '170' }),
    hiram.borrower({ state: '170' }),
  ]);
  const answer = await list(mine, { after: other.orderId });
  expect(answer.list.every((item) => item.orderNo === mine.orderId)).toBe(true);
});

test('JLF-01 a partner’s failed sign-in shows the notice, the error and the recommended products', async () => {
  const borrower = await hiram.borrower({ state: '170', with: { jointFailure: 1 } });
  for (const input of [
    {},
    { orderId: borrower.orderId },
    { productId: borrower.productId, orderId: borrower.orderId },
  ]) {
    const { data } = await hiram.send(jointFailure, input, borrower.context);
    expect(data).toMatchObject({
      noticeMsg: 'Tulay Cash could not sign you in',
      errorMsg: expect.stringContaining('does not answer'),
      retry: 'tulay',
    });
    // Neither the partner whose sign-in failed, nor our own products while a loan is running.
    expect(data.recProducts.map((recProduct) => [recProduct.key, recProduct.globally])).toEqual([
      ['bayanihan', 0],
    ]);
  }
});

test('JLF-01 a partner reports a failed sign-in by a signed message, once', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const reportFailure = (change: object = {}) =>
    hiram.report({
      kind: 'jointLogin',
      id: 'joint-1',
      reference: borrower.orderId,
      partner: 'bayanihan',
      reason: 'rejected',
      ...change,
    });
  const before = await hiram.send(jointFailure, { orderId: borrower.orderId }, borrower.context);
  expect(before.data).toMatchObject({
    noticeMsg: 'Our partner could not sign you in',
    errorMsg: expect.stringContaining('did not say why'),
  });
  expect(await reportFailure()).toMatchObject({ outcome: 'done' });
  expect(await reportFailure()).toMatchObject({ outcome: 'repeated' });
  expect(await reportFailure({ id: 'joint-2', reference: randomUUID() })).toMatchObject({
    outcome: 'unknown',
  });
  expect((await reportFailure({ id: 'joint-3', reason: 'bored' })).status).toBe(400);
  const { data } = await hiram.send(jointFailure, { orderId: borrower.orderId }, borrower.context);
  expect(data).toMatchObject({
    noticeMsg: 'Bayanihan Credit could not sign you in',
    errorMsg: expect.stringContaining('take no new borrowers'),
  });
  expect(data).not.toHaveProperty('retry');
  const rows = await hiram.server.appContext.db
    .selectFrom('joint_login_failure')
    .selectAll()
    .where('order_id', '=', borrower.orderId)
    .execute();
  expect(rows).toHaveLength(1);
  const other = await hiram.borrower({ state: 'ready' });
  const strip = ({ headers: _, ...answer }: Awaited<ReturnType<typeof hiram.send>>) => answer;
  const foreign = strip(await hiram.send(jointFailure, { orderId: borrower.orderId }, other.context));
  expect(foreign).toMatchObject({ status: 404, code: '40400' });
  expect(foreign).toEqual(strip(await hiram.send(jointFailure, { orderId: randomUUID() }, other.context)));
});

test('JLF-02 JLF-03 a tap is counted and returns its link, but not of a closed or unknown product', async () => {
  const borrower = await hiram.borrower({
    state: 'ready',
    with: { jointFailure: 1, globally: 0, recProducts: 2 },
  });
  const click = (key: string) =>
    hiram.send(jointClick, { moduleId: 32, positionId: 1, key }, borrower.context);
  const link = (key: string) => hiram.send(jointProductLink, { key }, borrower.context);
  const counted = async () =>
    (
      await hiram.server.appContext.db
        .selectFrom('tracking_event')
        .select(['module_id', 'position_id', 'product_id'])
        .where('borrower_id', '=', asId(await borrowerIdOf(borrower)))
        .execute()
    ).length;
  // The first product is closed to this borrower although the brand offers it. The third is not shown to
  // them.
  for (const key of ['hakbang', 'bayanihan', 'nothing']) {
    expect(await click(key)).toMatchObject({ status: 200, code: '30301', field: 'key' });
    expect(await link(key)).toMatchObject({ status: 200, code: '30301', field: 'key' });
    const answer = await hiram.send(recommendedClick, { mo: 31, po: 0, ke: key }, borrower.context);
    expect(answer).toMatchObject({ code: '30301' });
  }
  expect(await counted()).toBe(0);
  expect(await click('tulay')).toMatchObject({ success: true });
  expect(await counted()).toBe(1);
  const url = new URL((await link('tulay')).data.url);
  expect(url.host).toBe('partner.hiram.example');
  expect(url.searchParams.get('sessionId')).toBe(borrower.context.sessionId);
});

test('KEY-02 the product page also lists partners’ products that accept this borrower', async () => {
  const borrower = await hiram.borrower({ state: 'ready', with: { recProducts: 2 } });
  const { data } = await hiram.send(recommendList, {}, borrower.context);
  expect(data.recProducts.map((recProduct) => recProduct.key)).toEqual(['hakbang', 'tulay']);
});

test('outside the specification’s market no offer is closed, and none is beside an order before the money [T2307]', async () => {
  const borrower = await hiram.borrower({ state: '21' }, 'ph');
  const { data } = await hiram.send(recommendList, {}, borrower.context);
  expect(data.recProducts.map(({ key, globally }) => [key, globally])).toEqual([['pasulong', 1]]);
  const details = await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context);
  expect(details.data.recProducts).toEqual([]);
});

test('a recommended loan of ours names the most that a first loan can be, not its range [T2741]', async () => {
  const { context } = await hiram.borrower({ state: 'ready' }, 'ph');
  const { data } = await hiram.send(recommendList, {}, context);
  expect(data.recProducts.map(({ key, amountRange }) => [key, amountRange])).toEqual([
    ['akyat', 'Up to ₱10,000 now'],
    ['pasulong', '₱3,000 – ₱20,000'],
  ]);
});

test('a recommended loan of ours says what it costs, and a partner’s that its whole cost is not known [T3459]', async () => {
  const { context } = await hiram.borrower({ state: 'ready' }, 'ph');
  const { data } = await hiram.send(recommendList, {}, context);
  const words = new Map(data.recProducts.map(({ key, cost }) => [key, cost]));
  expect(words.get('akyat')).toBe('Every ₱1,000 costs ₱172.03 in all');
  expect(words.get('pasulong')).toBe('They have not told us the whole cost: ask for it before you agree.');
});

test('KEY-02 home says of an approved loan what its own page says: where to send it, or that it is on its way [T2766]', async () => {
  const titles = [];
  for (const options of [{ cardNeedPop: 1 }, { inside: 0 }] as const) {
    const borrower = await hiram.borrower({ state: '151', with: options });
    const { order } = await home(borrower);
    const details = await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context);
    expect(order?.statusText).toBe(details.data.noticeStatusText);
    titles.push(order?.statusText);
  }
  expect(titles).toEqual(['Your loan is approved', 'Your money is on its way']);
});

test('home says of an order what it waits for from its borrower, with the words of its page [T3824]', async () => {
  const shown = async ({ orderId, productId, context }: DemoBorrower) => {
    const { order } = (await hiram.send(homeIndex, {}, context)).data;
    const { data } = await hiram.send(loanDetails, { orderId }, context);
    expect(order?.notice).toEqual({ title: data.noticeStatusText, text: data.noticeDesText });
    const product = await hiram.send(productDetail, { productId }, context);
    return [order?.step, product.data.isApplied];
  };
  const applied = await hiram.borrower({ state: '21', with: { referred: 1 } }, 'ph');
  expect(await shown(applied)).toEqual([undefined, 1]);
  await hiram.operator
    .updateTable('review')
    .set({ corrections: ['name'], corrections_requested_at: new Date() })
    .where('order_id', '=', asId<'order'>(applied.orderId))
    .execute();
  expect(await shown(applied)).toEqual(['Correct it now', 1]);
  expect(await shown(await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } }, 'ph'))).toEqual([
    'Choose account',
    undefined,
  ]);
  expect(await shown(await hiram.borrower({ state: '151', with: { inside: 1 } }, 'ph'))).toEqual([
    'Get my money',
    undefined,
  ]);
  expect(await shown(await hiram.borrower({ state: '151', with: { inside: 0 } }, 'ph'))).toEqual([
    undefined,
    undefined,
  ]);
});

test('a refused borrower is shown their limit from the day on which they can apply again [T3826]', async () => {
  const { context, productId } = await hiram.borrower({ state: '110' }, 'ph');
  const { data } = await hiram.send(productDetail, { productId }, context);
  expect(data.next).toBe('wait');
  expect(data.limitText).toBe(`Up to ₱2,500 from ${formatDate(data.applyFrom ?? '', 'en')}`);
});
