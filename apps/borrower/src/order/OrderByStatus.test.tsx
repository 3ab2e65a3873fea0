import { loanDetails } from '@hiram/contract/order';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { due, orderId, productId, shownOrder } from '../../test/order.ts';
import { answer, show } from '../../test/screen.tsx';
import { settings } from '../app/settings/settings.ts';
import { Rejected } from './application/Rejected.tsx';
import { Withdraw } from './application/Withdraw.tsx';
import Order from './Order.tsx';
import { OrderByStatus } from './OrderByStatus.tsx';
import { RunningOrder } from './running/RunningOrder.tsx';

test('beside a kept arrangement stand who contacted the borrower and a person to talk to [T1823]', async () => {
  const details = shownOrder({
    status: 'overdue',
    order: { due: due({ kind: 'overdue', daysLeft: -2, overdueDays: 2 }) },
    arrangement: { owed: 671_626, due: 671_626, parts: [], instalments: [] },
  });
  const shared = { details, orderId, remote: undefined, balance: null, onRate: () => undefined };
  for (const open of [
    () => show(<OrderByStatus {...shared} isCovered={false} />),
    () => show(<RunningOrder {...shared} />),
  ]) {
    open();
    const contacts = await screen.findByRole('link', { name: 'Who contacted me' });
    expect(contacts.getAttribute('href')).toBe(`/contactsOfLender?orderId=${orderId}`);
    expect(screen.getByRole('link', { name: 'Talk to a person first' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: /See your choices/ })).toBeNull();
    cleanup();
  }
});

test('what helps after a refusal stands with the day from which it can be tried [T2284]', () => {
  const refusal = {
    amount: 1_000_000,
    appliedOn: '2026-11-29',
    canRemind: true,
    words: '',
    reasons: [{ text: 'Too large for your income.', helps: 'Ask for less.' }],
  };
  const helps = () => screen.getByText(/Ask for less/).textContent;
  show(<Rejected refusal={{ ...refusal, applyFrom: '2026-12-29' }} orderId={orderId} />);
  expect(helps()).toBe('From 29 Dec: Ask for less.');
  cleanup();
  show(<Rejected refusal={refusal} orderId={orderId} />);
  expect(helps()).toBe('What helps: Ask for less.');
});

test('an approved order with an account says what is sent, and where to [T2287]', () => {
  const payoutTo = { amount: 343_000, account: 'GCash ··· 0943' };
  show(<Withdraw details={shownOrder({ status: 'approved', payoutTo })} orderId={orderId} />);
  expect(screen.getByRole('button', { name: 'Send ₱3,430.00 to GCash ··· 0943' })).toBeTruthy();
});

test('an application says whether a person decides it, and what happens until the money is there [T2624]', async () => {
  Object.assign(settings, { creditingDays: 5 });
  const open = (isReferred?: true) =>
    show(
      <OrderByStatus
        details={shownOrder({ status: 'applied', ...(isReferred ? { isReferred } : {}) })}
        orderId={orderId}
        remote={undefined}
        balance={null}
        isCovered={false}
        onRate={() => undefined}
      />,
    );
  open(true);
  expect((await screen.findByText('A person decides')).closest('li')?.getAttribute('aria-current')).toBe(
    'step',
  );
  cleanup();
  open();
  expect(await screen.findByText('We check')).toBeTruthy();
  expect(screen.getByText('You choose the account. The money is there in 1–5 days.')).toBeTruthy();
  expect(screen.queryByText('A person decides')).toBeNull();
});

test('what is asked for or refused is an application by name, and no loan yet [T3804]', async () => {
  for (const [status, title] of [
    ['applied', /^Application /],
    ['rejected', /^Application /],
    ['active', /^Loan /],
  ] as const) {
    answer(loanDetails, shownOrder({ status, order: { due: due() } }));
    show(<Order />, { orderId, productId });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
    cleanup();
  }
});
