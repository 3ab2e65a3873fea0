import { asId } from '@hiram/contract/ids';
import {
  messageList,
  messagePreferences,
  readMessages,
  setMessagePreference,
} from '@hiram/contract/messages';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { orderId } from '../../test/order.ts';
import { answer, sentTo, show } from '../../test/screen.tsx';
import { MessagePreferences } from '../account/MessagePreferences.tsx';
import { answerStore } from '../net/answers/answers.ts';
import Messages from './Messages.tsx';

const today = '2026-11-26';
const message = {
  messageId: asId<'notice'>('01999999-0000-7000-8000-000000000001'),
  title: 'Payment overdue',
  text: 'PHP 5 was due. Pay: https://loans.example/main?appName=ph',
  receivedOn: '2026-11-26',
  receivedAt: '12:26',
};

test('shown messages are marked as read once, and an address in one says what it opens [T1599]', async () => {
  answer(messageList, { today, list: [{ ...message, isRead: false }] });
  answer(readMessages, {});
  show(<Messages />);
  expect((await screen.findByRole('link', { name: 'Go to your loan' })).getAttribute('href')).toBe(
    'https://loans.example/main?appName=ph',
  );
  expect(screen.getByText('New')).toBeTruthy();
  await waitFor(() => expect(sentTo(readMessages)).toHaveLength(1));
  // One that arrives on the open page is marked, too.
  const later = { ...message, messageId: asId<'notice'>('01999999-0000-7000-8000-000000000002') };
  answer(messageList, {
    today,
    list: [
      { ...later, isRead: false },
      { ...message, isRead: false },
    ],
  });
  await act(() => answerStore.invalidate('messageList'));
  await waitFor(() => expect(sentTo(readMessages)).toHaveLength(2));
});

test('messages stand under their day, and each with what it asks for and where that is done [T1347]', async () => {
  const earlier = {
    ...message,
    messageId: asId<'notice'>('01999999-0000-7000-8000-000000000003'),
    title: 'Your arrangement',
    text: 'We can offer you to pay in parts.',
    receivedOn: '2026-11-20',
    opens: 'offer',
    orderId,
  } as const;
  answer(messageList, {
    today,
    list: [
      { ...message, isRead: true },
      { ...earlier, isRead: true },
    ],
  });
  answer(readMessages, {});
  show(<Messages />);
  expect(await screen.findByRole('heading', { name: 'Today' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: '20 Nov 2026' })).toBeTruthy();
  expect(screen.getByText('PHP 5 was due. Pay.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to your loan' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Read it and answer' }).getAttribute('href')).toBe(
    `/waysOut?orderId=${orderId}`,
  );
});

test('of the messages about a loan the newest alone leads to it [T2677]', async () => {
  const about = { ...message, text: 'We sent it.', isRead: true, opens: 'loan', orderId } as const;
  const approved = { ...about, messageId: asId<'notice'>('01999999-0000-7000-8000-000000000004') };
  const other = { ...about, messageId: asId<'notice'>('01999999-0000-7000-8000-000000000005') };
  answer(messageList, { today, list: [about, approved, { ...other, orderId: asId<'order'>('another') }] });
  show(<Messages />);
  await screen.findByRole('heading', { name: 'Today' });
  expect(screen.getAllByRole('link', { name: 'Go to your loan' })).toHaveLength(2);
});

test('words after the last address of a message are shown with the others [T2082]', async () => {
  answer(messageList, {
    today,
    list: [{ ...message, text: `${message.text} or call +63 2 8123.`, isRead: true }],
  });
  show(<Messages />);
  expect(await screen.findByText('PHP 5 was due. Pay. or call +63 2 8123.')).toBeTruthy();
});

test('an empty list does not call a text that was sent before it a fraud [T1770]', async () => {
  answer(messageList, { today, list: [] });
  show(<Messages />);
  expect(await screen.findByText('No messages yet')).toBeTruthy();
  expect(screen.queryByText(/is not from us/)).toBeNull();
});

test('what serves the borrower has no switch, reminders have one [T1600]', async () => {
  const list = [
    { purpose: 'service', title: 'About your loan', isOn: true, canSwitch: false },
    { purpose: 'reminder', title: 'Reminders', isOn: true, canSwitch: true },
  ] as const;
  answer(messagePreferences, { list: [...list] });
  answer(setMessagePreference, {});
  show(<MessagePreferences />);
  expect(await screen.findByText('Always on')).toBeTruthy();
  await userEvent.click(screen.getByRole('switch', { name: 'Reminders' }));
  await waitFor(() => expect(sentTo(setMessagePreference)).toEqual([{ purpose: 'reminder', isOn: 0 }]));
});
