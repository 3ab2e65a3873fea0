import { addFeedWebhook, issueFeedKey, listFeedAccess, revokeFeedAccess } from '@hiram/contract/console/feed';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, answerAction, sentTo, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { Feed } from './Feed.tsx';

const access = {
  accessId: '01999999-0000-7000-8000-0000000000ab',
  name: 'Warehouse',
  topics: ['payment', 'loan'],
  brand: 'ph',
  createdAt: '2026-11-05T02:00:00.000Z',
} as const;

function open(keys: readonly object[], webhooks: readonly object[], ...rights: string[]): void {
  answer(listFeedAccess, { keys, webhooks });
  const person = {
    brands: [{ id: 'ph' }],
    rights: rights.map((right) => ({ right, brand: 'ph' })),
  } as unknown as Person;
  show(<Feed person={person} brand="ph" params={{}} />);
}
const press = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }));

test('a key is asked for once it is stored: the server gets its digest alone [T1786]', async () => {
  open([], [], 'feed.issue');
  answerAction(issueFeedKey, { verdict: 'secondPerson', isAlwaysTwo: true });
  await press(/^Issue a key/);
  const key = await screen.findByText(/^hfk_[\w-]{43}$/);
  await userEvent.type(screen.getByLabelText('System'), 'ERP');
  await userEvent.click(screen.getByLabelText('Payments'));
  await userEvent.type(screen.getByLabelText(/^Reason/), 'Month end of the books.');
  expect(sentTo(issueFeedKey.preview)).toEqual([]);
  await userEvent.click(screen.getByLabelText(/^I have stored the key/));
  await press(/^Ask for approval/);
  const hash = [
    ...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key.textContent ?? ''))),
  ];
  const keyHash = hash.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  await waitFor(() =>
    expect(sentTo(issueFeedKey.submit)).toMatchObject([
      { request: { keyHash, name: 'ERP', topics: ['payment'] } },
    ]),
  );
  expect(JSON.stringify(sentTo(issueFeedKey.submit))).not.toContain('hfk_');
});

test('an address is asked for with its topics [T1787]', async () => {
  open([], [], 'feed.issue');
  answerAction(addFeedWebhook, { verdict: 'secondPerson', isAlwaysTwo: true });
  await press(/^Send to an address/);
  await userEvent.type(await screen.findByLabelText('System'), 'ERP');
  await userEvent.type(screen.getByLabelText('Address'), 'https://erp.example/hiram');
  await userEvent.click(screen.getByLabelText('Loans'));
  await waitFor(() =>
    expect(sentTo(addFeedWebhook.preview)).toEqual([
      { request: { url: 'https://erp.example/hiram', name: 'ERP', topics: ['loan'] } },
    ]),
  );
});

test('an address that fails says since when, and whoever may revokes it at once [T1788]', async () => {
  const failing = { ...access, url: 'https://x.example', waiting: 12, failingSince: access.createdAt };
  open([{ ...access, accessId: 'b', revokedAt: access.createdAt }], [failing], 'feed.revoke');
  answer(revokeFeedAccess, { revokedAt: access.createdAt });
  expect(await screen.findByText(/^fails since/)).toBeTruthy();
  expect(screen.getByText(/^ended/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Issue a key/ })).toBeNull();
  expect(screen.getAllByRole('button', { name: /^Revoke/ })).toHaveLength(1);
  await press(/^Revoke…/);
  const buttons = await screen.findAllByRole('button', { name: /^Revoke/ });
  await userEvent.click(buttons.at(-1) as HTMLElement);
  await waitFor(() => expect(sentTo(revokeFeedAccess)).toEqual([{ accessId: access.accessId }]));
});
