import { loanDetails } from '@hiram/contract/order';
import { expect, test } from 'vitest';
import { payoutOf } from '../../../test/support/database/rows.ts';
import type { Hiram } from '../../../test/support/processes/running-server.ts';
import { setUpHiram } from '../../../test/support/processes/set-up.ts';

const hiram = setUpHiram({ BRAND: 'ph' });

const centsOf = (value = ''): number => Math.round(Number(value.replace(/[^\d.]/g, '')) * 100);

test('a running loan’s page names the fee by which the amount lent and the amount sent differ [T806]', async () => {
  const { orderId, context } = await hiram.borrower({ state: '170' }, 'ph');
  const { userOrderDetail } = (await hiram.send(loanDetails, { orderId }, { ...context, lang: 'en' })).data;
  const shownCents = (text: string) =>
    centsOf(userOrderDetail.detail.find((row) => row.text === text)?.value);
  const { amount } = await payoutOf(hiram, orderId);
  expect(shownCents('Fee taken from the amount')).toBeGreaterThan(0);
  expect(shownCents('Amount lent') - shownCents('Fee taken from the amount')).toBe(amount);
});

test('an approved loan names its first payment, and a referred application that a person reviews it [T2626]', async () => {
  const details = async (options: Parameters<Hiram['borrower']>[0]) => {
    const { orderId, context } = await hiram.borrower(options, 'ph');
    return (await hiram.send(loanDetails, { orderId }, { ...context, lang: 'en' })).data;
  };
  const approved = await details({ state: '151' });
  const first = approved.userOrderDetail.detail.find(({ text }) => text === 'First payment');
  expect(first).toMatchObject({
    value: '₱2,846.37',
    note: expect.stringMatching(/^30 days after the money arrives: \d+ \w+ \d{4} if it arrives today$/),
  });
  const referred = await details({ state: '21', with: { referred: 1 } });
  expect(referred).toMatchObject({ noticeStatusText: 'A person is reviewing it', referred: 1 });
  expect(await details({ state: '21' })).not.toHaveProperty('referred');
});
