import { payType } from '@hiram/contract/repay';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { orderId } from '../../../test/order.ts';
import { answer, show } from '../../../test/screen.tsx';
import UtrSubmit from './UtrSubmit.tsx';

test('what is wrong with a reference is said until it is typed in [T3864]', async () => {
  answer(payType, {
    channels: [
      {
        channelNumber: '10009',
        name: 'Bank transfer',
        logo: '',
        kind: 'transfer',
        hint: '',
        min: 100,
        max: 5_000_000,
        account: { number: '004512345678', bank: 'BDO Unibank', holder: 'Hagdan Lending Corporation' },
      },
    ],
    references: [],
    due: 285_585,
  });
  show(<UtrSubmit />, { orderId });
  await userEvent.click(await screen.findByRole('button', { name: 'Send reference' }));
  expect(screen.getByText('Type the reference of your transfer.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Reference of the transfer'), '4');
  expect(screen.queryByText('Type the reference of your transfer.')).toBeNull();
});
