import { problemInit, problemSave } from '@hiram/contract/complaint';
import { asId } from '@hiram/contract/ids';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, lastSentTo, sentTo, show } from '../../test/screen.tsx';
import ComplainPageNext from './ComplainPageNext.tsx';

const page = { orderId: '01a1faab-728d-71e6-bd97-d0c87c1a2291', problemType: '2', problemSonType: '' };

function open(): void {
  answer(problemInit, {
    types: [{ title: 'A payment is missing', value: 2 }],
    subtypes: [],
    orders: [],
    collectionNotAllowedText: '',
    answerTime: 'We answer within 5 working days.',
    draftKey: 'draft-1',
  });
  show(<ComplainPageNext />, page);
}

test('CMP-09 an empty complaint is not sent: the field says so and has the focus [T1151]', async () => {
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Please tell us what happened')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(/^Problem description/));
  expect(sentTo(problemSave)).toEqual([]);
});

test('CMP-12 a complaint is sent with its subject', async () => {
  open();
  answer(problemSave, { complaintId: asId(page.orderId), reference: 'C-207', promisedBy: '2026-12-03' });
  await userEvent.type(await screen.findByLabelText(/^Problem description/), 'I paid on Monday.');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  const sent = await lastSentTo(problemSave);
  expect(sent).toMatchObject({ problemType: 2, problemDetail: 'I paid on Monday.', orderNo: page.orderId });
});

test('a complaint that was sent opens its own page, which keeps its number [T2172]', async () => {
  open();
  const complaintId = asId<'complaint'>(page.orderId);
  answer(problemSave, { complaintId, reference: 'C-207', promisedBy: '2026-12-03' });
  await userEvent.type(await screen.findByLabelText(/^Problem description/), 'I paid on Monday.');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(location.pathname).toBe('/complainDetails'));
  expect(new URLSearchParams(location.search).get('problemId')).toBe(complaintId);
});

test('CMP-07 a text that was typed is there again when the form is opened anew', async () => {
  open();
  await userEvent.type(await screen.findByLabelText(/^Problem description/), 'I paid');
  open();
  expect((await screen.findAllByLabelText(/^Problem description/)).at(-1)).toHaveProperty('value', 'I paid');
});
