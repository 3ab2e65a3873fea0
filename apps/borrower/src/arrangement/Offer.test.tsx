import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { orderId } from '../../test/order.ts';
import { show } from '../../test/screen.tsx';
import { Offer } from './Offer.tsx';

test('an offer’s extra cost has what the other payments add beside its parts, and why [T1825]', () => {
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
  expect(screen.getByText('Extra cost if you keep it').closest('div')?.textContent).toContain('₱47.42');
  expect(screen.getByText(/If they are not paid, they add ₱47\.42 by 6 Jan\./)).toBeTruthy();
});
