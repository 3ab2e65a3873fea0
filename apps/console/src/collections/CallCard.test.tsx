import { makeCallCode, startCall } from '@hiram/contract/console/collections';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, sentTo, show } from '../../test/screen.tsx';
import { CallCard } from './CallCard.tsx';
import { MayCallNow } from './MayCall.tsx';

const loan = {
  orderId: '01a1faab-728d-71e6-bd97-000000000001',
  brand: 'ph',
  today: '2026-11-26',
  may: { ok: true },
  attempts: { today: 0, week: 0, mostToday: 3, mostWeek: 7 },
  hours: { from: 8, until: 20, zone: 'Asia/Manila' },
};

test('in a started call one press shows a pay code with amount, channel and end [T2001]', async () => {
  answer(startCall, { contactId: loan.orderId, phone: '+639170000000', at: '2026-11-26T04:00:00Z' });
  answer(makeCallCode, {
    code: '712291045508',
    amount: 285_585,
    channel: '7-Eleven',
    until: '2026-11-27T04:00:00Z',
  });
  show(<CallCard loan={loan as never} onNext={() => undefined} />);
  expect(screen.queryByRole('button', { name: /Pay code/ })).toBeNull();
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: /^Call/ }));
  await user.click(await screen.findByRole('button', { name: /Pay code/ }));
  await screen.findByText('712291045508');
  expect(screen.getAllByRole('status').at(-1)?.textContent).toMatch(
    /₱2,855\.85 · 7-Eleven · until 27 Nov 2026, 12:00 · sent/,
  );
  expect(sentTo(makeCallCode)).toEqual([{ orderId: loan.orderId }]);
});

test('why a call is not allowed sooner names the public holiday until then [T3490]', () => {
  const may = {
    ok: false,
    why: 'lawHours',
    from: '2026-12-01T00:00:00Z',
    holiday: { on: '2026-11-30', name: 'Bonifacio Day' },
  } as const;
  show(<MayCallNow may={may} hours={loan.hours} />);
  const words = screen.getByText('Not before 1 Dec 2026, 08:00.').parentElement?.textContent;
  expect(words).toContain('Mon 30 Nov 2026 is a public holiday: Bonifacio Day.');
});
