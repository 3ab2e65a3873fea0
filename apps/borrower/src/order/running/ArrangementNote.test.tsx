import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { orderId, shownOrder } from '../../../test/order.ts';
import { show } from '../../../test/screen.tsx';
import { ArrangementNote } from './ArrangementNote.tsx';

const parts = ['2026-12-09', '2026-12-24', '2027-01-08'].map((date) => ({ date, amount: 95_195 }));

test('an offered arrangement says its parts, the first day and until when to answer [T2160]', () => {
  const details = shownOrder({ waysOut: 'offered', offer: { parts, validThrough: '2026-12-04' } });
  show(<ArrangementNote details={details} orderId={orderId} />);
  expect(screen.getByText('3 × ₱951.95')).toBeTruthy();
  expect(screen.getAllByRole('definition').map((row) => row.closest('div')?.textContent)).toEqual([
    'First part9 Dec 2026',
    'Answer by4 Dec 2026',
  ]);
});
