import { randomUUID } from 'node:crypto';
import { bindCardFromOrder, cardInit } from '@hiram/contract/bank';
import { confirmDetail, contractJump, contractList, loanPush, maskedConfirm } from '@hiram/contract/confirm';
import { asId, type OrderId } from '@hiram/contract/ids';
import { storedContracts } from '@hiram/contract/info';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { codeStatus, instalmentDetail, payCode } from '@hiram/contract/repay';
import { sandboxPay, sandboxPayout } from '@hiram/contract/sandbox';
import { orderNumber } from '@hiram/loan/format';
import { expect, test } from 'vitest';
import { balances } from '../src/lending/ledger/ledger.ts';
import { readText } from '../src/lending/origination/agreements/agreed-text.ts';
import { viewToken } from '../src/lending/origination/agreements/agreements.ts';
import { bindAgain } from './support/borrowers/bind-again.ts';
import { borrowerIdOf } from './support/database/rows.ts';
import type { DemoBorrower } from './support/processes/running-server.ts';
import { setUpHiram } from './support/processes/set-up.ts';

const hiram = setUpHiram();

const details = (borrower: DemoBorrower) =>
  hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context);
const wallet = {
  cardType: 2,
  walletCode: 'GXCHPHM2',
  walletNumber: '09171234567',
  holderName: 'Maria Santos',
};

async function push(borrower: DemoBorrower) {
  const { data } = await hiram.send(confirmDetail, { productId: borrower.productId }, borrower.context);
  return hiram.send(
    loanPush,
    { amount: data.amount, periods: data.periods, termUnit: 'day', productId: borrower.productId },
    borrower.context,
  );
}

function orderOf(url: string): OrderId {
  return asId(new URL(url, hiram.origin).searchParams.get('orderId') ?? '');
}

async function pay(
  borrower: DemoBorrower,
  options: { amount?: number; date?: string; channel?: string } = {},
) {
  const bill = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  const code = await hiram.send(
    payCode,
    { orderId: borrower.orderId, amount: bill.data.repayAmount, channelNumber: options.channel ?? '10001' },
    borrower.context,
  );
  expect(code).toMatchObject({ success: true });
  const text = new URL(code.data.payUrl, hiram.origin).searchParams.get('payCode') ?? '';
  const paid = await hiram.send(sandboxPay, {
    payCode: text,
    ...(options.amount ? { amount: options.amount } : {}),
    ...(options.date ? { date: options.date } : {}),
  });
  return { text, paid, bill: bill.data };
}

for (const kind of ['perPeriod', 'single'] as const)
  test(`the main job: confirm, bind, withdraw, repay, settled (${kind})`, async () => {
    const ready = await hiram.borrower({ state: 'ready', kind });
    const pushed = await push(ready);
    const borrower = { ...ready, orderId: orderOf(pushed.data.lendDetailsUrl) };
    await hiram.until(
      () => details(borrower),
      (answer) => answer.data.orderStatus === 151,
    );
    expect((await details(borrower)).data).toMatchObject({ cardNeedPop: 1, inside: 0 });
    expect(await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context)).toMatchObject({
      success: false,
      code: '30102',
    });
    expect(
      (await hiram.send(cardInit, { product_id: borrower.productId }, borrower.context)).data.items.length,
    ).toBeGreaterThan(3);
    expect(
      await hiram.send(bindCardFromOrder, { ...wallet, product_id: borrower.productId }, borrower.context),
    ).toMatchObject({ success: true });
    expect((await details(borrower)).data).toMatchObject({ inside: 1, cardNeedPop: 0 });
    await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context);
    await hiram.until(
      () => details(borrower),
      (answer) => answer.data.orderStatus === 170,
    );
    if (kind === 'single') {
      // TERM-03: no payment is accepted before day 46 of 91, and the page shows the first day.
      const early = await hiram.send(
        payCode,
        { orderId: borrower.orderId, amount: 100_000, channelNumber: '10001' },
        borrower.context,
      );
      expect(early).toMatchObject({ success: false, code: '40102' });
      await hiram.days(91);
      await pay(borrower);
    } else for (let repayment = 0; repayment < 4; repayment += 1) await pay(borrower);
    expect((await details(borrower)).data).toMatchObject({ orderStatus: 200, isScore: 1 });
    const sums = await balances(hiram.server.appContext.db, {
      borrowerId: await borrowerOf(borrower),
      orderId: borrower.orderId,
    });
    expect([...sums.values()].reduce((total, amount) => total + amount, 0)).toBe(0);
    expect(sums.get('loan:principal') ?? 0).toBe(0);
    expect(sums.get('clearing:payout') ?? 0).toBe(0);
    const again = await hiram.send(confirmDetail, { productId: borrower.productId }, borrower.context);
    expect(again).toMatchObject({ success: true });
  });

const borrowerOf = (borrower: DemoBorrower) => borrowerIdOf(hiram, borrower.orderId);

test('a double tap on Next has one effect and one answer: with a key, without one, in parallel [T073]', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const key = randomUUID();
  const body = { amount: 1_200_000, periods: 120, termUnit: 'day', productId: borrower.productId } as const;
  const once = () => hiram.send(loanPush, body, borrower.context, { key });
  const unnamed = () => hiram.send(loanPush, body, borrower.context);
  const [first, ...others] = await Promise.all([once(), once(), unnamed(), unnamed()]);
  for (const other of others) expect(other.data).toEqual(first?.data);
  const rows = await hiram.server.appContext.db
    .selectFrom('loan_order')
    .select('id')
    .where('id', '=', asId(orderOf(first?.data.lendDetailsUrl ?? '')))
    .execute();
  expect(rows).toHaveLength(1);
});

test('push: another amount under the same key is a conflict', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const key = randomUUID();
  const body = { amount: 1_200_000, periods: 120, termUnit: 'day' as const, productId: borrower.productId };
  expect(await hiram.send(loanPush, body, borrower.context, { key })).toMatchObject({ success: true });
  expect(await hiram.send(loanPush, { ...body, amount: 1_000_000 }, borrower.context, { key })).toMatchObject(
    {
      status: 409,
      code: '40900',
    },
  );
  expect(await hiram.send(loanPush, { ...body, amount: 1_000_000 }, borrower.context)).toMatchObject({
    success: false,
    code: '20103',
  });
});

test('push: an amount off the range or step, and another term, are rejected at the field [T114]', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const body = { amount: 1_200_000, periods: 120, termUnit: 'day' as const, productId: borrower.productId };
  for (const amount of [100, 99_999_999, 1_200_001])
    expect(await hiram.send(loanPush, { ...body, amount }, borrower.context)).toMatchObject({
      success: false,
      code: '20105',
      field: 'amount',
    });
  expect(await hiram.send(loanPush, { ...body, periods: 91 }, borrower.context)).toMatchObject({
    success: false,
    code: '20107',
    field: 'periods',
  });
});

test('push: a product that is withdrawn or changed after the detail is rejected', async () => {
  const borrower = await hiram.borrower({ state: 'ready', with: { isPopType: 1, kindTips: 0 } });
  const { data } = await hiram.send(confirmDetail, { productId: borrower.productId }, borrower.context);
  const { db } = hiram.server.appContext;
  const body = {
    amount: data.amount,
    periods: data.periods,
    termUnit: 'day' as const,
    productId: borrower.productId,
  };
  const product = await db
    .selectFrom('product')
    .select('terms')
    .where('id', '=', borrower.productId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('product')
    .set({ terms: JSON.stringify({ ...(product.terms as object), dailyPpm: 1900 }) })
    .where('id', '=', borrower.productId)
    .execute();
  expect(await hiram.send(loanPush, body, borrower.context)).toMatchObject({ success: false, code: '20108' });
  await db
    .updateTable('product')
    .set({ withdrawn_at: new Date() })
    .where('id', '=', borrower.productId)
    .execute();
  expect(await hiram.send(loanPush, body, borrower.context)).toMatchObject({ success: false, code: '20101' });
});

test('CONF-04 CONF-05 agreements are listed by title, and each opens with the loan’s own figures', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const list = await hiram.send(contractList, { productId: borrower.productId, scene: 3 }, borrower.context);
  expect(list.data.list.map((item) => item.title)).toEqual(['Loan Agreement', 'Disclosure Statement']);
  const { data } = await hiram.send(
    contractJump,
    { productId: borrower.productId, scene: 3, position: 1, orderId: '', amount: 1_000_000 },
    borrower.context,
  );
  const page = await fetch(hiram.origin + data.contract_url);
  expect(await page.text()).toContain('₱10.000,00');
  expect((await fetch(`${hiram.origin}${data.contract_url}x`)).status).toBe(404);
});

test('CONF-04 KEY-06 both agreements name the borrower, and the loan agreement its order', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const { productId } = borrower;
  const agreementAt = async (position: number) => {
    const { data } = await hiram.send(contractJump, { productId, scene: 3, position }, borrower.context);
    return (await fetch(hiram.origin + data.contract_url)).text();
  };
  for (const position of [0, 1]) expect(await agreementAt(position)).toContain('<dd>Maria Santos</dd>');
  expect(await agreementAt(0)).not.toContain('Loan number');
  const { data } = await hiram.send(confirmDetail, { productId }, borrower.context);
  const { amount, periods, termUnit } = data;
  await hiram.send(loanPush, { productId, amount, periods, termUnit }, borrower.context);
  const { id, ...stored } = await hiram.server.appContext.db
    .selectFrom('loan_order')
    .innerJoin('agreement', 'agreement.order_id', 'loan_order.id')
    .select(['loan_order.id', 'agreement.html_encrypted', 'agreement.sha256'])
    .where('loan_order.product_id', '=', productId)
    .where('agreement.position', '=', 0)
    .orderBy('loan_order.id', 'desc')
    .executeTakeFirstOrThrow();
  const html = readText(hiram.server.appContext, 'spec', stored);
  expect(html).toContain('<td>Borrower</td><td>Maria Santos</td>');
  expect(html).toContain(`<td>Loan number</td><td>${orderNumber(id)}</td>`);
  // The PDF is rendered from the stored text itself.
  const { list } = (await hiram.send(storedContracts, { orderId: id }, borrower.context)).data;
  const page = await (await fetch(hiram.origin + (list[0]?.viewUrl ?? ''))).text();
  expect(page).toContain(id);
});

test('a page that names a borrower before an order exists expires after a day', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const { appContext } = hiram.server;
  const { id } = await appContext.db
    .selectFrom('borrower')
    .select('id')
    .where('phone', '=', borrower.phone)
    .executeTakeFirstOrThrow();
  const view = {
    productId: borrower.productId,
    amount: 1_000_000,
    client: 'new',
    position: 0,
    lang: 'en',
    from: '2026-01-01',
  } as const;
  const status = async (until: number) => {
    const token = viewToken(appContext.cipher, { ...view, named: { borrowerId: id, until } });
    return (await fetch(`${hiram.origin}/api/agreement/${token}`)).status;
  };
  expect(await status(Date.now() + 60_000)).toBe(200);
  expect(await status(Date.now() - 1)).toBe(404);
});

test('CONF-05 a signature for another purpose opens no agreement', async () => {
  const { cipher } = hiram.server.appContext;
  const borrower = await hiram.borrower({ state: 'ready' });
  const { data } = await hiram.send(confirmDetail, { productId: borrower.productId }, borrower.context);
  const view = { productId: borrower.productId, amount: data.amountMin, client: 'new', position: 0 } as const;
  const token = viewToken(cipher, { ...view, lang: 'en', from: '2026-01-01' });
  const status = async (agreementToken: string) =>
    (await fetch(`${hiram.origin}/api/agreement/${agreementToken}`)).status;
  expect(await status(token)).toBe(200);
  const [body = ''] = token.split('.');
  for (const purpose of ['', 'picture ', 'contract ', 'repay '])
    expect([purpose, await status(`${body}.${cipher.sign(purpose + body)}`)]).toEqual([purpose, 404]);
});

test('CONF-05 an agreement is signed for an offered amount and for no other [T115]', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const jump = (amount: number) =>
    hiram.send(
      contractJump,
      { productId: borrower.productId, scene: 3, position: 0, amount },
      borrower.context,
    );
  const { data } = await hiram.send(confirmDetail, { productId: borrower.productId }, borrower.context);
  const { amountMin, amountMax, amountStep } = data;
  for (const amount of [
    Number.MAX_SAFE_INTEGER,
    1e15,
    amountMax + amountStep,
    amountMax + 1,
    amountMin + 1,
    amountMin - amountStep,
    1,
  ])
    expect([amount, await jump(amount)]).toMatchObject([
      amount,
      { status: 200, success: false, code: '20105', field: 'amount' },
    ]);
  for (const amount of [amountMin, amountMax]) {
    const answer = await jump(amount);
    expect((await fetch(hiram.origin + answer.data.contract_url)).status).toBe(200);
  }
  // A URL that was signed before URLs expired gets the same answer as an unknown one.
  const { cipher } = hiram.server.appContext;
  const view = {
    productId: borrower.productId,
    client: 'new',
    position: 0,
    lang: 'en',
    from: '2026-01-01',
  } as const;
  for (const amount of [Number.MAX_SAFE_INTEGER, amountMax + 1]) {
    const token = viewToken(cipher, { ...view, amount });
    expect((await fetch(`${hiram.origin}/api/agreement/${token}`)).status).toBe(404);
  }
});

test('CONF-09 NET-07 the four calls work under obfuscated names', async () => {
  const borrower = await hiram.borrower({ state: 'ready' });
  const { table } = hiram.server.appContext.mask;
  // Masked names are data here, so the answer is parsed as plain JSON.
  const ask = async (
    path: string,
    body: Record<string, unknown>,
  ): Promise<Record<string, Record<string, unknown>>> => {
    const masked = Object.fromEntries(Object.entries(body).map(([name, value]) => [table[name], value]));
    const url = `${hiram.origin}/api${path}?${new URLSearchParams({ ...borrower.context })}`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(masked),
    });
    return JSON.parse(await response.text());
  };
  const name = (field: string) => table[field] ?? '';
  const detail = await ask(maskedConfirm.detail.path, { productId: borrower.productId });
  expect(detail[name('code')]).toBe('00');
  expect(detail).not.toHaveProperty('data');
  expect(detail[name('data')]?.[name('amount')]).toBe(1_200_000);
  const plain = await hiram.send(maskedConfirm.detail, { productId: borrower.productId }, borrower.context);
  expect(plain).toMatchObject({ status: 400 });
  expect(
    (await ask(maskedConfirm.list.path, { productId: borrower.productId, scene: 3 }))[name('data')]?.[
      name('list')
    ],
  ).toHaveLength(2);
  expect(
    (await ask(maskedConfirm.jump.path, { productId: borrower.productId, scene: 3, position: 0 }))[
      name('data')
    ]?.[name('contract_url')],
  ).toMatch(/^\/api\/agreement\//);
  const pushed = await ask(maskedConfirm.push.path, {
    amount: 1_200_000,
    periods: 120,
    termUnit: 'day',
    productId: borrower.productId,
  });
  expect(pushed[name('data')]?.[name('lendDetailsUrl')]).toMatch(/^\/order\?/);
});

test('after a rejected payout the borrower binds another account, and the money arrives [T200]', async () => {
  const borrower = await hiram.borrower({ state: '151' });
  await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context);
  expect(await hiram.send(sandboxPayout, { orderId: borrower.orderId, result: 'returned' })).toMatchObject({
    success: true,
  });
  expect((await details(borrower)).data).toMatchObject({
    orderStatus: 151,
    inside: 0,
    cardNeedPop: 1,
    cardPopTitle: 'Please name another account',
  });
  await bindAgain(hiram, borrower, { ...wallet });
  await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context);
  await hiram.until(
    () => details(borrower),
    (answer) => answer.data.orderStatus === 170,
  );
  const sums = await balances(hiram.server.appContext.db, {
    borrowerId: await borrowerOf(borrower),
    orderId: borrower.orderId,
  });
  expect(sums.get('cash:sandbox')).toBe(-1_200_000);
  expect(sums.get('clearing:payout')).toBe(0);
});

test('two parallel withdrawals make one payout [T074]', async () => {
  const borrower = await hiram.borrower({ state: '151' });
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context)),
  );
  for (const answer of answers) expect(answer).toMatchObject({ success: true });
  const rows = await hiram.server.appContext.db
    .selectFrom('payout')
    .select('id')
    .where('order_id', '=', borrower.orderId)
    .execute();
  expect(rows).toHaveLength(1);
});

test('INST-05 an open code is returned again, and a wrong amount is rejected at its field', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const bill = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  const body = {
    orderId: borrower.orderId,
    productId: borrower.productId,
    amount: bill.data.repayAmount,
    channelNumber: '10004',
  };
  const codes = await Promise.all([1, 2, 3].map(() => hiram.send(payCode, body, borrower.context)));
  expect(new Set(codes.map((code) => code.data.payUrl)).size).toBe(1);
  expect(await hiram.send(payCode, { ...body, channelNumber: '99999' }, borrower.context)).toMatchObject({
    code: '40303',
    field: 'channelNumber',
  });
  expect(await hiram.send(payCode, { ...body, amount: 1 }, borrower.context)).toMatchObject({
    code: '40301',
    field: 'amount',
  });
  expect(await hiram.send(payCode, { ...body, amount: 99_999_999 }, borrower.context)).toMatchObject({
    code: '40302',
    field: 'amount',
  });
});

test('a code that is paid in part, then again and too much, loses nothing, and the rest is credit', async () => {
  const borrower = await hiram.borrower({ state: '180', kind: 'single' });
  const { text, bill } = await pay(borrower, { amount: 100_000 });
  expect((await details(borrower)).data.orderStatus).toBe(180);
  const status = await hiram.send(codeStatus, { payCode: text }, borrower.context);
  expect(status.data).toMatchObject({ state: 'received', receivedAmount: 100_000 });
  await hiram.send(sandboxPay, { payCode: text, amount: bill.repayAmount });
  const after = await details(borrower);
  expect(after.data.orderStatus).toBe(200);
  const sums = await balances(hiram.server.appContext.db, {
    borrowerId: await borrowerOf(borrower),
    orderId: borrower.orderId,
  });
  expect(sums.get('borrower:credit')).toBe(-100_000);
});

test('TERM-05 a payment reported late counts from its date; later charges are returned [T210]', async () => {
  const borrower = await hiram.borrower({ state: '174', kind: 'single' });
  const bill = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  const code = await hiram.send(
    payCode,
    { orderId: borrower.orderId, amount: bill.data.repayAmount, channelNumber: '10004' },
    borrower.context,
  );
  const text = new URL(code.data.payUrl, hiram.origin).searchParams.get('payCode') ?? '';
  const today = await hiram.days(0);
  await hiram.days(5);
  expect((await details(borrower)).data.orderStatus).toBe(180);
  await hiram.send(sandboxPay, { payCode: text, date: today });
  expect((await details(borrower)).data.orderStatus).toBe(200);
});

test('a payer’s date before the code was issued is held for review and posts nothing', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { text } = await pay(borrower, { date: '2020-01-01' });
  expect((await details(borrower)).data.orderStatus).toBe(180);
  expect((await hiram.send(codeStatus, { payCode: text }, borrower.context)).data.state).toBe('review');
});

test('an expired code is rejected at the counter, shown as expired and replaced by a new one', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const bill = await hiram.send(instalmentDetail, { orderId: borrower.orderId }, borrower.context);
  const ask = (amount: number) =>
    hiram.send(payCode, { orderId: borrower.orderId, amount, channelNumber: '10004' }, borrower.context);
  const textOf = (url: string) => new URL(url, hiram.origin).searchParams.get('payCode') ?? '';
  const old = textOf((await ask(bill.data.repayAmount)).data.payUrl);
  await hiram.days(3);
  expect(await hiram.send(sandboxPay, { payCode: old })).toMatchObject({
    success: false,
    code: '90202',
    field: 'payCode',
  });
  expect((await hiram.send(codeStatus, { payCode: old }, borrower.context)).data.state).toBe('expired');
  expect((await details(borrower)).data.orderStatus).toBe(180);
  const fresh = textOf((await ask(bill.data.repayAmount)).data.payUrl);
  expect(fresh).not.toBe(old);
  expect((await hiram.send(codeStatus, { payCode: old }, borrower.context)).data.state).toBe('replaced');
});

test('TERM-04 CONF-05 a repeat client reads their own penalty before agreeing', async () => {
  const borrower = await hiram.borrower({ state: '200' });
  const { data } = await hiram.send(
    contractJump,
    { productId: borrower.productId, scene: 3, position: 0, orderId: '' },
    borrower.context,
  );
  const contractText = await (await fetch(hiram.origin + data.contract_url)).text();
  expect(contractText).toContain('A default penalty of ₱800,00');
  const orderId = orderOf((await push(borrower)).data.lendDetailsUrl);
  const stored = await hiram.server.appContext.db
    .selectFrom('agreement')
    .select(['html_encrypted', 'sha256'])
    .where('order_id', '=', orderId)
    .where('position', '=', 0)
    .executeTakeFirstOrThrow();
  expect(readText(hiram.server.appContext, 'spec', stored)).toContain('A default penalty of ₱800,00');
});
