import { randomInt, randomUUID } from 'node:crypto';
import { login, smsCode } from '@hiram/contract/account';
import { disownAccountChange } from '@hiram/contract/bank';
import { withdraw } from '@hiram/contract/order';
import { sandboxSms } from '@hiram/contract/sandbox';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { bindAgain, newestCode, newestText } from '../../../test/support/bind-again.ts';
import { borrowerIdOfPhone } from '../../../test/support/rows.ts';
import { type DemoBorrower, type Hiram, startHiram } from '../../../test/support/running-server.ts';
import { resolveReview } from '../review/resolve-application.ts';

let hiram: Hiram;
let ahead = 0;
beforeAll(async () => {
  hiram = await startHiram(inject('cluster'), {}, undefined, undefined, () => new Date(Date.now() + ahead));
});
afterAll(() => hiram.stop());
// A day has so many codes for one device, and the tests share theirs.
beforeEach(() => {
  ahead += 25 * 3_600_000;
});

const db = () => hiram.server.appContext.db;
const wallet = (holderName = 'Maria Santos') => ({
  cardType: 2,
  walletCode: 'GXCHPHM2',
  walletNumber: `0917${String(randomInt(10 ** 7)).padStart(7, '1')}`,
  holderName,
});
const accountsOf = async (who: DemoBorrower) =>
  (
    await db()
      .selectFrom('bank_account')
      .select('state')
      .where('borrower_id', '=', await borrowerIdOfPhone(db(), who.phone))
      .orderBy('created_at')
      .execute()
  ).map((one) => one.state);
const payoutsOf = async (who: DemoBorrower) =>
  (await db().selectFrom('payout').select('id').where('order_id', '=', who.orderId).execute()).length;
const reviewsOf = (who: DemoBorrower) =>
  db()
    .selectFrom('review')
    .select(['id', 'state', 'reasons'])
    .where('order_id', '=', who.orderId)
    .orderBy('opened_at')
    .execute();

/** Replaces the account, past the pause between two codes. */
async function replace(who: DemoBorrower, account = wallet()): Promise<void> {
  ahead += 61_000;
  await bindAgain(hiram, who, account);
}

/** The links of `count` changes, the oldest first. */
async function linksOf(who: DemoBorrower, count: number): Promise<string[]> {
  const links = await hiram.until(
    async () =>
      (await hiram.send(sandboxSms, { phone: who.phone })).data.messages.flatMap(
        ({ text }) => /change=([\w-]+)/.exec(text)?.[1] ?? [],
      ),
    (found) => found.length === count,
  );
  return links.reverse();
}

/** The same person in a new session: disowning ends every other. */
async function signedInAgain(who: DemoBorrower): Promise<DemoBorrower> {
  const context = { deviceId: randomUUID() };
  const before = await newestText(hiram, who);
  ahead += 61_000;
  expect(await hiram.send(smsCode, { phone: who.phone, purpose: 'login' }, context)).toMatchObject({
    success: true,
  });
  const code = await newestCode(hiram, who, before);
  const { data } = await hiram.send(login, { phone: who.phone, smsCode: code }, context);
  return { ...who, context: { ...context, sessionId: data.sessionId } };
}

test('BANK-01 rejecting two account changes in either order, or at once, restores the account before both', async () => {
  const orders = [
    (links: string[]) => links,
    (links: string[]) => [...links].reverse(),
    (links: string[]) => [...links, ...links],
  ];
  for (const [index, inOrder] of orders.entries()) {
    const who = await hiram.borrower({ state: '151' });
    await replace(who);
    await replace(who);
    const disown = (change: string) => hiram.send(disownAccountChange, { change });
    const links = inOrder(await linksOf(who, 2));
    if (index === 2) await Promise.all(links.map(disown));
    else for (const change of links) expect(await disown(change)).toMatchObject({ success: true });
    expect(await accountsOf(who)).toEqual(['active', 'refused', 'refused']);
  }
});

test('BANK-01 of three changes, rejecting the second and the third restores the first', async () => {
  const who = await hiram.borrower({ state: '151' });
  for (let change = 0; change < 3; change += 1) await replace(who);
  const [, middle = '', last = ''] = await linksOf(who, 3);
  for (const change of [middle, last]) await hiram.send(disownAccountChange, { change });
  expect(await accountsOf(who)).toEqual(['replaced', 'active', 'refused', 'refused']);
});

test('BANK-01 an account after one that a reviewer refused is held too', async () => {
  const who = await hiram.borrower({ state: '151' });
  await replace(who, wallet('Juan Reyes'));
  await hiram.send(withdraw, { orderId: who.orderId }, who.context);
  const [review] = await reviewsOf(who);
  expect(review?.reasons).toContain('holderName');
  await resolveReview(
    hiram.server.appContext,
    review?.id ?? '',
    { kind: 'askAgain', words: 'Name your own account.' },
    'Ana',
  );
  await replace(who);
  await hiram.send(withdraw, { orderId: who.orderId }, who.context);
  expect((await reviewsOf(who)).at(-1)).toMatchObject({ state: 'waiting', reasons: ['accountChanged'] });
  expect(await payoutsOf(who)).toBe(0);
});

test('BANK-01 rejecting changes removes no hold: an account bound afterwards is held like any other [T020]', async () => {
  const who = await hiram.borrower({ state: '151' });
  await replace(who);
  await replace(who);
  for (const change of await linksOf(who, 2)) await hiram.send(disownAccountChange, { change });
  const back = await signedInAgain(who);
  await replace(back);
  expect(await hiram.send(withdraw, { orderId: who.orderId }, back.context)).toMatchObject({ success: true });
  expect(await reviewsOf(who)).toMatchObject([{ state: 'waiting', reasons: ['accountChanged'] }]);
  expect(await payoutsOf(who)).toBe(0);
});
