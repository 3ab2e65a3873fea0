import { type ProblemDetail, problemDetail, problemList, problemReply } from '@hiram/contract/complaint';
import { asId } from '@hiram/contract/ids';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, lastSentTo, show } from '../../test/screen.tsx';
import ComplainDetails from './ComplainDetails.tsx';
import ComplaintList from './ComplaintList.tsx';

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

async function open(changes: Partial<ProblemDetail> = {}): Promise<void> {
  answer(problemDetail, { ...complaint, ...changes });
  show(<ComplainDetails />, { problemId: complaintId });
  await screen.findByText('C261122-AAAAAA');
}

test('what nobody has answered shows a receipt, and takes more words [T3455]', async () => {
  await open();
  const receipt = screen.getByRole('region', { name: 'Automatic receipt' });
  expect(receipt.textContent).toContain('A person answers it by 25 Nov 2026.');
  await userEvent.click(screen.getByText('Add a message'));
  await userEvent.type(screen.getByLabelText('Your message'), 'It was on Monday.');
  answer(problemReply, {});
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await lastSentTo(problemReply)).toEqual({
    problemId: complaintId,
    problemDetail: 'It was on Monday.',
  });
});

test('an answered complaint takes no more words [T3456]', async () => {
  await open({ answer: 'Found it.' });
  expect(within(screen.getByRole('region', { name: 'Our reply' })).getByText('Found it.')).toBeTruthy();
  expect(screen.queryByText('Add a message')).toBeNull();
});

test('an open complaint of the list says by when it is answered [T3457]', async () => {
  const row = {
    id: complaintId,
    date: '2026-11-22',
    type: 'A payment',
    content: 'My payment does not show.',
    reference: 'C261122-AAAAAA',
    promisedBy: '2026-11-25',
    asksForRating: false,
  };
  answer(problemList, { tabs: [{ title: 'Waiting', list: [row] }] });
  show(<ComplaintList />);
  expect((await screen.findByRole('link')).textContent).toContain('We reply by 25 Nov');
});
