import { randomUUID } from 'node:crypto';
import { asId } from '@hiram/contract/ids';
import {
  bindDebitCard,
  cardBanks,
  repaymentCommit,
  repaymentConfirm,
  repaymentHuichao,
  repaymentWay,
} from '@hiram/contract/legacy';
import { loanDetails } from '@hiram/contract/order';
import { sandboxSms } from '@hiram/contract/sandbox';
import { sql } from 'kysely';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { cardOptions } from '../../../test/support/borrowers/card-options.ts';
import { type DemoBorrower, everyBrand } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';

const hiram = setUpHiram(everyBrand);
beforeAll(async () => {
  await hiram.refuseUnnamed();
});

const repaymentOf = async (borrower: DemoBorrower) =>
  (await hiram.send(repaymentWay, { orderId: borrower.orderId }, borrower.context)).data;

/** Commits the first card with the fields of the answer to repayment-way. */
async function commit(borrower: DemoBorrower, extra: Record<string, unknown> = {}) {
  const repayment = await repaymentOf(borrower);
  const input = { ...cardOptions(repayment, borrower.orderId), ...extra };
  return { input, repayment, answer: await hiram.send(repaymentCommit, input, borrower.context) };
}

const codeFor = async (borrower: DemoBorrower) =>
  (await hiram.send(sandboxSms, { phone: borrower.phone })).data.messages[0]?.code ?? '';
const paymentsOf = (borrower: DemoBorrower) =>
  hiram.server.appContext.db
    .selectFrom('payment')
    .select(['amount', 'state'])
    .where('order_id', '=', borrower.orderId)
    .execute();

test('LEG-01 repayment-way returns cards by their last four digits, the other way to pay, and a token', async () => {
  const borrower = await hiram.borrower({ state: '180', with: { needValid: 1 } });
  const answer = await hiram.send(repaymentWay, { orderId: borrower.orderId }, borrower.context, {
    form: true,
  });
  expect(answer.code).toBe('0');
  expect(answer.data).toMatchObject({
    alipay: 1,
    bankCards: [{ bankName: 'BDO Unibank', cardNo: '•••• 1111', bankCode: 'BNORPHMM' }],
    orderId: borrower.orderId,
  });
  expect(answer.data.repayToken.length).toBeGreaterThan(40);
  expect(answer.data.amount).toBeGreaterThan(0);
});

test('LEG-03 LEG-04 a card whose bank asks for a code returns needValid 1; the webhook posts the money', async () => {
  const borrower = await hiram.borrower({ state: '180', with: { needValid: 1 } });
  const { answer, repayment } = await commit(borrower);
  expect(answer.data.needValid).toBe(1);
  expect(await paymentsOf(borrower)).toEqual([]);
  const confirm = (verifyCode: string) =>
    hiram.send(
      repaymentConfirm,
      { orderId: borrower.orderId, verifyCode, repaymentRecordId: answer.data.repayRecordId },
      borrower.context,
    );
  const code = await codeFor(borrower);
  const wrong = await confirm(code === '000000' ? '111111' : '000000');
  expect([wrong.code, wrong.message]).toEqual(['800006', 'wrong verification code']);
  expect((await confirm(code)).code).toBe('0');
  await hiram.until(
    () => paymentsOf(borrower),
    (rows) => rows.length === 1,
  );
  expect(await paymentsOf(borrower)).toEqual([{ amount: repayment.amount, state: 'posted' }]);
  const { data } = await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context);
  expect(data.orderStatus).not.toBe(180);
  const again = await confirm(code);
  expect([again.code, again.message]).toEqual(['800005', 'do not submit the payment request twice']);
});

test('LEG-03 a card that is charged at once returns needValid 0 and is charged once', async () => {
  const borrower = await hiram.borrower({ state: '180', with: { needValid: 0 } });
  const { answer, input } = await commit(borrower);
  expect(answer.data).toMatchObject({ needValid: 0 });
  const answers = await Promise.all(
    [1, 2, 3].map(() => hiram.send(repaymentCommit, input, borrower.context)),
  );
  expect(new Set(answers.map((response) => response.code))).toEqual(new Set(['800005']));
  await hiram.until(
    () => paymentsOf(borrower),
    (rows) => rows.length > 0,
  );
  expect(await paymentsOf(borrower)).toHaveLength(1);
});

test('LEG-05 parallel commits of one payment charge once', async () => {
  const borrower = await hiram.borrower({ state: '180', with: { needValid: 0 } });
  const repayment = await repaymentOf(borrower);
  const [card] = repayment.bankCards;
  const input = {
    amount: repayment.amount,
    bankName: '',
    cardId: card?.id ?? '',
    cardNo: '',
    orderId: borrower.orderId,
    repayToken: repayment.repayToken,
    bankCode: '',
    sendMsg: 0,
  };
  await Promise.all([1, 2, 3, 4].map(() => hiram.send(repaymentCommit, input, borrower.context)));
  await hiram.until(
    () => paymentsOf(borrower),
    (rows) => rows.length > 0,
  );
  expect(await paymentsOf(borrower)).toHaveLength(1);
});

test('LEG-05 two payments of one debt from two windows charge once', async () => {
  const borrower = await hiram.borrower({ state: '180', with: { needValid: 1 } });
  const first = await commit(borrower);
  const second = await commit(borrower);
  const confirm = (recordId: string, verifyCode: string) =>
    hiram.send(
      repaymentConfirm,
      { orderId: borrower.orderId, verifyCode, repaymentRecordId: recordId },
      borrower.context,
    );
  const code = await codeFor(borrower);
  expect((await confirm(first.answer.data.repayRecordId, code)).code).toBe('800002');
  expect((await confirm(second.answer.data.repayRecordId, code)).code).toBe('0');
  await hiram.until(
    () => paymentsOf(borrower),
    (rows) => rows.length > 0,
  );
  expect(await paymentsOf(borrower)).toHaveLength(1);
});

test('LEG-05 no other payment of the debt starts while a code is being checked at the provider', async () => {
  const borrower = await hiram.borrower({ state: '180', with: { needValid: 1 } });
  const first = await commit(borrower);
  const confirm = (verifyCode: string) =>
    hiram.send(
      repaymentConfirm,
      { orderId: borrower.orderId, verifyCode, repaymentRecordId: first.answer.data.repayRecordId },
      borrower.context,
    );
  const code = await codeFor(borrower);
  const { card } = hiram.server.appContext.ports;
  const { promise: arrived, resolve: arrives } = Promise.withResolvers<void>();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const sandbox = card.confirm.bind(card);
  const provider = vi.spyOn(card, 'confirm').mockImplementation(async (...parameters) => {
    arrives();
    await held;
    return sandbox(...parameters);
  });
  onTestFinished(() => {
    release();
    provider.mockRestore();
  });
  const confirmation = confirm(code);
  await arrived;
  expect((await commit(borrower)).answer.code).toBe('800005');
  release();
  expect((await confirmation).code).toBe('0');
  await hiram.until(
    () => paymentsOf(borrower),
    (rows) => rows.length > 0,
  );
  expect(await paymentsOf(borrower)).toHaveLength(1);

  const another = await hiram.borrower({ state: '180', with: { needValid: 1 } });
  const wrong = await commit(another);
  const typed = (await codeFor(another)) === '000000' ? '111111' : '000000';
  const { repayRecordId } = wrong.answer.data;
  const attempt = { orderId: another.orderId, verifyCode: typed, repaymentRecordId: repayRecordId };
  expect((await hiram.send(repaymentConfirm, attempt, another.context)).code).toBe('800006');
  expect((await commit(another)).answer.code).toBe('0');
});

test('LEG-04 the code is sent again after 60 s at the earliest, and five wrong codes use it up', async () => {
  const borrower = await hiram.borrower({ state: '180', with: { needValid: 1 } });
  const { answer, input } = await commit(borrower);
  expect((await hiram.send(repaymentCommit, input, borrower.context)).code).toBe('60102');
  const code = await codeFor(borrower);
  const confirm = (verifyCode: string) =>
    hiram.send(
      repaymentConfirm,
      { orderId: borrower.orderId, verifyCode, repaymentRecordId: answer.data.repayRecordId },
      borrower.context,
    );
  const other = code === '123456' ? '654321' : '123456';
  for (let tries = 0; tries < 5; tries += 1) expect((await confirm(other)).code).toBe('800006');
  expect((await confirm(code)).code).toBe('800006');
  await hiram.server.appContext.db
    .updateTable('card_payment')
    .set({ code_sent_at: new Date(Date.now() - 61_000) })
    .where('id', '=', asId(answer.data.repayRecordId))
    .execute();
  const resent = await hiram.send(repaymentCommit, input, borrower.context);
  expect(resent.data).toEqual({ needValid: 1, repayRecordId: answer.data.repayRecordId });
  expect((await confirm(await codeFor(borrower))).code).toBe('0');
});

test('LEG-02 LEG-03 mismatched card, token, order or amount is rejected [T109]', async () => {
  const borrower = await hiram.borrower({ state: '180', with: { needValid: 1 } });
  const other = await hiram.borrower({ state: '180', with: { needValid: 1 } });
  const [own, foreign] = [await repaymentOf(borrower), await repaymentOf(other)];
  for (const [change, code] of [
    [{ cardId: randomUUID() }, '800001'],
    [{ cardId: foreign.bankCards[0]?.id }, '800001'],
    [{ repayToken: 'made.up' }, '800004'],
    [{ repayToken: foreign.repayToken }, '800004'],
    // A token is for one payment: with a suffix it would be another token.
    [{ repayToken: `${own.repayToken}.more` }, '800004'],
    [{ couponId: 'FREE' }, '800003'],
    [{ amount: 99_999_999 }, '40302'],
    [{ orderId: other.orderId }, '40400'],
  ] as const)
    expect([code, (await commit(borrower, change)).answer.code]).toEqual([code, code]);
  expect((await commit(borrower, { cardId: randomUUID() })).answer.message).toBe('请选择银行卡');
  const { answer } = await commit(borrower);
  const asOther = await hiram.send(
    repaymentConfirm,
    { orderId: other.orderId, verifyCode: '123456', repaymentRecordId: answer.data.repayRecordId },
    other.context,
  );
  expect([asOther.status, asOther.code]).toEqual([404, '40400']);
});

test('LEG-03 LEG-06 a part of a rupee or a rupiah cannot be paid [T1970]', async () => {
  for (const brand of ['in', 'id']) {
    const borrower = await hiram.borrower({ state: '180', with: { needValid: 0 } }, brand);
    const { userId, amount } = await repaymentOf(borrower);
    const { orderId, context } = borrower;
    expect((await commit(borrower, { amount: amount - 50 })).answer.code).toBe('40307');
    const ask = (paid: number) => hiram.send(repaymentHuichao, { userId, orderId, amount: paid }, context);
    expect(await ask(amount - 50)).toMatchObject({
      code: '40307',
      message: expect.stringMatching(/without decimals|desimal/),
    });
    expect(await ask(amount)).toMatchObject({ code: '0' });
  }
});

test('LEG-06 repayment-huichao returns the address of a payment page to the owner alone', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const { userId, amount } = await repaymentOf(borrower);
  const ask = (as: string) =>
    hiram.send(repaymentHuichao, { userId: as, orderId: borrower.orderId, amount }, borrower.context);
  expect((await ask(userId)).data.url).toMatch(/^\/repaymentOfCode\?showType=/);
  expect((await ask(randomUUID())).code).toBe('40400');
});

test('KEY-04 a card number with blanks and dashes is checked and bound once, and is not stored', async () => {
  const borrower = await hiram.borrower({ state: '180' });
  const bind = (extra: Record<string, unknown> = {}) =>
    hiram.send(
      bindDebitCard,
      {
        bankCode: 'BNORPHMM',
        cardNo: '5555 5555-5555 4444',
        validThru: '0939',
        holderName: 'Maria Santos',
        ...extra,
      },
      borrower.context,
    );
  expect((await hiram.send(cardBanks, {}, borrower.context)).data.banks.length).toBeGreaterThan(5);
  for (const [change, code, field] of [
    [{ cardNo: '5555 5555 5555 4445' }, '800012', 'cardNo'],
    [{ cardNo: '4111' }, '800012', 'cardNo'],
    [{ validThru: '13/39' }, '800013', 'validThru'],
    [{ validThru: '01/20' }, '800013', 'validThru'],
    [{ holderName: '1234' }, '800014', 'holderName'],
    [{ bankCode: 'NOBANK' }, '800011', 'bankCode'],
    [{ cardNo: '4000000000000119' }, '800015', 'cardNo'],
  ] as const)
    expect(await bind(change)).toMatchObject({ code, field });
  const first = await bind();
  expect(first.data.cardNo).toBe('•••• 4444');
  expect((await bind({ cardNo: '5555555555554444' })).data.id).toBe(first.data.id);
  const { db } = hiram.server.appContext;
  const { rows } = await sql<{ table_name: string }>`
    select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    db,
  );
  expect(rows.length).toBeGreaterThan(20);
  for (const { table_name } of rows) {
    const { rows: found } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table_name)} as t where t::text like '%5555555555554444%'`.execute(
      db,
    );
    expect([table_name, found[0]?.n]).toEqual([table_name, 0]);
  }
});

test('LEG-01 a demo borrower’s card is from a bank of the same country', async () => {
  const borrower = await hiram.borrower({ state: '180', with: { needValid: 1 } }, 'id');
  const [card] = (await repaymentOf(borrower)).bankCards;
  const banks = (await hiram.send(cardBanks, {}, borrower.context)).data.banks;
  expect(banks).toContainEqual({ bankCode: card?.bankCode, bankName: card?.bankName });
});
