import { homeIndex } from '@hiram/contract/home';
import {
  messageList,
  messagePreferences,
  readMessages,
  setMessagePreference,
} from '@hiram/contract/messages';
import { instalmentDetail } from '@hiram/contract/repay';
import { expect, test } from 'vitest';
import { payByCode } from '../../../test/support/borrowers/pay-by-code.ts';
import { orderRowOf } from '../../../test/support/database/rows.ts';
import type { DemoBorrower } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';
import { notify } from '../../lending/notices/notify.ts';
import { inTransaction } from '../../platform/database/connection/connect.ts';

const hiram = setUpHiram({ BRAND: 'ph' });

async function tell({ orderId }: DemoBorrower, event: string): Promise<void> {
  const { appContext } = hiram.server;
  const order = await orderRowOf(hiram, orderId);
  await inTransaction(appContext.db, (trx) =>
    notify(trx, appContext, order, { kind: 'corrected', event, values: { left: 123_456 } }),
  );
}

test('a message is in its borrower’s inbox alone, in their language, counted until read [T1597]', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const other = await hiram.borrower({ state: '170' });
  await tell(borrower, 'one');
  await tell(borrower, 'one');
  await tell(borrower, 'two');
  const listOf = async (lang: string, whose = borrower) =>
    (await hiram.send(messageList, {}, { ...whose.context, lang })).data.list.filter(({ text }) =>
      text.includes('1,234.56'),
    );
  const list = await listOf('en');
  expect(list).toMatchObject([
    { title: 'Your loan', isRead: 0 },
    { title: 'Your loan', isRead: 0 },
  ]);
  expect(list[0]?.text).toBe('We corrected your loan. You now owe ₱1,234.56 in all. The app shows it.');
  expect((await listOf('fil'))[0]?.title).toBe('Ang loan mo');
  expect(await listOf('en', other)).toEqual([]);
  const unread = async () => (await hiram.send(homeIndex, {}, borrower.context)).data.unread ?? 0;
  expect(await unread()).toBeGreaterThanOrEqual(2);
  await hiram.send(readMessages, {}, borrower.context);
  expect(await unread()).toBe(0);
  expect((await listOf('en')).every(({ isRead }) => isRead === 1)).toBe(true);
});

test('the message of a payout names its loan, so that an older one no longer leads there [T3467]', async () => {
  const borrower = await hiram.borrower({ state: '170', with: { hasMessages: 1 } });
  const { list } = (await hiram.send(messageList, {}, borrower.context)).data;
  expect(list[0]).toMatchObject({ title: 'Money sent', orderId: borrower.orderId });
  expect(list[0]).not.toHaveProperty('opens');
});

test('reminders can be switched off, offers are off until asked for, law and service stay [T1598]', async () => {
  const borrower = await hiram.borrower({ state: '170' });
  const list = async () =>
    (await hiram.send(messagePreferences, {}, borrower.context)).data.list.map(
      ({ purpose, isOn, canSwitch }) => [purpose, isOn, canSwitch],
    );
  const set = (purpose: 'service' | 'reminder' | 'collection' | 'marketing', isOn: 0 | 1) =>
    hiram.send(setMessagePreference, { purpose, isOn }, borrower.context);
  expect(await list()).toEqual([
    ['service', 1, 0],
    ['reminder', 1, 1],
    ['collection', 1, 0],
    ['marketing', 0, 1],
  ]);
  expect((await set('reminder', 0)).success).toBe(true);
  expect((await set('marketing', 1)).success).toBe(true);
  for (const purpose of ['service', 'collection'] as const)
    expect(await set(purpose, 0)).toMatchObject({ success: false, code: '60302' });
  expect(await list()).toEqual([
    ['service', 1, 0],
    ['reminder', 0, 1],
    ['collection', 1, 0],
    ['marketing', 1, 1],
  ]);
});

test('a received payment’s title is the repayment that it completed; a part has none [T1505]', async () => {
  const borrower = await hiram.borrower({ state: '174' });
  const { orderId, context } = borrower;
  const pay = async (share: number) => {
    const { repayAmount, repayDate } = (await hiram.send(instalmentDetail, { orderId }, context)).data;
    await payByCode(hiram, borrower, { amount: Math.round(repayAmount * share) });
    return repayDate;
  };
  const newest = async (lang = 'en') =>
    (await hiram.send(messageList, {}, { ...context, lang })).data.list[0];
  await pay(0.5);
  expect(await newest()).toMatchObject({ title: 'Your payment' });
  await pay(1);
  expect(await newest()).toMatchObject({ title: 'Payment 1 of 4 received' });
  expect((await newest())?.receivedAt).toMatch(/^\d\d:\d\d$/);
  expect((await newest('fil'))?.title).toBe('Natanggap ang bayad 1 sa 4');
});

test('a demo borrower has what a real one was told by then, read, if it is asked for [T2747]', async () => {
  const readings = async (state: '110' | '170' | '174' | '180', hasMessages?: 0 | 1) => {
    const options = hasMessages === undefined ? {} : { with: { hasMessages } };
    const { context } = await hiram.borrower({ state, ...options });
    return (await hiram.send(messageList, {}, context)).data.list.map(({ isRead }) => isRead);
  };
  expect(await readings('170')).toEqual([]);
  expect(await readings('170', 1)).toEqual([1, 1]);
  expect(await readings('174', 1)).toEqual([1, 1, 1]);
  expect(await readings('180', 1)).toEqual([1, 1, 1, 1]);
  expect(await readings('110', 1)).toEqual([1]);
});
