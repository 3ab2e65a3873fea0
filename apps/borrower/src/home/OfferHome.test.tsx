import type { HomeIndex } from '@hiram/contract/home';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { productId } from '../../test/order.ts';
import { show } from '../../test/screen.tsx';
import { settings } from '../app/settings/settings.ts';
import { OfferHome } from './OfferHome.tsx';

const home: HomeIndex = {
  products: [],
  credits: [],
  servicePhone: '',
  standing: 'new',
  offer: {
    productId,
    productName: 'Baitang Loan',
    term: '120 days',
    rate: '0.2% a day',
    amount: 500_000,
    amountMax: 1_000_000,
    netProceeds: 450_000,
    totalCost: 100_000,
    periods: 4,
    repayment: 140_000,
  },
};

test('home says in how many days the lender decides and the money arrives, as its settings have them [T3822]', () => {
  Object.assign(settings, { decisionDays: 2, creditingDays: 1 });
  show(<OfferHome home={home} />);
  expect(screen.getByText('We decide').parentElement?.textContent).toBe('We decide · within 2 days');
  expect(screen.getByText('Money arrives').parentElement?.textContent).toBe(
    'Money arrives · in your wallet or bank, 1 day',
  );
  cleanup();
  show(<OfferHome home={{ ...home, standing: 'ready' }} />);
  expect(screen.getByText('We decide within 2 days.')).toBeTruthy();
});
