import '../../test/spec.ts';
import {
  type ProblemDetail,
  problemDetail,
  problemInit,
  problemSave,
  saveScore,
} from '@hiram/contract/complaint';
import { asId } from '@hiram/contract/ids';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answer, lastSentTo, sentTo, show } from '../../test/screen.tsx';
import ComplainDetails from './ComplainDetails.tsx';
import ComplainPageNext from './ComplainPageNext.tsx';

const complaintId = asId<'complaint'>('01a1faab-728d-71e6-bd97-0000000000c1');
const complaint: ProblemDetail = {
  type: 'A payment',
  subtype: '',
  complaintId,
  content: 'My payment does not show.',
  pictures: [],
  answer: '',
  answerPictures: [],
  asksForRating: false,
  reference: 'C261122-AAAAAA',
  receivedOn: '2026-11-22',
  promisedBy: '2026-11-25',
  overdue: false,
  history: [],
};

async function open(changes: Partial<ProblemDetail>): Promise<void> {
  answer(problemDetail, { ...complaint, ...changes });
  show(<ComplainDetails />, { problemId: complaintId });
  await screen.findByText('C261122-AAAAAA');
}

test('CMP-15 a complaint is read-only, and its Process Result says by when it is answered', async () => {
  await open({});
  expect(screen.queryByRole('textbox')).toBeNull();
  const result = screen.getByRole('region', { name: 'Process Result' });
  expect(result.textContent).toContain('We received it. A person answers it by 25 Nov 2026.');
});

test('who is not helped by a reply finds the way to write again, and nobody before it [T2791]', async () => {
  await open({});
  expect(screen.queryByRole('link', { name: 'Not solved? Write again' })).toBeNull();
  cleanup();
  await open({ answer: 'Found it.' });
  const again = screen.getByRole('link', { name: 'Not solved? Write again' });
  expect(again.getAttribute('href')).toBe('/complaint');
});

test('CMP-16 CMP-17 the rating opens after 3 s, stays at a press beside it, and sends the chosen stars', async () => {
  const waiting: (() => void)[] = [];
  const setTimer = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
    ms === 3_000 ? waiting.push(run) : setTimer(run, ms)) as typeof setTimeout);
  await open({ answer: 'Found it.', asksForRating: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  act(() => {
    for (const run of waiting) run();
  });
  const dialog = screen.getByRole('dialog', { name: 'Please rate this service' });
  await userEvent.click(dialog);
  expect(screen.getByRole('dialog')).toBe(dialog);
  await userEvent.click(within(dialog).getByRole('radio', { name: '4 of 5 stars' }));
  expect(dialog.querySelectorAll('svg[fill="var(--accent)"]')).toHaveLength(4);
  answer(saveScore, {});
  answer(problemDetail, { ...complaint, answer: 'Found it.', stars: 4 });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
  expect(await lastSentTo(saveScore)).toEqual({ score: 4, problemId: complaintId });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

async function openForm(): Promise<HTMLElement> {
  answer(problemInit, {
    types: [{ title: 'A payment', value: 4 }],
    subtypes: [],
    orders: [],
    collectionNotAllowedText: '',
    answerTime: 'We reply within 3 working days.',
    draftKey: 'draft-2',
  });
  show(<ComplainPageNext />, { problemType: '4' });
  return screen.findByLabelText(/^Problem description/);
}

test('CMP-08 an empty text shows the specified words at its field, until something is typed', async () => {
  const text = await openForm();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Please fill in your comments and suggestions');
  expect(document.activeElement).toBe(text);
  expect(sentTo(problemSave)).toEqual([]);
  await userEvent.type(text, 'a');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('CMP-06 CMP-07 characters are counted as people do, and what exceeds 200 is not taken', async () => {
  const text = await openForm();
  const paste = async (pasted: string) => {
    await userEvent.clear(text);
    await userEvent.click(text);
    await userEvent.paste(pasted);
  };
  await paste('👨‍👩‍👧‍👦e\u0301🇵🇭');
  expect(await screen.findByText('3/200')).toBeTruthy();
  await paste(`${'a'.repeat(199)}👨‍👩‍👧‍👦bc`);
  expect(await screen.findByText('200/200')).toBeTruthy();
  expect(text).toHaveProperty('value', `${'a'.repeat(199)}👨‍👩‍👧‍👦`);
});
