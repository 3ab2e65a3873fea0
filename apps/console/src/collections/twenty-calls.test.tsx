import {
  type LateLoan as Listed,
  listLateLoans,
  reportOutcome,
  type ShownLateLoan,
  showLateLoan,
  startCall,
} from '@hiram/contract/console/collections';
import { asId } from '@hiram/contract/ids';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { Route, Switch } from 'wouter';
import { answerBy, sentTo, show } from '../../test/screen.tsx';
import { pressKey } from '../kit/keys/key-store.ts';
import { LateLoan } from './LateLoan.tsx';
import { LateLoans } from './LateLoans.tsx';

const person = { rights: [], brands: [] } as never;
const count = 20;

const loanOf = (index: number): Listed => ({
  orderId: asId<'order'>(`01a1faab-728d-71e6-bd97-${String(index).padStart(12, '0')}`),
  borrowerId: asId<'borrower'>('01a1faab-728d-71e6-bd97-0000000000b1'),
  name: `Borrower ${index}`,
  product: 'Baitang Loan',
  bucket: 'days8',
  daysLate: 9,
  due: 285_585,
  owed: 813_752,
  expected: 100_000,
  may: { ok: true },
});

const detailOf = (loan: Listed): ShownLateLoan => ({
  ...loan,
  brand: 'ph',
  today: '2026-11-26',
  perDay: 474,
  saves: 3_321,
  instalments: [],
  payments: [],
  contacts: [],
  attempts: { today: 0, week: 0, mostToday: 3, mostWeek: 7 },
  promises: [],
  stops: [],
  matters: { complaints: [], waiting: [], requests: [], reviews: [], holds: [], hits: [] },
  hours: { from: 8, until: 20, zone: 'Asia/Manila' },
  script: ['Good day.'],
  language: 'en',
});

function Console(): ReactNode {
  return (
    <Switch>
      <Route path="/collections">
        <LateLoans person={person} brand="ph" params={{}} />
      </Route>
      <Route path="/collections/:orderId">
        {(params) => <LateLoan person={person} brand="ph" params={params} />}
      </Route>
    </Switch>
  );
}

test('twenty calls are made one after the other without a mouse, four keys each [T1641]', async () => {
  let loans = Array.from({ length: count }, (_, index) => loanOf(index + 1));
  const idIn = (input: unknown) => (input as { orderId: string }).orderId;
  answerBy(listLateLoans, () => ({
    today: '2026-11-26',
    counts: [],
    rows: loans,
    products: [],
    agencies: [],
    collectors: [],
    isLast: true,
  }));
  answerBy(showLateLoan, (input) => detailOf(loanOf(Number(idIn(input).slice(-12)))));
  answerBy(startCall, (input) => ({
    contactId: idIn(input),
    phone: '+639170000000',
    at: '2026-11-26T04:00:00Z',
  }));
  answerBy(reportOutcome, (input) => {
    const { contactId } = input as { contactId: string };
    loans = loans.filter(({ orderId }) => orderId !== asId<'order'>(contactId));
    return {};
  });
  history.replaceState(null, '', '/collections');
  window.addEventListener('keydown', pressKey);
  show(<Console />);
  await screen.findByText('Borrower 1');
  const user = userEvent.setup();
  await user.keyboard('x');
  for (let call = 1; call <= count; call += 1) {
    await screen.findByRole('heading', { name: `Borrower ${call}` });
    await screen.findByRole('button', { name: /^Call/ });
    // The letter moves the focus; Enter opens the number.
    await user.keyboard('n');
    expect(sentTo(startCall).length).toBe(call - 1);
    await user.keyboard('{Enter}');
    await screen.findByText('+639170000000');
    await user.keyboard('3');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(sentTo(reportOutcome).length).toBe(call));
  }
  expect(sentTo(reportOutcome)).toHaveLength(count);
  expect(new Set(sentTo(startCall).map((input) => idIn(input))).size).toBe(count);
});
