import { activateStrategy, saveStrategy, showStrategy } from '@hiram/contract/console/strategy';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { answer, answerAction, sentTo, show } from '../../test/screen.tsx';
import type { Person } from '../app/person.ts';
import { Strategy } from './Strategy.tsx';

const step = {
  day: 3,
  kind: 'late',
  client: 'new',
  loans: 12,
  stopped: 2,
  named: [
    {
      orderId: '01999999-0000-7000-8000-0000000000ab',
      borrowerId: 'b',
      dueOn: '2026-11-20',
      isStopped: false,
      text: 'Hagdan: huli na ang ₱500.00.',
    },
  ],
};

const open = (...rights: string[]) => openWith({}, ...rights);

function openWith(more: object, ...rights: string[]): void {
  answer(showStrategy, {
    version: 2,
    state: 'draft',
    note: '',
    createdAt: '2026-11-18T02:00:00.000Z',
    body: '[]',
    tomorrow: '2026-11-27',
    isTomorrowClosed: false,
    steps: [step],
    comparedWith: {
      version: 1,
      isActive: true,
      loans: 9,
      steps: [
        { day: 3, kind: 'late' },
        { day: 7, kind: 'late' },
      ],
    },
    contact: {
      from: 8,
      until: 20,
      days: 'mondayToSaturday',
      onHolidays: false,
      channels: ['sms', 'push'],
      caps: { reminder: { day: 1, week: 2 }, collection: { day: 3, week: 7 } },
    },
    texts: [
      { kind: 'late', language: 'en', text: 'Hagdan: [amount] is late.' },
      { kind: 'late', language: 'fil', text: 'Hagdan: huli na ang [amount].' },
    ],
    ...more,
  });
  const person = {
    brands: [{ id: 'ph', name: 'Hagdan' }],
    rights: rights.map((right) => ({ right, brand: 'ph' })),
  } as unknown as Person;
  const at = memoryLocation({ path: '/strategy/ph/2' });
  show(
    <Router hook={at.hook} searchHook={at.searchHook}>
      <Route path="/strategy/:brand/:version">
        {(params) => <Strategy person={person} brand="ph" params={params} />}
      </Route>
    </Router>,
  );
}

test('the steps do not wait for the texts of what borrowers would get [T2644]', async () => {
  open('strategy.read');
  await screen.findByRole('table', { name: 'Who would get what tomorrow' });
  expect(sentTo(showStrategy)).toEqual(
    expect.arrayContaining([{ version: 2, isBrief: true }, { version: 2 }]),
  );
});

test('a draft says how many loans get what tomorrow, beside the active version [T1607]', async () => {
  open('strategy.read');
  expect(await screen.findByText(/12 loans have a step; by version 1, which is active, 9/)).toBeTruthy();
  const chosen = screen.getByRole('region', { name: 'The chosen step' });
  expect(chosen.textContent).toContain('first loansTomorrow12 loans, contact stopped for 2');
  expect(screen.queryByRole('button', { name: 'Save the draft' })).toBeNull();
  expect(screen.queryByRole('button', { name: /Request activation/ })).toBeNull();
});

test('a step has its channel, text by language and change against a version, beside hours and caps [T1665]', async () => {
  open('strategy.read');
  const chosen = await screen.findByRole('region', { name: 'The chosen step' });
  expect(chosen.textContent).toContain('3 days late: Notice: late');
  expect(chosen.textContent).toContain('Text message, else push message');
  expect(chosen.textContent).toContain('Hagdan: [amount] is late.');
  expect(screen.getByText(/^Borrowers are reached 08:00–20:00/).textContent).toContain(
    'Reminders: at most 1 a day and 2 a week. Notices and calls: 3 a day and 7 a week.',
  );
  expect(chosen.textContent).toContain('was in the brand’s order, everybody');
  expect(screen.getByText(/^Not in this version:/).textContent).toContain('7 days late, Notice: late');
  await userEvent.click(screen.getByRole('button', { name: 'Filipino' }));
  expect(chosen.textContent).toContain('Hagdan: huli na ang [amount].');
});

test('the preview of tomorrow has each loan with the text that its borrower would read [T1666]', async () => {
  open('strategy.read');
  const table = await screen.findByRole('table', { name: 'Who would get what tomorrow' });
  expect(table.textContent).toContain('3 days lateText messageTextHagdan: huli na ang ₱500.00.');
});

test('a loan with something open is marked, and says that the message goes unless contacts are stopped [T3461]', async () => {
  const [loan] = step.named;
  const named = [
    { ...loan, open: ['payment', 'approval'] },
    {
      ...loan,
      orderId: '01999999-0000-7000-8000-0000000000ac',
      isStopped: true,
      stop: 'dispute',
      open: ['complaint'],
    },
  ];
  openWith({ steps: [{ ...step, named }] }, 'strategy.read');
  const table = await screen.findByRole('table', { name: 'Who would get what tomorrow' });
  expect(table.textContent).toContain('payment reported, not matched, request waits for approval');
  expect(table.textContent).toContain('nothing, stopped: complaint');
  expect(screen.getByText(/^1 of them gets it although something is open/)).toBeTruthy();
});

test('a step is changed, added and taken out in its row, and what the form does not know stays [T1797]', async () => {
  open('strategy.read', 'strategy.edit');
  answer(saveStrategy, { version: 2 });
  const json = await screen.findByLabelText(/Steps as JSON/);
  const shipped = [
    { day: 1, kind: 'late', if: { amountFrom: 100_000 } },
    { day: 15, kind: 'lateLong' },
  ];
  fireEvent.change(json, { target: { value: JSON.stringify(shipped) } });
  await userEvent.selectOptions(screen.getByLabelText('Step 1: first by'), 'Push message');
  await userEvent.selectOptions(screen.getByLabelText('Step 1: only for'), 'first loans');
  await userEvent.click(screen.getAllByRole('button', { name: 'Remove' })[1] as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: 'Add a step' }));
  fireEvent.change(screen.getByLabelText('Step 2: day'), { target: { value: '7' } });
  await userEvent.click(screen.getByRole('button', { name: 'Save the draft' }));
  await waitFor(() => expect(sentTo(saveStrategy)).toHaveLength(1));
  const [{ body }] = sentTo(saveStrategy) as readonly [{ readonly body: string }];
  expect(JSON.parse(body)).toEqual([
    { day: 1, kind: 'late', if: { amountFrom: 100_000 }, channel: 'push', client: 'new' },
    { day: 7, kind: 'late' },
  ]);
});

test('who may edit saves the draft, and who may activate asks a second person [T1608]', async () => {
  open('strategy.read', 'strategy.edit', 'strategy.activate');
  answer(saveStrategy, { version: 2 });
  answerAction(activateStrategy, { lines: [] });
  await userEvent.type(await screen.findByLabelText(/Steps as JSON/), ' ');
  await userEvent.click(screen.getByRole('button', { name: 'Save the draft' }));
  await waitFor(() => expect(sentTo(saveStrategy)).toEqual([{ note: '', body: '[] ', version: 2 }]));
  await userEvent.click(screen.getByRole('button', { name: /Request activation/ }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

test('on a public holiday nobody is reached, and another step is shown by a press [T2198]', async () => {
  openWith(
    { isTomorrowClosed: true, holiday: 'Bonifacio Day', steps: [step, { ...step, day: 7, named: [] }] },
    'strategy.read',
  );
  expect(
    await screen.findByText('Nobody is reached on this day, a public holiday: Bonifacio Day.'),
  ).toBeTruthy();
  const preview = await screen.findByRole('table', { name: 'Who would get what tomorrow' });
  expect(preview.textContent).toContain('waits for the next day');
  const steps = screen.getAllByRole('button', { name: /^Notice: late/ });
  await userEvent.click(steps[1] as HTMLElement);
  expect(screen.getByRole('region', { name: 'The chosen step' }).textContent).toContain('7 days late');
});
