import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { due, orderId, shownOrder } from '../../../test/order.ts';
import { show } from '../../../test/screen.tsx';
import { RunningOrder } from './RunningOrder.tsx';
import { RunningStory } from './RunningStory.tsx';
import { choiceStore } from './shown.ts';
import type { StoryRemote } from './useStoryChoice.tsx';

const row = { amount: 284_637, unpaid: 284_637, moved: false } as const;
const repayments = [
  { ...row, periodNo: 1, dueDate: '2026-11-26', state: 'late' },
  { ...row, periodNo: 2, dueDate: '2026-12-26', state: 'coming' },
] as const;

test('the story of a loan that is overdue has a late step, that of one that keeps an arrangement none [T1508]', () => {
  const order = { repayments: [...repayments], due: due() };
  const first = () => screen.getAllByRole('listitem')[0]?.textContent;
  show(<RunningStory details={shownOrder({ status: 'overdue', order })} remote={undefined} />);
  expect(first()).toMatch(/late/i);
  cleanup();
  const arrangement = {
    owed: 285_612,
    due: 0,
    next: { date: '2026-12-23', amount: 285_612 },
    parts: [
      { date: '2026-12-08', amount: 285_585 },
      { date: '2026-12-23', amount: 285_585 },
    ],
    instalments: [1],
  };
  show(<RunningStory details={shownOrder({ status: 'overdue', arrangement, order })} remote={undefined} />);
  expect(first()).not.toMatch(/late/i);
});

test('a paid step says so, and only steps to be paid have a date: the day on which they are due [T1343]', () => {
  const paid = [{ ...repayments[0], unpaid: 0, state: 'paid' as const }, repayments[1]];
  show(<RunningStory details={shownOrder({ order: { repayments: paid } })} remote={undefined} />);
  const [first, second] = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
  expect(first).toContain('Paid');
  expect(first).not.toContain('Nov');
  expect(second).toContain('26 Dec');
});

test('the steps of a kept arrangement are its parts, and their sums are those of the offer [T1344]', () => {
  const parts = ['2026-12-08', '2026-12-23', '2027-01-07'].map((date) => ({ date, amount: 95_195 }));
  const arrangement = { owed: 150_390, due: 0, parts, instalments: [1] };
  const order = { repayments: [...repayments], due: due({ kind: 'arranged', quotedFor: '2026-12-18' }) };
  show(<RunningStory details={shownOrder({ arrangement, order })} remote={undefined} />);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '₱951.95Paid',
    '2Up next₱551.9523 Dec',
    '3Later₱951.957 Jan',
  ]);
  expect(screen.getByText('Payments left: ₱551.95 + ₱951.95')).toBeTruthy();
});

test('what is left of a part that fell due is of the next one while nothing is due, else it is late [T2080]', () => {
  const [first, last] = ['2026-12-08', '2026-12-23'] as const;
  const parts = [
    { date: first, amount: 671_627 },
    { date: last, amount: 671_626 },
  ];
  const stepsOf = (owed: number, shown: { readonly due: number; readonly amount: number }) => {
    const next = { date: last, amount: shown.amount };
    const arrangement = { owed, due: shown.due, next, parts, instalments: [1] };
    const order = { repayments: [...repayments], due: due({ kind: 'arranged', quotedFor: '2026-12-18' }) };
    show(<RunningStory details={shownOrder({ arrangement, order })} remote={undefined} />);
    const steps = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
    cleanup();
    return steps;
  };
  expect(stepsOf(671_653, { due: 0, amount: 671_653 })).toEqual(['₱6,716.27Paid', '2Up next₱6,716.5323 Dec']);
  expect(stepsOf(671_826, { due: 200, amount: 671_626 })).toEqual([
    '!Late₱2.008 Dec',
    '2Up next₱6,716.2623 Dec',
  ]);
});

test('the drawing of a late loan does not call payments without its late charges all that is to pay [T2081]', () => {
  const order = { repayments: [...repayments], due: due({ chargesOwed: 5_457 }) };
  show(<RunningStory details={shownOrder({ status: 'overdue', order })} remote={undefined} />);
  expect(screen.getByText('Payments left: 2 × ₱2,846.37')).toBeTruthy();
});

test('beside a kept arrangement stand the other payments, and all of it adds up to what is left [T1345]', async () => {
  const parts = [{ date: '2026-12-23', amount: 285_585 }];
  const details = shownOrder({
    status: 'overdue',
    arrangement: { owed: 285_585, due: 0, parts, instalments: [1] },
    order: {
      repayments: [...repayments],
      due: due({ kind: 'arranged', owedInAll: 570_222 }),
      quote: {
        day: '2026-12-18',
        kind: 'due',
        steps: 1,
        least: 1,
        most: 2,
        amount: 285_585,
        rows: [],
        payable: true,
        payableFrom: '2026-12-18',
        saves: 0,
      },
    },
  });
  show(
    <RunningOrder
      details={details}
      orderId={orderId}
      remote={undefined}
      balance={null}
      onRate={() => undefined}
    />,
  );
  const other = await screen.findByText('Payment 2');
  expect(other.closest('div')?.textContent).toBe('Payment 2₱2,846.3726 Dec 2026');
  expect(screen.getByText(/₱5,702\.22 = ₱2,855\.85 \+ ₱2,846\.37/)).toBeTruthy();
});

/** Controls before their script is there. */
const remote: StoryRemote = {
  store: choiceStore(),
  controls: undefined,
  atRest: [
    {
      label: 'Day of payment',
      valueText: '',
      value: 0,
      min: 0,
      max: 60,
      title: 'Today',
      sub: '29 Nov',
      lessName: 'Less',
      moreName: 'More',
      isChanged: false,
    },
  ],
  move: () => undefined,
};

test('the amount due stands under the steps that it pays, and where it brings the borrower is drawn [T2658]', () => {
  const late = { ...repayments[1], state: 'late' as const };
  const next = { ...repayments[1], periodNo: 3, dueDate: '2027-01-25' };
  const order = { repayments: [repayments[0], late, next], due: due() };
  const controls = {
    scene: { current: null },
    nameOf: () => '',
    goalName: '',
    onStep: () => undefined,
    onGoal: () => undefined,
    isRising: true,
    dueUntil: 2,
    due: 572_222,
    overlay: null,
  };
  show(<RunningStory details={shownOrder({ status: 'overdue', order })} remote={{ ...remote, controls }} />);
  const [first, second, third] = screen.getAllByRole('listitem');
  const sum = first?.querySelector<HTMLElement>('[data-text=sum]');
  expect([sum?.textContent, sum?.style.getPropertyValue('--n')]).toEqual(['₱5,722.22', '2']);
  expect([first, second, third].map((step) => step?.querySelector('[data-ahead]') !== null)).toEqual([
    false,
    true,
    false,
  ]);
});

test('the drawing names the drag that works on every day [T3427]', () => {
  const order = { repayments: [...repayments], due: due() };
  show(<RunningStory details={shownOrder({ order })} remote={remote} />);
  expect(screen.getByText('Drag right for a later day')).toBeTruthy();
});

test('a loan of one payment has no staircase, and its stepper says what it changes [T3428]', () => {
  const order = { repayments: [repayments[1]], due: due() };
  show(<RunningStory details={shownOrder({ order })} remote={remote} />);
  expect(document.querySelector('[data-story]')?.closest('[hidden]')).toBeTruthy();
  expect(screen.getByRole('spinbutton', { name: 'Day of payment' }).textContent).toBe(
    'Day of paymentToday29 Nov',
  );
});
