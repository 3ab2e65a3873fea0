import { randomInt, randomUUID } from 'node:crypto';
import { accountChange, accountCode, bindCard, cardInit, disownAccountChange } from '@hiram/contract/bank';
import { certifySave } from '@hiram/contract/certify';
import { loanDetails, withdraw } from '@hiram/contract/order';
import { sandboxSms } from '@hiram/contract/sandbox';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { bindAgain } from '../../../test/support/borrowers/bind-again.ts';
import { applicant, newDocument, newPhone } from '../../../test/support/borrowers/sign-up.ts';
import { waitingPayout } from '../../../test/support/borrowers/waiting-payout.ts';
import { borrowerIdOfPhone } from '../../../test/support/database/rows.ts';
import { whileRowsFail } from '../../../test/support/failing-rows.ts';
import { tryAll } from '../../../test/support/inputs/property-runs.ts';
import { type DemoBorrower, everyBrand } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { checkTasks } from '../reconciliation/check-tasks.ts';
import { releaseHeldPayouts } from './payout-holds.ts';

const hiram = setUpHiram(everyBrand, { now: () => new Date(Date.now() + aheadMs) });
let aheadMs = 0;
beforeAll(async () => {
  await hiram.refuseUnnamed();
});
// Whatever a test does: everything that waits has one task.
afterEach(async () => expect(await checkTasks(hiram.server.appContext.db)).toEqual([]));

const newNumber = () => `0917${String(randomInt(10 ** 7)).padStart(7, '1')}`;
const wallet = (holderName: string, walletNumber = newNumber()) => ({
  cardType: 2,
  walletCode: 'GXCHPHM2',
  walletNumber,
  holderName,
});
const db = () => hiram.server.appContext.db;
const details = async (borrower: DemoBorrower, lang?: string) =>
  (
    await hiram.send(
      loanDetails,
      { orderId: borrower.orderId },
      { ...borrower.context, ...(lang ? { lang } : {}) },
    )
  ).data;
const bind = (borrower: DemoBorrower, account: object) =>
  hiram.send(bindCard, { ...account }, borrower.context);
const takeOut = (borrower: DemoBorrower) =>
  hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context);
const statusIs = (borrower: DemoBorrower, status: number) =>
  hiram.until(
    () => details(borrower),
    (data) => data.orderStatus === status,
  );
const payoutsOf = async (borrower: DemoBorrower) =>
  (await db().selectFrom('payout').select('state').where('order_id', '=', borrower.orderId).execute()).length;
const reviewsOf = (borrower: DemoBorrower) =>
  db()
    .selectFrom('review')
    .select(['kind', 'state', 'reasons'])
    .where('order_id', '=', borrower.orderId)
    .orderBy('opened_at')
    .execute();
const textsOf = async (borrower: DemoBorrower) =>
  (await hiram.send(sandboxSms, { phone: borrower.phone })).data.messages.map((message) => message.text);

/** An approved order of a demo borrower who has bound no account yet. They are certified as Maria Santos. */
const approved = () => hiram.borrower({ state: '151', with: { cardNeedPop: 1 } });

test('BANK-01 an account in the certified name is paid at once, in any notation of the name', async () => {
  // `names.test.ts` compares many notations; `npm run verify` pays to these three.
  const notations = ['María C. Santos', ...(tryAll ? ['MARIA SANTOS', 'Santos, Maria'] : [])];
  for (const holder of notations) {
    const borrower = await approved();
    expect(await bind(borrower, wallet(holder))).toMatchObject({ success: true });
    expect(await takeOut(borrower)).toMatchObject({ success: true });
    await statusIs(borrower, 170);
    expect(await reviewsOf(borrower)).toEqual([]);
  }
});

test('BANK-01 an account in another name waits for review, and the borrower reads the reason [T013]', async () => {
  const others = [
    'Juan Reyes',
    'Мaria Santos',
    ...(tryAll ? ['M. S.', 'Maria Santos Jr', 'Ana Santos'] : []),
  ];
  for (const holder of others) {
    const borrower = await approved();
    expect(await bind(borrower, wallet(holder))).toMatchObject({ success: true });
    expect((await details(borrower)).reyMsg).toMatch(/in another name than Maria Santos/);
    expect(await takeOut(borrower)).toMatchObject({ success: true });
    const data = await details(borrower);
    expect(data).toMatchObject({ orderStatus: 151, inside: 0, cardNeedPop: 1 });
    expect(data.noticeDesText).toMatch(/^Your ID says Maria Santos, and the account ending in \d{4} is/);
    expect(await takeOut(borrower)).toMatchObject({ success: true });
    expect(await payoutsOf(borrower)).toBe(0);
    expect(await reviewsOf(borrower)).toEqual([
      { kind: 'payout', state: 'waiting', reasons: ['holderName'] },
    ]);
  }
});

test('BANK-01 the reason is in the caller’s language', async () => {
  const borrower = await hiram.borrower({ state: '151', with: { cardNeedPop: 1 } }, 'ph');
  await bind(borrower, wallet('Juan Reyes'));
  await takeOut(borrower);
  expect((await details(borrower, 'fil')).noticeDesText).toContain('Maria Santos ang nasa ID mo');
});

test('BANK-01 a name certified later releases no account in another name [T019]', async () => {
  const borrower = await approved();
  const values = { fullName: 'Juan Reyes', nationality: 'PH', civilStatus: 'single' };
  expect(
    await hiram.send(certifySave, { group: 'public', values, revision: 1 }, borrower.context, {
      key: randomUUID(),
    }),
  ).toMatchObject({ success: true });
  await bind(borrower, wallet('Juan Reyes'));
  await takeOut(borrower);
  expect(await reviewsOf(borrower)).toMatchObject([{ state: 'waiting', reasons: ['holderName'] }]);
});

test.each([
  ['spec', 'GXCHPHM2', '09171234567', ['63917123456', '9171234567', '19171234567', '08171234567']],
  ['in', 'AIRP', '9876543210', ['0987654321', '1876543210']],
  ['id', 'GOPAY', '081234567890', ['6281234567890', '181234567890']],
] as const)(
  'BANK-11 in %s a wallet of %s takes a mobile number of the country and no other number of that length',
  async (appName, walletCode, number, others) => {
    const borrower = await hiram.borrower({ state: 'ready' }, appName);
    const account = { cardType: 2, walletCode, holderName: 'Maria Santos' };
    for (const walletNumber of others)
      expect(await bind(borrower, { ...account, walletNumber })).toMatchObject({
        success: false,
        field: 'walletNumber',
      });
    expect(await bind(borrower, { ...account, walletNumber: number })).toMatchObject({ success: true });
  },
);

test('BANK-06 the form starts with the certified name, masked, and states whether a code is required', async () => {
  const borrower = await approved();
  const before = (await hiram.send(cardInit, {}, borrower.context)).data;
  expect(before.items.find((item) => item.code === 'holderName')?.value).toBe('M••• S•••');
  expect(before).toMatchObject({ needsCode: 0, phone: `•••• ${borrower.phone.slice(-4)}` });
  await bind(borrower, wallet('Maria Santos'));
  expect((await hiram.send(cardInit, {}, borrower.context)).data.needsCode).toBe(1);
});

test('BANK-01 a stolen session cannot replace an account without the right code [T017]', async () => {
  const borrower = await hiram.borrower({ state: '151' });
  const thief = wallet('Maria Santos');
  expect(await bind(borrower, thief)).toMatchObject({ code: '50107', field: 'smsCode' });
  expect(await bind(borrower, { ...thief, smsCode: '000000' })).toMatchObject({
    code: '50108',
    field: 'smsCode',
  });
  expect(await hiram.send(accountCode, {}, borrower.context)).toMatchObject({ success: true });
  for (let attempt = 0; attempt < 6; attempt += 1)
    expect(await bind(borrower, { ...thief, smsCode: '12345x' })).toMatchObject({ code: '50108' });
  const accounts = await db()
    .selectFrom('bank_account')
    .select('id')
    .where('borrower_id', '=', await borrowerIdOfPhone(db(), borrower.phone))
    .execute();
  expect(accounts).toHaveLength(1);
});

test('BANK-01 a replaced account is held for a day, announced by text, and paid afterwards [T205]', async () => {
  const borrower = await hiram.borrower({ state: '151' });
  const account = wallet('Maria Santos');
  await bindAgain(hiram, borrower, account);
  const texts = await hiram.until(
    () => textsOf(borrower),
    (all) => all.some((text) => text.includes('Was it not you?')),
  );
  expect(texts.join('\n')).toContain(`ending in ${account.walletNumber.slice(-4)}`);
  await takeOut(borrower);
  expect(await reviewsOf(borrower)).toEqual([
    { kind: 'payout', state: 'waiting', reasons: ['accountChanged'] },
  ]);
  expect((await details(borrower)).noticeDesText).toMatch(/^You changed your account\. .* after \d/);
  aheadMs = 23.9 * 3_600_000;
  await releaseHeldPayouts(hiram.server.appContext);
  expect(await payoutsOf(borrower)).toBe(0);
  aheadMs = 24.1 * 3_600_000;
  await Promise.all([1, 2, 3].map(() => releaseHeldPayouts(hiram.server.appContext)));
  expect(await payoutsOf(borrower)).toBe(1);
  await statusIs(borrower, 170);
  aheadMs = 0;
});

test('a payout that is under way names its own account, although another one replaced that [T2250]', async () => {
  const { borrower } = await waitingPayout(hiram);
  const goesTo = async () => /ending in (\d{4})\./.exec((await details(borrower)).noticeDesText)?.[1];
  const account = await goesTo();
  expect(account).toMatch(/^\d{4}$/);
  await bindAgain(hiram, borrower, wallet('Maria Santos', '09175550001'));
  expect(await goesTo()).toBe(account);
});

test('a payout that needs a reviewer does not keep one from being released by time [T1913]', async () => {
  const [reviewed, held] = [await hiram.borrower({ state: '151' }), await hiram.borrower({ state: '151' })];
  for (const [borrower, holder] of [
    [reviewed, 'Juana Reyes'],
    [held, 'Maria Santos'],
  ] as const) {
    await bindAgain(hiram, borrower, wallet(holder));
    await takeOut(borrower);
  }
  aheadMs = 24.1 * 3_600_000;
  await releaseHeldPayouts(hiram.server.appContext, 1);
  expect(await Promise.all([reviewed, held].map(payoutsOf))).toEqual([0, 1]);
  aheadMs = 0;
});

test('a held payout whose release fails keeps no other one from it [T1914]', async () => {
  const [damaged, held] = [await hiram.borrower({ state: '151' }), await hiram.borrower({ state: '151' })];
  for (const borrower of [damaged, held]) {
    await bindAgain(hiram, borrower, wallet('Maria Santos'));
    await takeOut(borrower);
  }
  aheadMs = 24.1 * 3_600_000;
  await whileRowsFail(
    hiram,
    { change: 'update', table: 'review', when: `new.order_id = '${damaged.orderId}'` },
    () => releaseHeldPayouts(hiram.server.appContext),
  );
  expect(await Promise.all([damaged, held].map(payoutsOf))).toEqual([0, 1]);
  await releaseHeldPayouts(hiram.server.appContext);
  expect(await payoutsOf(damaged)).toBe(1);
  aheadMs = 0;
});

test('BANK-01 "that was not me" restores the former account and ends every session, once [T018]', async () => {
  const borrower = await hiram.borrower({ state: '151' });
  await bindAgain(hiram, borrower, wallet('Maria Santos'));
  await takeOut(borrower);
  const texts = await hiram.until(
    () => textsOf(borrower),
    (all) => all.some((text) => text.includes('/accountChange?')),
  );
  const link = texts.join(' ').match(/http\S+accountChange\?\S+/)?.[0] ?? '';
  const change = new URL(link).searchParams.get('change') ?? '';
  expect((await hiram.send(accountChange, { change })).data).toMatchObject({ state: 'open' });
  // Opening the link, as a preview of texts does, changes nothing.
  expect(await reviewsOf(borrower)).toMatchObject([{ state: 'waiting' }]);
  const answers = await Promise.all([1, 2].map(() => hiram.send(disownAccountChange, { change })));
  for (const answer of answers) expect(answer.data.state).toBe('disowned');
  expect(await hiram.send(loanDetails, { orderId: borrower.orderId }, borrower.context)).toMatchObject({
    status: 401,
  });
  const id = await borrowerIdOfPhone(db(), borrower.phone);
  const states = await db()
    .selectFrom('bank_account')
    .select('state')
    .where('borrower_id', '=', id)
    .orderBy('created_at')
    .execute();
  expect(states.map((state) => state.state)).toEqual(['active', 'rejected']);
  expect(await reviewsOf(borrower)).toMatchObject([{ state: 'cancelled' }]);
  expect(await payoutsOf(borrower)).toBe(0);
  for (const wrong of ['', 'x'.repeat(22), `${change}x`])
    expect(await hiram.send(disownAccountChange, { change: wrong })).toMatchObject({ success: false });
});

test('BANK-01 of two borrowers with one wallet one is paid, and the other waits for review', async () => {
  const shared = newNumber();
  const borrowers = [await applicant(hiram), await applicant(hiram)];
  for (const borrower of borrowers) await statusIs(borrower, 151);
  const bound = await Promise.all(
    borrowers.map((borrower) => bind(borrower, wallet('Maria Santos', shared))),
  );
  for (const answer of bound) expect(answer.success).toBe(true);
  await Promise.all(borrowers.map(takeOut));
  const held = (await Promise.all(borrowers.map(reviewsOf))).flat();
  expect(held.map((item) => item.reasons)).toEqual([['sharedAccount'], ['sharedAccount']]);
  for (const borrower of borrowers) expect(await payoutsOf(borrower)).toBe(0);
});

test('TERM-06 an application with another’s document or device waits for review at 21, dated [T014]', async () => {
  const idNumber = newDocument();
  const first = await applicant(hiram, { idNumber });
  await statusIs(first, 151);
  const typed = `${idNumber.slice(0, 4)}-${idNumber.slice(4, 8)} ${idNumber.slice(8)}`;
  const second = await applicant(hiram, { idNumber: typed });
  await hiram.until(
    () => reviewsOf(second),
    (all) => all.length > 0,
  );
  expect(await reviewsOf(second)).toEqual([
    { kind: 'application', state: 'waiting', reasons: ['sharedDocument'] },
  ]);
  const data = await details(second);
  expect(data.orderStatus).toBe(21);
  expect(data.noticeDesText).toMatch(/You will have our decision by \d/);

  const deviceId = randomUUID();
  const [borrower, other] = [await applicant(hiram, { deviceId }), await applicant(hiram, { deviceId })];
  await statusIs(borrower, 151);
  await hiram.until(
    () => reviewsOf(other),
    (all) => all.length > 0,
  );
  expect(await reviewsOf(other)).toMatchObject([{ reasons: ['sharedDevice'] }]);
});

test('TERM-06 two parallel applications with one document are never both approved [T015]', async () => {
  const idNumber = newDocument();
  const borrowers = await Promise.all([1, 2].map(() => applicant(hiram, { idNumber, phone: newPhone() })));
  await hiram.until(
    async () => (await Promise.all(borrowers.map(reviewsOf))).flat().length,
    (count) => count > 0,
  );
  const statuses = await Promise.all(
    borrowers.map(async (borrower) => (await details(borrower)).orderStatus),
  );
  expect(statuses.filter((status) => status !== 21).length).toBeLessThan(2);
});

test('links between borrowers are keyed digests that reveal no value', async () => {
  const borrower = await applicant(hiram);
  await statusIs(borrower, 151);
  expect((await bind(borrower, wallet('Maria Santos'))).success).toBe(true);
  const marks = await db().selectFrom('identity_mark').select(['kind', 'digest']).execute();
  expect(new Set(marks.map((mark) => mark.kind))).toEqual(
    new Set(['account', 'device', 'document', 'person']),
  );
  for (const { digest } of marks) expect(digest).toHaveLength(32);
  const { matcher } = hiram.server.appContext;
  expect(matcher.digest('phone', 'spec', '1')).not.toEqual(matcher.digest('device', 'spec', '1'));
  expect(matcher.digest('phone', 'spec', '1')).not.toEqual(matcher.digest('phone', 'ph', '1'));
});
