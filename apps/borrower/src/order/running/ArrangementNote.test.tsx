import { waysOut } from '@hiram/contract/arrangement';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { orderId, shownOrder } from '../../../test/order.ts';
import { answer, show } from '../../../test/screen.tsx';
import { ArrangementNote } from './ArrangementNote.tsx';

const parts = ['2026-12-09', '2026-12-24', '2027-01-08'].map((date) => ({ date, amount: 95_195 }));

test('an offered arrangement says its sum, its parts and until when to answer [T2160] [T3863]', () => {
  const details = shownOrder({ waysOut: 'offered', offer: { parts, validThrough: '2026-12-04' } });
  show(<ArrangementNote details={details} orderId={orderId} />);
  expect(screen.getByText('3 parts, ₱2,855.85 in all')).toBeTruthy();
  expect(screen.getAllByRole('definition').map((row) => row.closest('div')?.textContent)).toEqual([
    '9 Dec 2026₱951.95',
    '24 Dec 2026₱951.95',
    '8 Jan 2027₱951.95',
    'Answer by4 Dec 2026',
  ]);
});

test('the card of a request says which parts were asked for and from when [T2285]', async () => {
  answer(waysOut, {
    productName: 'Baitang Loan',
    today: '2026-11-29',
    due: 285_585,
    servicePhone: '+63285550177',
    until: '2026-12-28',
    waiting: 0,
    payPart: { amount: 0, rest: 285_585, added: 0, min: 0, max: 0 },
    noExtension: '',
    arrangement: { amount: 285_585, charges: 948, parts, added: { kept: 0, plain: 0 } },
    noArrangement: '',
    isAsked: true,
    askedDays: parts.map(({ date }) => date),
  });
  show(<ArrangementNote details={shownOrder({ waysOut: 'asked' })} orderId={orderId} />);
  expect(await screen.findByText('3 × ₱951.95 from 9 Dec. A person answers within a day.')).toBeTruthy();
});
