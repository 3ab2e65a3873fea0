import { randomInt, randomUUID } from 'node:crypto';
import { login, smsCode } from '@hiram/contract/account';
import { disownAccountChange } from '@hiram/contract/bank';
import { asId } from '@hiram/contract/ids';
import { withdraw } from '@hiram/contract/order';
import { sandboxSms } from '@hiram/contract/sandbox';
import { beforeEach, expect, test } from 'vitest';
import { bindAgain, newestCode, newestText } from '../../../test/support/borrowers/bind-again.ts';
import { borrowerIdOfPhone } from '../../../test/support/database/rows.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { resolveReview } from '../review/resolve-application.ts';

const hiram = setUpHiram({}, { now: () => new Date(Date.now() + aheadMs) });
let aheadMs = 0;
// A device has a daily limit of codes, and the tests share a device.
beforeEach(() => {
  aheadMs += 25 * 3_600_000;
});

const db = () => hiram.server.appContext.db;
const wallet = (holderName = 'Maria Santos') => ({
  cardType: 2,
  walletCode: 'GXCHPHM2',
  walletNumber: `0917${String(randomInt(10 ** 7)).padStart(7, '1')}`,
  holderName,
});
const accountsOf = async (borrower: DemoBorrower) =>
  (
    await db()
      .selectFrom('bank_account')
      .select('state')
      .where('borrower_id', '=', await borrowerIdOfPhone(db(), borrower.phone))
      .orderBy('created_at')
      .execute()
  ).map((item) => item.state);
const payoutsOf = async (borrower: DemoBorrower) =>
  (await db().selectFrom('payout').select('id').where('order_id', '=', borrower.orderId).execute()).length;
const reviewsOf = (borrower: DemoBorrower) =>
  db()
    .selectFrom('review')
    .select(['id', 'state', 'reasons'])
    .where('order_id', '=', borrower.orderId)
    .orderBy('opened_at')
    .execute();

/** Replaces the account after the pause between two codes. */
async function replace(borrower: DemoBorrower, account = wallet()): Promise<void> {
  aheadMs += 61_000;
  await bindAgain(hiram, borrower, account);
}

/** The links of `count` changes, oldest first. */
async function linksOf(borrower: DemoBorrower, count: number): Promise<string[]> {
  const links = await hiram.until(
    async () =>
      (await hiram.send(sandboxSms, { phone: borrower.phone })).data.messages.flatMap(
        ({ text }) => /change=([\w-]+)/.exec(text)?.[1] ?? [],
      ),
    (found) => found.length === count,
  );
  return links.reverse();
}

/** The same person in a new session, because disowning a change ends all other sessions. */
async function signedInAgain(borrower: DemoBorrower): Promise<DemoBorrower> {
  const context = { deviceId: randomUUID() };
  const before = await newestText(hiram, borrower);
  aheadMs += 61_000;
  expect(await hiram.send(smsCode, { phone: borrower.phone, purpose: 'login' }, context)).toMatchObject({
    success: true,
  });
  const code = await newestCode(hiram, borrower, before);
  const { data } = await hiram.send(login, { phone: borrower.phone, smsCode: code }, context);
  return { ...borrower, context: { ...context, sessionId: data.sessionId } };
}

test('BANK-01 rejecting two account changes in either order, or at once, restores the account before both', async () => {
  const orders = [
    (links: string[]) => links,
    (links: string[]) => [...links].reverse(),
    (links: string[]) => [...links, ...links],
  ];
  for (const [index, inOrder] of orders.entries()) {
    const borrower = await hiram.borrower({ state: '151' });
    await replace(borrower);
    await replace(borrower);
    const disown = (change: string) => hiram.send(disownAccountChange, { change });
    const links = inOrder(await linksOf(borrower, 2));
    if (index === 2) await Promise.all(links.map(disown));
    else for (const change of links) expect(await disown(change)).toMatchObject({ success: true });
    expect(await accountsOf(borrower)).toEqual(['active', 'rejected', 'rejected']);
  }
});

test('BANK-01 of three changes, rejecting the second and the third restores the first', async () => {
  const borrower = await hiram.borrower({ state: '151' });
  for (let change = 0; change < 3; change += 1) await replace(borrower);
  const [, middle = '', last = ''] = await linksOf(borrower, 3);
  for (const change of [middle, last]) await hiram.send(disownAccountChange, { change });
  expect(await accountsOf(borrower)).toEqual(['replaced', 'active', 'rejected', 'rejected']);
});

test('BANK-01 an account after one that a reviewer refused is held too', async () => {
  const borrower = await hiram.borrower({ state: '151' });
  await replace(borrower, wallet('Juan Reyes'));
  await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context);
  const [review] = await reviewsOf(borrower);
  expect(review?.reasons).toContain('holderName');
  await resolveReview(
    hiram.server.appContext,
    asId(review?.id ?? ''),
    { kind: 'requestResubmission', words: 'Name your own account.' },
    'Ana',
  );
  await replace(borrower);
  await hiram.send(withdraw, { orderId: borrower.orderId }, borrower.context);
  expect((await reviewsOf(borrower)).at(-1)).toMatchObject({ state: 'waiting', reasons: ['accountChanged'] });
  expect(await payoutsOf(borrower)).toBe(0);
});

test('BANK-01 rejecting changes removes no hold: an account bound afterwards is held like any other [T020]', async () => {
  const borrower = await hiram.borrower({ state: '151' });
  await replace(borrower);
  await replace(borrower);
  for (const change of await linksOf(borrower, 2)) await hiram.send(disownAccountChange, { change });
  const back = await signedInAgain(borrower);
  await replace(back);
  expect(await hiram.send(withdraw, { orderId: borrower.orderId }, back.context)).toMatchObject({
    success: true,
  });
  expect(await reviewsOf(borrower)).toMatchObject([{ state: 'waiting', reasons: ['accountChanged'] }]);
  expect(await payoutsOf(borrower)).toBe(0);
});
