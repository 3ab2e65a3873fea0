import { approveApplication, refuseDecision, requestCorrections } from '@hiram/contract/console/decision';
import { asId } from '@hiram/contract/ids';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerAction, sentTo, show } from '../../test/screen.tsx';
import { Decide } from './Decide.tsx';
import { CorrectionsDialog, PlainDialog, RefuseDialog } from './dialogs.tsx';
import type { ShownDecision } from './types.ts';

const reviewId = asId<'review'>('01a1faab-728d-71e6-bd97-0000000000d1');

/** Only what the dialogs read is there. */
const decision = (kind: 'application' | 'payout') =>
  ({ reviewId, brand: 'ph', name: 'Maria Santos', kind }) as ShownDecision;

const props = { onClose: () => undefined, onDecided: () => undefined };

test('an application is approved with a reason, by the preview that was shown [T1014]', async () => {
  answerAction(approveApplication);
  show(<PlainDialog decision={decision('application')} choice="approve" {...props} />);
  expect(screen.getByRole('dialog', { name: /^Approve the application/ }).textContent).toContain(
    'Maria Santos',
  );
  const act = await screen.findByRole('button', { name: /^Approve the application/ });
  expect(act).toHaveProperty('disabled', true);
  await userEvent.type(screen.getByLabelText(/^Reason/), 'A payslip was shown.');
  await userEvent.click(act);
  await waitFor(() =>
    expect(sentTo(approveApplication.submit)).toMatchObject([{ request: { reviewId }, digest: 'd1' }]),
  );
});

test('a refusal is previewed with its reasons, of which no fifth can be ticked [T1015]', async () => {
  answerAction(refuseDecision);
  show(<RefuseDialog decision={decision('application')} {...props} />);
  const boxes = screen.getAllByRole('checkbox');
  expect(sentTo(refuseDecision.preview)).toEqual([]);
  for (const box of boxes.slice(0, 4)) await userEvent.click(box);
  for (const box of boxes.slice(4)) expect(box).toHaveProperty('disabled', true);
  await waitFor(() =>
    expect(sentTo(refuseDecision.preview).at(-1)).toEqual({
      request: {
        reviewId,
        reasons: [expect.any(String), expect.any(String), expect.any(String), expect.any(String)],
      },
    }),
  );
  for (const box of boxes.slice(0, 4)) await userEvent.click(box);
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Refuse/ })).toHaveProperty('disabled', true),
  );
});

test('an application is asked for corrections, a payout for the borrower’s own account alone [T1016]', async () => {
  answerAction(requestCorrections);
  show(<CorrectionsDialog decision={decision('application')} onClose={props.onClose} />);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Check the income' }));
  await waitFor(() => expect(sentTo(requestCorrections.preview)).toHaveLength(1));
  expect(sentTo(requestCorrections.preview)[0]).toMatchObject({ request: { reviewId } });
  show(<CorrectionsDialog decision={decision('payout')} onClose={props.onClose} />);
  await waitFor(() =>
    expect(sentTo(requestCorrections.preview).at(-1)).toEqual({
      request: { reviewId, corrections: ['ownAccount'] },
    }),
  );
});

test('the way that the policy proposes stands out; its button names the offer and what is missing [T1369]', async () => {
  answerAction(approveApplication);
  const run = { outcome: 'counter', amounts: [1_000_000, 500_000] };
  const waiting = { ...decision('application'), state: 'waiting', order: { amount: 1_000_000 }, run };
  show(<Decide decision={waiting as unknown as ShownDecision} onDecided={props.onDecided} />);
  const lookOf = (name: RegExp) => screen.getByRole('button', { name }).className;
  expect(lookOf(/^Offer less/)).toContain('primary');
  expect(lookOf(/^Approve/)).not.toContain('primary');
  await userEvent.click(screen.getByRole('button', { name: /^Offer less/ }));
  const act = await screen.findByRole('button', { name: /^Offer ₱5,000.00/ });
  expect(await screen.findByText('Write a reason first.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/^Reason/), 'The income bears no more.');
  expect(act).toHaveProperty('disabled', false);
  expect(screen.queryByText('Write a reason first.')).toBeNull();
});

test('of a held payout the way that sends nothing stands out; the keys go by the order of the buttons [T2320]', () => {
  const held = { ...decision('payout'), state: 'waiting', corrections: [] };
  show(<Decide decision={held as unknown as ShownDecision} onDecided={props.onDecided} />);
  const buttons = screen.getAllByRole('button');
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    'Ask for another account1',
    'Release the payout2',
    'Refuse3',
  ]);
  expect(buttons.map(({ className }) => className.includes('primary'))).toEqual([true, false, false]);
});
