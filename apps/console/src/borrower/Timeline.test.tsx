import { listTimeline } from '@hiram/contract/console/borrower';
import { asId } from '@hiram/contract/ids';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, show } from '../../test/screen.tsx';
import { OrdersCard } from './OrdersCard.tsx';
import { Timeline } from './Timeline.tsx';

test('what a timeline is narrowed to stands in the address and stays over a reload [T2107]', async () => {
  answer(listTimeline, { entries: [], isLast: true });
  const open = () => show(<Timeline borrowerId={asId('01a224db-a45f-74f5-ba9e-7e2bb5f3f7a7')} brand="ph" />);
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Money' }));
  expect(location.search).toBe('?timeline=money');
  cleanup();
  open();
  expect(screen.getByRole('button', { name: 'Money' }).getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Events' }));
  expect(location.search).toBe('');
});

test('an event that counts from another day than its own says so [T2583]', async () => {
  const entry = { key: 'event disbursed 1', at: '2026-10-28T11:43:00.000Z', group: 'money', detail: '' };
  answer(listTimeline, {
    entries: [{ ...entry, kind: 'event disbursed', recordedAt: '2026-11-29T11:43:00.000Z' }],
    isLast: true,
  });
  show(<Timeline borrowerId={asId('01a224db-a45f-74f5-ba9e-7e2bb5f3f7a7')} brand="ph" />);
  const row = (await screen.findByText(/^The loan was paid out/)).closest('li');
  expect(row?.textContent).toMatch(/28 Oct 2026$/);
  expect(row?.textContent).toContain('The loan was paid out, recorded 29 Nov 2026, 19:43');
});

test('three automatic entries in a row are one line that opens; a person’s stand whole between them [T2701]', async () => {
  const text = (day: number) => ({
    key: `text ${day}`,
    at: `2026-11-${day}T02:00:00.000Z`,
    group: 'words',
    kind: 'text',
    detail: 'late',
  });
  const note = {
    key: 'note',
    at: '2026-11-20T02:00:00.000Z',
    group: 'staff',
    kind: 'note',
    detail: 'Called back',
  };
  const entries = [
    text(25),
    text(24),
    { ...text(23), who: 'Diwa' },
    { ...note, who: 'Diwa' },
    text(19),
    text(18),
    text(17),
  ];
  answer(listTimeline, { entries, isLast: true });
  show(<Timeline borrowerId={asId('01a224db-a45f-74f5-ba9e-7e2bb5f3f7a7')} brand="ph" />);
  const fold = (await screen.findByText('3 messages')).closest('summary');
  expect(fold?.textContent).toContain('17 Nov 2026 – 19 Nov 2026');
  expect(fold?.closest('details')?.querySelectorAll('li')).toHaveLength(3);
  // Two in a row are too few to fold, and what somebody sent themselves is not automatic.
  const whole = screen.getAllByText(/^Message: late/).filter((text) => text.closest('details') === null);
  expect(whole).toHaveLength(3);
  expect(screen.getByText('Note: Called back').closest('details')).toBeNull();
});

test('a loan that was paid out shows that day and the day of its payment, one applied for its amount [T2584]', () => {
  const order = { productId: '', product: 'Baitang Loan', daysLate: 0, due: 0, owed: 0, amount: 1_000_000 };
  const appliedAt = '2026-11-29T11:43:00.000Z';
  const orders = [
    {
      ...order,
      orderId: asId<'order'>('01a1faab-728d-71e6-bd97-000000000001'),
      status: 'overdue',
      daysLate: 2,
      due: 285_585,
      dueOn: '2026-11-27',
      appliedAt,
      paidOutOn: '2026-10-28',
    },
    {
      ...order,
      orderId: asId<'order'>('01a1faab-728d-71e6-bd97-000000000002'),
      status: 'applied',
      appliedAt,
    },
  ] as const;
  show(<OrdersCard orders={orders} />);
  const [head, late, applied] = screen.getAllByRole('row').map((row) => row.textContent);
  expect(head).not.toContain('Lent');
  expect(late).toMatch(/2 days late.*paid out 28 Oct 2026.*since 27 Nov 2026/);
  expect(late).not.toContain('applied');
  expect(applied).toContain('applied 29 Nov 2026');
});
