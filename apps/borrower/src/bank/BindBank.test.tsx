import { accountCode, bindCard, cardInit } from '@hiram/contract/bank';
import type { FormItem } from '@hiram/contract/form';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { orderId } from '../../test/order.ts';
import { answer, lastSentTo, reject, sentTo, show } from '../../test/screen.tsx';
import { Toaster } from '../kit/feedback/Toaster.tsx';
import { wantPayout } from '../lending/seen.ts';
import BindBank from './BindBank.tsx';

const item = (changes: Partial<FormItem>): FormItem => ({
  code: '',
  kind: 'text',
  title: '',
  subtitle: '',
  value: '',
  options: [],
  inputType: '',
  accountType: 0,
  channelNumber: '',
  optional: false,
  maxLength: 40,
  ...changes,
});

async function open(needsCode = false): Promise<void> {
  answer(cardInit, {
    items: [
      item({ code: 'account', title: 'Account number', accountType: 1, inputType: 'number' }),
      item({
        code: 'app',
        kind: 'enum',
        optional: true,
        title: 'Wallet',
        accountType: 2,
        options: ['GCash', 'Maya', 'GrabPay'].map((name) => ({ name, value: name, logo: `/${name}.svg` })),
      }),
      item({ code: 'wallet', title: 'Wallet number', accountType: 2, inputType: 'number' }),
    ],
    accountTypes: [
      { type: 1, name: 'Bank account' },
      { type: 2, name: 'E-wallet' },
    ],
    needsCode,
    phoneEnding: '5566',
  });
  show(
    <>
      <BindBank />
      <Toaster />
    </>,
  );
  await screen.findByLabelText('Account number');
}

test('BANK-07 each type of account has its own fields, and only its own values are sent [T1153]', async () => {
  await open();
  answer(bindCard, {});
  expect(screen.queryByLabelText('Wallet number')).toBeNull();
  await userEvent.click(screen.getByRole('tab', { name: 'E-wallet' }));
  expect(screen.queryByLabelText('Account number')).toBeNull();
  await userEvent.type(screen.getByLabelText('Wallet number'), '09171845566');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await lastSentTo(bindCard)).toMatchObject({ cardType: '2', wallet: '09171845566' });
});

test('BANK-02 each wallet to choose has its own mark [T2006]', async () => {
  await open();
  await userEvent.click(screen.getByRole('tab', { name: 'E-wallet' }));
  const list = screen.getByRole('radiogroup', { name: /^Wallet/ });
  expect([...list.querySelectorAll('img')].map((mark) => mark.getAttribute('src'))).toEqual([
    '/GCash.svg',
    '/Maya.svg',
    '/GrabPay.svg',
  ]);
});

test('BANK-11 a rejected account is said at its field or in a toast, and what was typed stays', async () => {
  await open();
  const account = screen.getByLabelText('Account number');
  await userEvent.type(account, '109355127741');
  reject(bindCard, { code: '50102', field: 'account', message: 'This account is closed.' });
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(account.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByText('This account is closed.')).toBeTruthy();
  reject(bindCard, { code: '00', message: 'Not bound.' });
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Not bound.')).toBeTruthy();
  expect(account).toHaveProperty('value', '109355127741');
});

test('an account that needs a code is sent again with the code, and nothing that was typed is lost', async () => {
  await open(true);
  answer(accountCode, { seconds: 60 });
  reject(bindCard, { code: '50107', field: 'smsCode', message: 'A code is needed.' });
  await userEvent.type(screen.getByLabelText('Account number'), '1234567890');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText(/5566/)).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Save the account' }));
  await waitFor(() => expect(sentTo(bindCard)).toHaveLength(2));
  expect(sentTo(bindCard)[1]).toMatchObject({ account: '1234567890', smsCode: '123456' });
});

test('a typed name is whole while it is typed, hidden after it, and shown on demand [T1564]', async () => {
  answer(cardInit, {
    items: [item({ code: 'holderName', title: 'Name on the account', value: 'M••• S•••' })],
    accountTypes: [{ type: 1, name: 'Bank account' }],
    needsCode: false,
    phoneEnding: '5566',
  });
  wantPayout(orderId, 980_000);
  show(<BindBank />, { orderId });
  const field = await screen.findByLabelText('Name on the account');
  expect([field, screen.getByText('The account must be in your own name')].every(Boolean)).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Change' }));
  await userEvent.type(field, 'Maria Santos');
  expect(field).toHaveProperty('value', 'Maria Santos');
  await userEvent.tab();
  expect(field).toHaveProperty('value', 'M•••• S•••••');
  await userEvent.click(screen.getByRole('button', { name: 'Show' }));
  expect(field).toHaveProperty('value', 'Maria Santos');
  answer(bindCard, {});
  // The button says what goes out with it.
  await userEvent.click(screen.getByRole('button', { name: 'Send ₱9,800.00' }));
  expect(await lastSentTo(bindCard)).toMatchObject({ holderName: 'Maria Santos' });
});

test('who chose a bank comes to the bank form where wallets stand first [T2281]', async () => {
  answer(cardInit, {
    items: [
      item({ code: 'account', title: 'Account number', accountType: 1 }),
      item({ code: 'wallet', title: 'Wallet number', accountType: 2 }),
    ],
    accountTypes: [
      { type: 2, name: 'E-wallet' },
      { type: 1, name: 'Bank account' },
    ],
    needsCode: false,
    phoneEnding: '5566',
  });
  show(<BindBank />, { orderId, institution: 'bank' });
  expect(await screen.findByRole('tab', { name: 'Bank account', selected: true })).toBeTruthy();
  expect(screen.getByLabelText('Account number')).toBeTruthy();
});
