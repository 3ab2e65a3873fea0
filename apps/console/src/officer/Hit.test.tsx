import { clearHit, confirmHit, reportHit } from '@hiram/contract/console/officer';
import { whoMay } from '@hiram/contract/console/work';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, answerAction, sentTo, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { Decide } from './Hit.tsx';

const hitId = '01a1faab-728d-71e6-bd97-d0c87c1a2291';
const person = {
  rights: ['screening.decide', 'screening.report'].map((right) => ({ right, brand: 'ph' })),
} as unknown as Person;

/** Shows what can be decided of a match. Only what the dialogs read is there. */
function decide(state: 'open' | 'confirmed'): void {
  const hit = { hitId, brand: 'ph', name: 'Maria Santos', state } as unknown;
  show(<Decide hit={hit as Parameters<typeof Decide>[0]['hit']} person={person} />);
}

const press = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }));

test('a match is cleared with a reason, and not with an empty one [T1470]', async () => {
  answerAction(clearHit);
  decide('open');
  await press(/^Another person/);
  expect(screen.getByRole('dialog', { name: /^Another person/ }).textContent).toContain('Maria Santos');
  const dialog = within(screen.getByRole('dialog'));
  const act = await dialog.findByRole('button', { name: /^Another person: let payouts go on/ });
  const reason = screen.getByLabelText(/^Reason/);
  await userEvent.type(reason, '   ');
  expect(act).toHaveProperty('disabled', true);
  await userEvent.clear(reason);
  await userEvent.type(reason, 'Born in another province.');
  await userEvent.click(act);
  await waitFor(() =>
    expect(sentTo(clearHit.submit)).toEqual([
      { request: { hitId }, digest: 'd1', reference: '', reason: 'Born in another province.' },
    ]),
  );
});

test('that it is the same person is asked of a second person, with a reason [T1471]', async () => {
  answerAction(confirmHit, { verdict: 'secondPerson', isAlwaysTwo: true });
  decide('open');
  await press(/^The same person/);
  const ask = await screen.findByRole('button', { name: /^Ask for approval/ });
  expect(ask).toHaveProperty('disabled', true);
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.queryByRole('button', { name: /^The same person/ })).toBeNull();
  await userEvent.type(screen.getByLabelText(/^Reason/), 'The passport is the listed one.');
  await userEvent.click(ask);
  await waitFor(() => expect(sentTo(confirmHit.submit)).toMatchObject([{ request: { hitId } }]));
});

test('a report is previewed once it has the authority’s reference [T1472]', async () => {
  answerAction(reportHit);
  decide('confirmed');
  expect(screen.queryByRole('button', { name: /^Another person/ })).toBeNull();
  await press(/^Record the report/);
  const field = screen.getByLabelText('The authority’s reference');
  await userEvent.type(field, '  ');
  expect(sentTo(reportHit.preview)).toEqual([]);
  await userEvent.click(field);
  await userEvent.paste('AMLC-7 ');
  await waitFor(() =>
    expect(sentTo(reportHit.preview).at(-1)).toEqual({ request: { hitId, reportReference: 'AMLC-7' } }),
  );
});

test('neither decision about a match stands out before the other [T2321]', () => {
  decide('open');
  for (const { className } of screen.getAllByRole('button')) expect(className).toBe('button');
});

test('who may not decide a match reads who does [T2648]', async () => {
  answer(whoMay, { people: [{ name: 'Liza Torres' }, { name: 'Marco Flores' }] });
  const hit = { hitId, brand: 'ph', state: 'open' } as unknown as Parameters<typeof Decide>[0]['hit'];
  show(<Decide hit={hit} person={{ rights: [] } as unknown as Person} />);
  expect(await screen.findByText(/These people decide it: Liza Torres, Marco Flores/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  expect(sentTo(whoMay)).toEqual([{ right: 'screening.decide' }]);
});

test('while a decision waits nobody decides beside it, and a reason that names what was not compared is marked [T3462]', async () => {
  answer(whoMay, { people: [{ name: 'Liza Torres' }, { name: 'Elena Ramos' }] });
  const asked = {
    approvalId: '01a1faab-728d-71e6-bd97-d0c87c1a2292',
    verdict: 'confirmed',
    by: 'Liza Torres',
    isOwn: false,
    reason: 'Name and year of birth are the same',
    at: '2026-11-30T05:22:00.000Z',
  };
  const hit = { hitId, brand: 'ph', state: 'open', listedYears: [], birthYear: 1994, asked } as unknown;
  show(<Decide hit={hit as Parameters<typeof Decide>[0]['hit']} person={person} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('Liza Torres confirms the match')).toBeTruthy();
  expect(screen.getByText(/^The reason names the birth date/)).toBeTruthy();
  expect(await screen.findByText('Can approve: Elena Ramos.')).toBeTruthy();
});
