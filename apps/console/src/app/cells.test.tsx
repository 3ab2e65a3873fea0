import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../test/screen.tsx';
import { InBrand } from '../kit/brand-format.tsx';
import { DayOf, Money, When } from './cells.tsx';

const amounts = () => screen.getAllByTestId('amount').map(({ textContent }) => textContent);

test('an amount of no brand has its own currency, and says so where none is known [T1303]', () => {
  show(
    ['PHP', 'IDR', ''].map((currency) => (
      <InBrand key={currency} brand={undefined} currency={currency}>
        <span data-testid="amount">
          <Money cents={154_300} />
        </span>
      </InBrand>
    )),
  );
  expect(amounts()).toEqual(['₱1,543.00', 'IDR 1,543.00', '1,543.00 (currency unknown)']);
});

test('every time of a page is in its one zone, and a day in that of its brand [T2196]', () => {
  const at = '2026-11-28T23:10:00.000Z';
  show(
    <InBrand brand="ph">
      <span data-testid="moment">
        <When at={at} /> <DayOf at={at} />
      </span>
    </InBrand>,
  );
  expect(screen.getByTestId('moment').textContent).toBe('29 Nov 2026, 07:10 29 Nov 2026');
});
