import '../../test/spec.ts';
import { asId } from '@hiram/contract/ids';
import {
  bindDebitCard,
  cardBanks,
  type RepaymentWay,
  repaymentCommit,
  repaymentConfirm,
  repaymentWay,
} from '@hiram/contract/legacy';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { due, orderId } from '../../test/order.ts';
import { answer, lastSentTo, reject, sentTo, show } from '../../test/screen.tsx';
import { Toaster } from '../kit/feedback/Toaster.tsx';
import BindCard from './BindCard.tsx';
import LegacyRepay from './LegacyRepay.tsx';

const way: RepaymentWay = {
  secondMethod: true,
  paymentToken: 'token-1',
  cards: [{ id: asId('card-1'), bankName: 'BDO Unibank', lastDigits: '•••• 4242', bankCode: 'BNORPHMM' }],
  userId: 'user-1',
  orderId,
  amount: 346_310,
  couponId: '',
  due: due(),
};

async function open(changes: Partial<RepaymentWay> = {}): Promise<HTMLElement> {
  answer(repaymentWay, { ...way, ...changes });
  show(
    <>
      <LegacyRepay />
      <Toaster />
    </>,
    { orderId },
  );
  return screen.findByRole('button', { name: /^Pay ₱/ });
}

test('LEG-02 without a card the page asks for one in Chinese and sends nothing', async () => {
  await userEvent.click(await open());
  expect(await screen.findByText('请选择银行卡')).toBeTruthy();
  expect(sentTo(repaymentCommit)).toEqual([]);
});

test('LEG-03 LEG-08 the first call’s values are sent with the second, and a paid order opens', async () => {
  const pay = await open();
  answer(repaymentCommit, { needsCode: false, paymentId: asId('payment-1') });
  await userEvent.click(screen.getByRole('radio', { name: /BDO Unibank/ }));
  await userEvent.click(pay);
  expect(await lastSentTo(repaymentCommit)).toEqual({
    amount: '346310',
    bankName: 'BDO Unibank',
    cardId: 'card-1',
    cardNo: '•••• 4242',
    couponId: '',
    orderId,
    repayToken: 'token-1',
    bankCode: 'BNORPHMM',
    sendMsg: '1',
  });
  await waitFor(() => expect(location.pathname).toBe('/order'));
});

test('LEG-04 LEG-07 the bank’s code is sent when it is whole, and a wrong one is said at its field', async () => {
  const pay = await open();
  answer(repaymentCommit, { needsCode: true, paymentId: asId('payment-1') });
  await userEvent.click(screen.getByRole('radio', { name: /BDO Unibank/ }));
  await userEvent.click(pay);
  const dialog = within(await screen.findByRole('dialog', { name: 'Code from your bank' }));
  expect(dialog.getByRole('button', { name: /^\d+ s$/ })).toHaveProperty('disabled', true);
  const code = dialog.getByLabelText('Code');
  const confirm = dialog.getByRole('button', { name: 'Confirm' });
  await userEvent.type(code, '12345');
  await userEvent.click(confirm);
  expect(dialog.getByRole('alert').textContent).toBe('请输入正确的验证码');
  expect(sentTo(repaymentConfirm)).toEqual([]);
  reject(repaymentConfirm, { code: '800006', message: 'wrong verification code' });
  await userEvent.type(code, '6');
  await userEvent.click(confirm);
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe('wrong verification code'));
  answer(repaymentConfirm, {});
  await userEvent.click(confirm);
  await waitFor(() => expect(location.pathname).toBe('/order'));
  expect(sentTo(repaymentConfirm)).toEqual(
    Array.from({ length: 2 }, () => ({ orderId, verifyCode: '123456', repaymentRecordId: 'payment-1' })),
  );
});

test('LEG-05 rejections without a message have the specified texts', async () => {
  reject(repaymentWay, { code: '80000', message: '' });
  show(<LegacyRepay />, { orderId });
  expect(await screen.findByText('查询银行卡列表失败')).toBeTruthy();
  const pay = await open();
  reject(repaymentCommit, { code: '80000', message: '' });
  await userEvent.click(screen.getByRole('radio', { name: /BDO Unibank/ }));
  await userEvent.click(pay);
  expect(await screen.findByText('处理失败')).toBeTruthy();
});

test('LEG-01 TERM-03 a loan that cannot be paid yet says from when, and takes no payment', async () => {
  const payoff = { isAllowed: false, date: '2027-01-20', amount: 0, saves: 0 };
  const pay = await open({ due: due({ kind: 'maturity', payoff }) });
  expect(pay).toHaveProperty('disabled', true);
  expect(screen.getByText('You can pay this loan off early from 20 Jan 2027.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Pay another way' })).toBeNull();
});

test('KEY-04 a card’s number is typed in groups of four, sent without them, and rejected at its field', async () => {
  answer(cardBanks, { banks: [{ bankCode: 'MBTCPHMM', bankName: 'Metrobank' }] });
  show(<BindCard />, { orderId });
  await userEvent.click(await screen.findByRole('button', { name: /^Bank:/ }));
  await userEvent.click(await screen.findByText('Metrobank'));
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  const number = screen.getByLabelText('Card number');
  await userEvent.click(number);
  await userEvent.paste('5555-5555 5555 4445');
  expect(number).toHaveProperty('value', '5555 5555 5555 4445');
  await userEvent.type(screen.getByLabelText(/^Expiry date/), '0939');
  await userEvent.type(screen.getByLabelText('Name on the card'), 'Maria Santos');
  reject(bindDebitCard, { code: '800012', field: 'cardNo', message: 'Check your card number.' });
  await userEvent.click(screen.getByRole('button', { name: 'Add card' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Check your card number.');
  expect(document.activeElement).toBe(number);
  expect(await lastSentTo(bindDebitCard)).toEqual({
    bankCode: 'MBTCPHMM',
    cardNo: '5555555555554445',
    validThru: '0939',
    holderName: 'Maria Santos',
  });
});
