import { confirmIdentity, openIdentity } from '@hiram/contract/console/decision';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, answerAction, sentTo, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { Identity } from './Identity.tsx';
import type { ShownDecision } from './types.ts';

const [reviewId, checkId] = ['01a1faab-728d-71e6-bd97-d0c87c1a2291', '01a1faab-728d-71e6-bd97-d0c87c1a2292'];

/** The card of a document that waits, for somebody with these rights. */
function card(rights: readonly string[]): void {
  const identity = {
    state: 'unclear',
    checkId,
    document: 'philsys',
    contradictions: ['name'],
    pictures: ['front'],
  };
  const decision = { reviewId, brand: 'ph', state: 'waiting', name: 'Maria Santos', identity } as unknown;
  const person = { rights: rights.map((right) => ({ right, brand: 'ph' })) } as unknown;
  show(<Identity decision={decision as ShownDecision} person={person as Person} />);
}

const press = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }));

test('pictures open with a reason, beside what was typed and what was read [T1493]', async () => {
  const read = { name: 'Somebody Else', birthDate: '', number: '12' };
  const typed = { name: 'Maria Santos', birthDate: '1994-05-17', number: '12' };
  answer(openIdentity, {
    typed,
    read,
    pictures: [{ part: 'front', jpeg: '' }],
    watermark: 'Ana · 2026-11-26T15:00 UTC',
  });
  card(['decision.readField']);
  expect(screen.getByText('Another name, or none that could be read')).toBeTruthy();
  await press(/^Open the pictures/);
  await userEvent.type(screen.getByLabelText(/^Why you open the pictures/), 'The name differs{Enter}');
  expect(await screen.findByText('Somebody Else')).toBeTruthy();
  expect(screen.getByText('not read')).toBeTruthy();
  const compared = screen
    .getAllByRole('row')
    .map((row) => within(row).queryAllByRole('cell').at(-1)?.textContent);
  expect(compared.slice(1)).toEqual(['differs', '–', 'the same']);
  expect(screen.getByRole('img', { name: 'Front' })).toBeTruthy();
  expect(sentTo(openIdentity)).toEqual([{ reviewId, reason: 'The name differs' }]);
  expect(screen.queryByRole('button', { name: /^It is the borrower’s/ })).toBeNull();
});

test('a reviewer confirms a document with a reason [T1494]', async () => {
  answerAction(confirmIdentity);
  card(['decision.decide']);
  expect(screen.queryByRole('button', { name: /^Open the pictures/ })).toBeNull();
  await press(/^It is the borrower’s/);
  const dialog = within(await screen.findByRole('dialog'));
  const act = await dialog.findByRole('button', { name: /^It is the borrower’s/ });
  await userEvent.type(screen.getByLabelText(/^Reason/), 'Her married name.');
  await userEvent.click(act);
  await waitFor(() =>
    expect(sentTo(confirmIdentity.submit)).toMatchObject([{ request: { reviewId, checkId } }]),
  );
});
