import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { orderId } from '../../test/order.ts';
import { show } from '../../test/screen.tsx';
import { Offer } from './Offer.tsx';

test('an offer’s extra cost is the sum of what its parts and the other payments add [T1346]', () => {
  const parts = ['2026-12-07', '2027-01-06'].map((date) => ({ date, amount: 95_195 }));
  const offer = {
    amount: 190_390,
    charges: 948,
    parts,
    added: { kept: 4_742, plain: 11_832 },
    validThrough: '2026-12-05',
    instalments: [1],
    agreement: { title: 'Arrangement agreement', html: '', sha256: '' },
  };
  show(<Offer offer={offer} orderId={orderId} onChanged={() => undefined} />);
  expect(screen.getByText('2 parts, ₱1,903.90 in all')).toBeTruthy();
  const rows = screen.getAllByRole('definition').map((row) => row.closest('div')?.textContent);
  for (const row of [
    'These parts, if you keep them₱0.00',
    'Other payments, if you do not pay them₱47.42They stay due on their days.',
    'Extra cost in all₱47.42The same payments without the arrangement: ₱118.32, ₱70.90 more.',
  ])
    expect(rows).toContain(row);
});
