import { postLine } from '@hiram/contract/console/bank-statement';
import { refuseMoney, type ShownStatementLine } from '@hiram/contract/console/money-in';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerAction, sentTo, show } from '../../test/screen.tsx';
import type { FittingLine } from './claim.ts';
import { PostLine } from './PostLine.tsx';
import { RefuseDialog } from './RefuseDialog.tsx';

test('a refusal begins without a reason, and the chosen one is previewed [T1146] [T3443]', async () => {
  answerAction(refuseMoney, { borrowerReads: 'The receipt cannot be read.' });
  show(<RefuseDialog entry="transfer" id="t1" about="₱1,000.00" brand="ph" onClose={() => undefined} />);
  const because = screen.getByLabelText('Because');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Choose…',
    'It did not arrive',
    'Another amount arrived',
    'It is another borrower’s',
    'The receipt is of another payment',
    'The receipt cannot be read',
  ]);
  expect(because).toHaveProperty('value', '');
  expect(sentTo(refuseMoney.preview)).toEqual([]);
  await userEvent.selectOptions(because, 'unreadable');
  await waitFor(() =>
    expect(sentTo(refuseMoney.preview).at(-1)).toEqual({
      request: { entry: 'transfer', id: 't1', because: 'unreadable' },
    }),
  );
  expect(await screen.findByText('The receipt cannot be read.')).toBeTruthy();
});

test('a reason that the statement contradicts is warned about, another one is not [T2759]', async () => {
  answerAction(refuseMoney, {});
  const line = { lineNo: 2, fits: { reference: true, amount: true, day: true } } as FittingLine;
  const refused = { entry: 'transfer', id: 't1', about: '₱1,000.00', brand: 'ph', hasReceipt: true } as const;
  show(<RefuseDialog {...refused} line={line} onClose={() => undefined} />);
  const because = screen.getByLabelText('Because');
  await userEvent.selectOptions(because, 'notArrived');
  expect(screen.getByText('Line 2 of the bank’s statement has this reference.')).toBeTruthy();
  await userEvent.selectOptions(because, 'wrongAmount');
  expect(screen.getByText('Line 2 of the bank’s statement has this amount.')).toBeTruthy();
  await userEvent.selectOptions(because, 'usedElsewhere');
  expect(screen.queryByText('Check the reason.')).toBeNull();
});

test('a line is posted to the loan that was typed, without the spaces around its number', async () => {
  answerAction(postLine, { verdict: 'secondPerson', isOwnWork: true });
  const line = { lineId: 'line-1', reference: '' } as ShownStatementLine;
  show(<PostLine line={line} brand="ph" onClose={() => undefined} />);
  expect(screen.getByText('without a reference')).toBeTruthy();
  expect(sentTo(postLine.preview)).toEqual([]);
  await userEvent.click(screen.getByLabelText('The number of the loan that it is of'));
  await userEvent.paste(' L-7C1A-2291 ');
  await waitFor(() =>
    expect(sentTo(postLine.preview)).toEqual([{ request: { lineId: 'line-1', orderId: 'L-7C1A-2291' } }]),
  );
  expect(await screen.findByRole('button', { name: /^Ask for approval/ })).toBeTruthy();
  expect(screen.getByText(/You imported this line/)).toBeTruthy();
});
