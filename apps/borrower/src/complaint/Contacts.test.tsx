import {
  type ContactsOfLender,
  contactsOfLender,
  doNotCall,
  objectToContact,
} from '@hiram/contract/complaint';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, lastSentTo, sentTo, show } from '../../test/screen.tsx';
import Contacts from './Contacts.tsx';

const attempt = {
  at: '2026-11-26T04:00:00Z',
  timeZone: 'Asia/Manila',
  agency: '',
  answeredBy: 'borrower',
} as const;
const ids = ['1', '2', '3'].map((no) => `0199a000-0000-7000-8000-00000000000${no}`);
const shown: ContactsOfLender = {
  thisWeek: 3,
  mostAWeek: 7,
  hours: { from: 8, until: 20 },
  kinds: [
    { title: 'Threats', value: 1 },
    { title: 'Something else', value: 4 },
  ],
  canStopCalls: true,
  list: [
    { ...attempt, contactId: ids[0] ?? '', channel: 'call', by: 'agency', agency: 'Tala Recovery' },
    { ...attempt, contactId: ids[1] ?? '', channel: 'email', by: 'system' },
    { ...attempt, contactId: ids[2] ?? '', channel: 'visit', by: 'staff', answeredBy: 'nobody' },
  ],
};

test('each contact says its day, hour, channel and by whom, and one that was wrong becomes a complaint [T2605]', async () => {
  answer(contactsOfLender, shown);
  show(<Contacts />);
  expect(await screen.findByText('This week: 3 of at most 7')).toBeTruthy();
  expect(
    screen.getByText('Only from 8:00 to 20:00. These are our own hours, and they always hold.'),
  ).toBeTruthy();
  const rows = screen.getAllByText(/2026|Nov/).map((time) => time.parentElement?.textContent ?? '');
  expect(rows).toEqual([
    expect.stringMatching(/^Call, you spoke.*12:00.*Tala Recovery, for us/),
    expect.stringMatching(/^E-mail.*12:00.*Automatic message of ours/),
    expect.stringMatching(/^Visit, not answered.*12:00.*Our collections/),
  ]);
  const [, wrong] = screen.getAllByRole('button', { name: 'This was wrong' });
  if (wrong) await userEvent.click(wrong);
  await userEvent.selectOptions(await screen.findByLabelText('It was about'), 'Threats');
  await userEvent.type(screen.getByLabelText('In your words, if you want'), 'At night.');
  const complaint = { complaintId: '0199a000-0000-7000-8000-000000000009', reference: 'C-9' };
  answer(objectToContact, { ...complaint, promisedBy: '2026-12-01' } as never);
  answer(contactsOfLender, {
    ...shown,
    list: shown.list.map((one, at) => (at === 1 ? { ...one, complaint: complaint as never } : one)),
  });
  await userEvent.click(screen.getByRole('button', { name: 'Send the complaint' }));
  expect(await lastSentTo(objectToContact)).toEqual({ contactId: ids[1], subtype: 1, words: 'At night.' });
  const link = await screen.findByRole('link', { name: /You said: wrong C-9/ });
  expect(link.getAttribute('href')).toContain(`problemId=${complaint.complaintId}`);
  expect(screen.getAllByRole('button', { name: 'This was wrong' })).toHaveLength(2);
});

test('who does not want to be called says so once, and is then written to alone [T2609]', async () => {
  answer(contactsOfLender, shown);
  answer(doNotCall, {});
  show(<Contacts />);
  const stop = await screen.findByRole('button', { name: 'Do not call me' });
  answer(contactsOfLender, { ...shown, canStopCalls: false });
  await userEvent.click(stop);
  await waitFor(() => expect(sentTo(doNotCall)).toHaveLength(1));
  expect(await screen.findByText('We do not call you. We write instead.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Do not call me' })).toBeNull();
});

test('who was contacted by nobody is led to the automatic messages [T3869]', async () => {
  answer(contactsOfLender, { ...shown, thisWeek: 0, list: [] });
  show(<Contacts />);
  expect(await screen.findByText(/What we send automatically stands under Messages\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See messages' }).getAttribute('href')).toMatch(/^\/messages/);
});
