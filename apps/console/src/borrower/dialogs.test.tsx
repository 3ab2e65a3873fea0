import {
  changeNumber,
  endBorrowerSessions,
  holdErasure,
  proposeNumber,
} from '@hiram/contract/console/borrower';
import { asId } from '@hiram/contract/ids';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { answer, answerAction, sentTo, show } from '../../test/screen.tsx';
import { ChangeNumberDialog } from './ChangeNumberDialog.tsx';
import { EndSessionsDialog, HoldDialog } from './PlainDialogs.tsx';
import type { Card } from './types.ts';

const borrowerId = asId<'borrower'>('01a1faab-728d-71e6-bd97-0000000000b1');

/** Only what the dialogs read is there. */
const card = { borrowerId, brand: 'ph', name: 'Maria Santos' } as Card;

test('a new number is checked before its change can be previewed, and cannot be changed afterwards [T1017]', async () => {
  answer(proposeNumber, { changeId: 'change-1' });
  answerAction(changeNumber, { verdict: 'secondPerson' });
  show(<ChangeNumberDialog card={card} onClose={() => undefined} />);
  const number = screen.getByLabelText('New number');
  const check = screen.getByRole('button', { name: 'Check it' });
  expect(check).toHaveProperty('disabled', true);
  await userEvent.type(number, '09171845566');
  expect(sentTo(changeNumber.preview)).toEqual([]);
  await userEvent.click(check);
  await waitFor(() =>
    expect(sentTo(changeNumber.preview)).toEqual([{ request: { borrowerId, changeId: 'change-1' } }]),
  );
  expect(sentTo(proposeNumber)).toEqual([{ borrowerId, phone: '09171845566' }]);
  expect(number).toHaveProperty('disabled', true);
});

test('an erasure is held with a reason, and one that is held is released [T1018]', async () => {
  answer(holdErasure, {});
  const onClose = vi.fn();
  show(<HoldDialog card={card} onClose={onClose} />);
  const hold = screen.getByRole('button', { name: /^Hold it/ });
  expect(hold).toHaveProperty('disabled', true);
  await userEvent.type(screen.getByLabelText(/^Reason/), 'A court asks for it.');
  await userEvent.click(hold);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sentTo(holdErasure)).toEqual([{ borrowerId, isHeld: true, reason: 'A court asks for it.' }]);
  show(<HoldDialog card={{ ...card, hold: {} } as Card} onClose={onClose} />);
  expect(screen.getByRole('button', { name: /^Release it/ })).toBeTruthy();
});

test('the end of all sessions says how many were ended [T1019]', async () => {
  answer(endBorrowerSessions, { ended: 3 });
  const onClose = vi.fn();
  show(<EndSessionsDialog card={card} onClose={onClose} />);
  await userEvent.click(screen.getByRole('button', { name: /^End them/ }));
  expect(await screen.findByText('Sessions ended: 3.')).toBeTruthy();
  expect(onClose).toHaveBeenCalledOnce();
});
