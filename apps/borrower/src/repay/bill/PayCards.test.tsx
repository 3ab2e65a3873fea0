import type { InstalmentDetail } from '@hiram/contract/repay';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { due } from '../../../test/order.ts';
import { show } from '../../../test/screen.tsx';
import { useAmountChoice } from '../amount/useAmountChoice.ts';
import { PayCards } from './PayCards.tsx';

const bill: InstalmentDetail = {
  repayAmount: 285_585,
  repayDate: '2026-12-18',
  productName: 'Salapi Loan',
  productLogo: '',
  channels: [],
  bannerText: '',
  showsBanner: false,
  quotedFor: '2026-12-18',
  rows: [],
  due: due({ kind: 'arranged', repayAmount: 285_585, dueDate: '2026-12-18', overdueDays: 0 }),
  repayments: [],
  ways: [],
  ifUnpaid: 'Unpaid, your arrangement ends on 23 Dec 2026.',
  amountMin: 100,
  amountMax: 813_752,
  canExtend: false,
};

function Cards() {
  return <PayCards bill={bill} choice={useAmountChoice(bill)} />;
}

test('the amount due says when an unpaid part ends an arrangement [T1977]', async () => {
  show(<Cards />, {}, '/repay');
  expect(
    await screen.findByText(/^Due .*2026\. Unpaid, your arrangement ends on 23 Dec 2026\.$/),
  ).toBeTruthy();
});
